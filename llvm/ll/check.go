package ll

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abort"
)

// A Checker checks what is printed by LLVM's rules of types, with what pointers point to.
//
// Clang 14 and older ones hold code to these rules. For later ones there is only one type
// of pointers, so that they take code which older ones refuse. Here every module is held to
// them, whichever clang there is.
type Checker struct {
	functions map[string]*types.FuncType // by name
	globals   map[*ir.Global]bool        // that are checked
	in        string                     // what is checked
}

// NewChecker has checked nothing yet.
func NewChecker() *Checker {
	return &Checker{functions: map[string]*types.FuncType{}, globals: map[*ir.Global]bool{}}
}

// wrong ends the work.
func (c *Checker) wrong(format string, args ...any) {
	abort.Fail("internal error: in %s, %s", c.in, fmt.Sprintf(format, args...))
}

// Function checks a definition.
//
//	f : (T1, …) → T     ⊢ each instruction : T
//	──────────────────────────────────────────
//	define T @f(T1 %x1, …) { … }
func (c *Checker) Function(f *ir.Func) {
	c.in = f.Name()
	c.Declared(f)
	for _, b := range f.Blocks {
		for _, x := range b.Insts {
			c.instruction(x)
		}
		c.terminator(b.Term, f.Sig.RetType)
	}
}

// Declared checks that a function has one type, wherever it is named.
func (c *Checker) Declared(f *ir.Func) {
	if len(f.Params) != len(f.Sig.Params) {
		c.wrong("%s has %d parameters, and its type %d", f.Name(), len(f.Params), len(f.Sig.Params))
	}
	for i, p := range f.Params {
		if !SameType(p.Typ, f.Sig.Params[i]) {
			c.wrong("parameter %d of %s is %v, and %v in its type", i, f.Name(), p.Typ, f.Sig.Params[i])
		}
	}
	known, ok := c.functions[f.Name()]
	if !ok {
		c.functions[f.Name()] = f.Sig
	} else if !SameType(known, f.Sig) {
		c.wrong("%s is declared as %v and as %v", f.Name(), known, f.Sig)
	}
}

// call checks a call.
//
//	f : (T1, …, Tn) → T     ai : Ti
//	───────────────────────────────
//	call T @f(T1 a1, …, Tn an) : T
func (c *Checker) call(x *ir.InstCall) {
	c.of(x.Callee)
	sig := x.Sig()
	if !SameType(x.Type(), sig.RetType) {
		c.wrong("a call of %s is %v, and its declaration has the result %v", x.Callee.Ident(), x.Type(), sig.RetType)
	}
	if len(x.Args) != len(sig.Params) {
		c.wrong("a call of %s has %d arguments, and its declaration %d", x.Callee.Ident(), len(x.Args), len(sig.Params))
	}
	for i, a := range x.Args {
		if t := c.of(a); !SameType(t, sig.Params[i]) {
			c.wrong("argument %d of a call of %s is %v, and its declaration has %v", i, x.Callee.Ident(), t, sig.Params[i])
		}
	}
}

// of is the type of a value, whose parts are checked if it is a constant.
func (c *Checker) of(v value.Value) types.Type {
	switch v := v.(type) {
	case Int, Real, *constant.Int, *constant.Float, *constant.Null, *constant.Undef, *constant.ZeroInitializer, *constant.CharArray:
	case *ir.Func:
		c.Declared(v)
	case *ir.Global:
		c.Global(v)
	case constant.Constant:
		c.constant(v)
	}
	return v.Type()
}

// Global checks a constant with a name.
//
//	k : T
//	─────────────────────────
//	@g = constant T k  :  T *
func (c *Checker) Global(g *ir.Global) {
	if c.globals[g] {
		return
	}
	c.globals[g] = true
	outer := c.in
	c.in = g.Name()
	if g.Init != nil {
		c.equal("the value", c.of(g.Init), g.ContentType)
	}
	c.equal("what it points to", pointee(g.Type()), g.ContentType)
	c.in = outer
}

// constant checks the parts of a constant.
func (c *Checker) constant(k constant.Constant) {
	switch k := k.(type) {
	case *constant.Array:
		for _, e := range k.Elems {
			c.equal("an element of an array", c.of(e), k.Typ.ElemType)
		}
	case *constant.Vector:
		for _, e := range k.Elems {
			c.equal("an element of a vector", c.of(e), k.Typ.ElemType)
		}
	case *constant.Struct:
		if len(k.Fields) != len(k.Typ.Fields) {
			c.wrong("a struct has %d fields, and its type %d", len(k.Fields), len(k.Typ.Fields))
		}
		for i, f := range k.Fields {
			c.equal("a field of a struct", c.of(f), k.Typ.Fields[i])
		}
	case *constant.ExprGetElementPtr:
		indices := make([]value.Value, len(k.Indices))
		for i, x := range k.Indices {
			indices[i] = x
		}
		c.element(k.ElemType, k.Src, indices, k.Typ)
	case *constant.ExprBitCast:
		c.cast("bitcast", c.of(k.From), k.To)
	case *constant.ExprPtrToInt:
		c.cast("ptrtoint", c.of(k.From), k.To)
	case *constant.ExprIntToPtr:
		c.cast("inttoptr", c.of(k.From), k.To)
	default:
		c.wrong("there is no rule for %T", k)
	}
}

// equal checks that a type is the one that is wanted.
func (c *Checker) equal(what string, have, want types.Type) {
	if !SameType(have, want) {
		c.wrong("%s is %v, and %v is wanted", what, have, want)
	}
}

// SameType says that two types are equal, with what pointers point to.
func SameType(t, u types.Type) bool {
	if t == u {
		return true
	}
	if t, ok := t.(*types.PointerType); ok {
		u, ok := u.(*types.PointerType)
		return ok && t.AddrSpace == u.AddrSpace && SameType(t.ElemType, u.ElemType)
	}
	return t != nil && u != nil && t.Equal(u)
}

// pointee is what a pointer points to; nil if t is no pointer.
func pointee(t types.Type) types.Type {
	if p, ok := t.(*types.PointerType); ok {
		return p.ElemType
	}
	return nil
}
