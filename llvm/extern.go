package llvm

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
)

// extern calls a function of C:
//
//	R f(…, double x, const double *a, int64_t a_size, …, double *result, …)
//
// It takes numbers, and addresses and dimensions of arrays, in the order of the program, and then
// places for the parts of the result. The place of an array is its buffer, which f fills, with its dimensions.
// R is int with a status, else the result if that is one number, and else void.
func (b *builder) extern(f proc.Func, zone []*ref, in []val) []val {
	e, err := prim.ExternOf(f)
	if err != nil {
		abort.Fail("%v", err)
	}
	if b.inIterations() {
		b.noLanes("functions of C take no vectors")
	}
	c := &foreign{builder: b}
	for _, array := range e.Arrays {
		if array {
			b.whole(zone[0])
			c.array(zone[0].vals, "const ", rank(zone[0].typ))
			zone = zone[1:]
		} else {
			c.number(in[0])
			in = in[1:]
		}
	}
	parts := e.Results()
	direct := !e.Status && len(parts) == 1 && !isArray(parts[0])
	var out []val
	places := map[int]val{} // of numbers of the result
	for _, t := range parts {
		switch {
		case direct:
			out = append(out, nil)
		case isArray(t):
			n := b.Width(t)
			c.array(in[:n], "", rank(t))
			out, in = append(out, in[:n]...), in[n:]
		default:
			places[len(out)] = c.place(b.Leaves(t)[0])
			out = append(out, nil)
		}
	}
	result, declared := types.Type(types.Void), "void"
	switch {
	case e.Status:
		result, declared = types.I32, "int"
	case direct:
		l := b.Leaves(parts[0])[0]
		result, declared = l.Type(), foreignTypes[l]
	}
	r := b.call(c.declare(e.Symbol, result, declared), c.args...)
	if e.Status {
		bad := b.Cur.NewSExt(r, types.I64)
		b.check(b.ICmp(enum.IPredEQ, bad, ll.Int(0)), prim.ExternFailed, bad, ll.Int(0), e.Symbol)
	}
	for i, p := range places {
		out[i] = b.fromC(b.Cur.NewLoad(p.Type().(*types.PointerType).ElemType, p))
	}
	if direct {
		out[0] = b.fromC(r)
	}
	return out
}

// foreignTypes are the types of numbers in C.
var foreignTypes = map[abi.Leaf]string{abi.RealLeaf: "double", abi.IntLeaf: "int64_t", abi.TagLeaf: "bool"}

func isArray(t proc.Type) bool { _, ok := t.(*proc.ArrayType); return ok }

func rank(t proc.Type) int { return t.(*proc.ArrayType).Rank }

// A foreign call is one of a function of C in the making.
type foreign struct {
	*builder
	params []*ir.Param
	args   []val
	texts  []string // of the types of the parameters
}

func (c *foreign) pass(x val, text string) *ir.Param {
	p := ir.NewParam("", x.Type())
	c.params, c.args, c.texts = append(c.params, p), append(c.args, x), append(c.texts, text)
	return p
}

// number passes a Real, an Int or a Bool: that is the tag of a sum, 0 for true, and a bool in C.
func (c *foreign) number(x val) {
	switch {
	case x.Type().Equal(types.I1):
		c.pass(c.Not(x), "bool").Attrs = []ir.ParamAttribute{enum.ParamAttrZeroExt}
	case x.Type().Equal(types.Double):
		c.pass(x, "double")
	default:
		c.pass(x, "int64_t")
	}
}

// array passes the address and the dimensions of an array.
func (c *foreign) array(vals []val, qualifier string, rank int) {
	text := "int64_t *"
	if vals[0].Type().Equal(abi.RealPtr) {
		text = "double *"
	}
	c.pass(vals[0], qualifier+text)
	for _, n := range vals[1 : 1+rank] {
		c.pass(n, "int64_t")
	}
}

// place passes a place for a number, which is 0 before.
func (c *foreign) place(l abi.Leaf) val {
	t := l.Type()
	if l == abi.TagLeaf {
		t = types.I8
	}
	p := c.Alloca(t, 1)
	c.Cur.NewStore(zeroOf(t), p)
	c.pass(p, foreignTypes[l]+" *")
	return p
}

func zeroOf(t types.Type) val {
	switch {
	case t.Equal(types.Double):
		return real(0)
	case t.Equal(types.I8):
		return constant.NewInt(types.I8, 0)
	}
	return ll.Int(0)
}

// fromC is a number that C gives; true of C is the tag 0.
func (b *builder) fromC(x val) val {
	switch {
	case x.Type().Equal(types.I8):
		return b.Cur.NewICmp(enum.IPredEQ, x, constant.NewInt(types.I8, 0))
	case x.Type().Equal(types.I1):
		return b.Not(x)
	}
	return x
}

// declare declares the function, once.
func (c *foreign) declare(symbol string, result types.Type, text string) *ir.Func {
	if c.symbols[symbol] && !c.opts.Main {
		abort.With(ofBoth(symbol, c.opts.File, c.Pos))
	}
	want := make([]types.Type, len(c.params))
	for i, p := range c.params {
		want[i] = p.Type()
	}
	e := &toolchain.Extern{
		Symbol: symbol, File: c.opts.File, Pos: c.Pos,
		Prototype: fmt.Sprintf("%s %s(%s)", text, symbol, strings.Join(c.texts, ", ")),
	}
	f, known := c.Runtime.DeclareExtern(e, result, want...)
	if known {
		return f
	}
	for i, p := range c.params {
		f.Params[i].Attrs = p.Attrs
	}
	if result.Equal(types.I1) {
		f.ReturnAttrs = append(f.ReturnAttrs, enum.ReturnAttrZeroExt)
	}
	c.externs[symbol] = e
	return f
}

// ofBoth is of a symbol that an entry has, and a function of C.
func ofBoth(symbol, file string, pos diag.Pos) error {
	return diag.Errorf(pos, module.CodeExternTaken, "%.100s is a function of the library, and one of C that it calls", symbol).In(file).
		Hintf("choose another beginning of the library's names, such as --prefix my_")
}
