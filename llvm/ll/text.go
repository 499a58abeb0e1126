package ll

import (
	"fmt"
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// A Text is LLVM IR as characters. What it writes is what llir's LLString gives, to
// the byte; that formats each part of an instruction on its own, and takes as long as
// making the module. What is rare is left to it.
type Text []byte

func (t *Text) put(s string) { *t = append(*t, s...) }

// Function writes a definition: what a declaration has, and its blocks.
//
//	define T @f(T %x, …) { … }
func (t *Text) Function(f *ir.Func) {
	if err := f.AssignIDs(); err != nil {
		panic(err)
	}
	blocks := f.Blocks
	f.Blocks = nil
	declaration := f.LLString()
	f.Blocks = blocks
	if len(blocks) == 0 || len(f.Metadata)+len(f.UseListOrders) > 0 {
		t.put(f.LLString())
		return
	}
	t.put("define")
	t.put(declaration[len("declare"):])
	t.put(" {\n")
	for i, b := range blocks {
		if i > 0 {
			t.put("\n")
		}
		t.block(b)
	}
	t.put("}")
}

// block writes a block.
//
//	name:
//		instruction
//		…
func (t *Text) block(b *ir.Block) {
	if plain(b.LocalName) {
		t.put(b.LocalName)
		t.put(":\n")
	} else {
		t.put(b.Ident()[1:])
		t.put(":\n")
	}
	for _, x := range b.Insts {
		t.put("\t")
		t.instruction(x)
		t.put("\n")
	}
	t.put("\t")
	t.terminator(b.Term)
	t.put("\n")
}

func (t *Text) terminator(x ir.Terminator) {
	switch x := x.(type) {
	case *ir.TermBr:
		t.put("br ")
		t.operand(x.Target)
		t.metadata(x.Metadata)
	case *ir.TermCondBr:
		t.put("br ")
		t.operands(x.Cond, x.TargetTrue, x.TargetFalse)
		t.metadata(x.Metadata)
	default:
		t.put(x.LLString())
	}
}

func (t *Text) metadata(m ir.Metadata) {
	for _, a := range m {
		t.put(", ")
		t.put(a.String())
	}
}

func flags[F fmt.Stringer](t *Text, list []F) {
	for _, f := range list {
		t.put(" ")
		t.put(f.String())
	}
}

func (t *Text) align(a ir.Align) {
	if a != 0 {
		t.put(", align ")
		*t = strconv.AppendUint(*t, uint64(a), 10)
	}
}

// operands writes T x, T y, ….
func (t *Text) operands(list ...value.Value) {
	for i, v := range list {
		if i > 0 {
			t.put(", ")
		}
		t.operand(v)
	}
}

// operand writes T x.
func (t *Text) operand(v value.Value) {
	switch v := v.(type) {
	case Int, Real, *constant.Int:
		t.typ(v.Type())
		t.put(" ")
		t.ident(v)
		return
	}
	if id := localOf(v); id != nil {
		t.typ(v.Type())
		t.put(" ")
		t.local(id)
		return
	}
	t.put(v.String())
}

// ident writes x.
func (t *Text) ident(v value.Value) {
	switch v := v.(type) {
	case Int:
		*t = strconv.AppendInt(*t, int64(v), 10)
		return
	case Real:
		*t = appendBits(*t, uint64(v))
		return
	case *constant.Int:
		if n := v.X.Int64(); v.Typ.BitSize > 1 && v.X.IsInt64() && n < decimalBelow {
			*t = strconv.AppendInt(*t, n, 10)
			return
		}
	}
	if id := localOf(v); id != nil {
		t.local(id)
		return
	}
	t.put(v.Ident())
}

// decimalBelow is where llir begins to consider other bases than ten.
const decimalBelow = 0x1000

// local writes %x.
func (t *Text) local(id *ir.LocalIdent) {
	switch {
	case id.LocalName == "":
		t.put("%")
		*t = strconv.AppendInt(*t, id.LocalID, 10)
	case plain(id.LocalName):
		t.put("%")
		t.put(id.LocalName)
	default:
		t.put(id.Ident())
	}
}

// plain says that a name needs no quotes.
func plain(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if !plainBytes[name[i]] {
			return false
		}
	}
	return true
}

var plainBytes = func() (set [256]bool) {
	for _, b := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz$-._" {
		set[b] = true
	}
	return set
}()

func (t *Text) typ(x types.Type) {
	switch x := x.(type) {
	case *types.IntType:
		if x.TypeName == "" {
			t.put("i")
			*t = strconv.AppendUint(*t, x.BitSize, 10)
			return
		}
	case *types.FloatType:
		if x.TypeName == "" {
			t.put(x.Kind.String())
			return
		}
	case *types.PointerType:
		if x.TypeName == "" && x.AddrSpace == 0 {
			t.typ(x.ElemType)
			t.put("*")
			return
		}
	}
	t.put(x.String())
}

// call writes a call as most are: of a function, with nothing but arguments and attributes.
func (t *Text) call(x *ir.InstCall) {
	sig := x.Sig()
	if sig.Variadic || x.Tail != enum.TailNone || x.CallingConv != enum.CallingConvNone || x.AddrSpace != 0 ||
		len(x.ReturnAttrs)+len(x.OperandBundles) > 0 {
		t.put(x.LLString())
		return
	}
	if sig.RetType.Equal(types.Void) {
		t.put("call")
	} else {
		t.result(&x.LocalIdent, "call")
	}
	flags(t, x.FastMathFlags)
	t.put(" ")
	t.typ(sig.RetType)
	t.put(" ")
	t.ident(x.Callee)
	t.put("(")
	t.operands(x.Args...)
	t.put(")")
	flags(t, x.FuncAttrs)
	t.metadata(x.Metadata)
}

func (t *Text) phi(x *ir.InstPhi) {
	t.result(&x.LocalIdent, "phi")
	flags(t, x.FastMathFlags)
	t.put(" ")
	t.typ(x.Type())
	for i, in := range x.Incs {
		t.put([]string{" [ ", ", [ "}[min(i, 1)])
		t.ident(in.X)
		t.put(", ")
		t.ident(in.Pred)
		t.put(" ]")
	}
	t.metadata(x.Metadata)
}
