package module

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
)

// CallExtern calls a function of C:
//
//	R f(…, double x, const double *a, int64_t a_size, …, double *result, …)
//
// It takes numbers, and addresses and dimensions of arrays, in the order of the program, and then
// places for the parts of the result. The place of an array is its buffer, which f fills, with its dimensions.
// R is int with a status, else the result if that is one number, and else void. zone has the leaves of each
// name of Θ.
func (b *Body) CallExtern(e *prim.Extern, zone [][]value.Value, in []value.Value) []value.Value {
	c := &foreign{Body: b}
	names := e.Zone
	for _, array := range e.Arrays {
		if array {
			c.array(zone[0], "const ", rank(names[0]))
			zone, names = zone[1:], names[1:]
		} else {
			c.number(in[0])
			in = in[1:]
		}
	}
	parts := e.Results()
	direct := !e.Status && len(parts) == 1 && !isArray(parts[0])
	var out []value.Value
	places := map[int]value.Value{} // of numbers of the result
	for _, t := range parts {
		switch {
		case direct:
			out = append(out, nil)
		case isArray(t):
			n := b.In.Width(t)
			c.array(in[:n], "", rank(t))
			out, in = append(out, in[:n]...), in[n:]
		default:
			places[len(out)] = c.place(b.In.Leaves(t)[0])
			out = append(out, nil)
		}
	}
	result, declared := types.Type(types.Void), "void"
	switch {
	case e.Status:
		result, declared = types.I32, "int"
	case direct:
		l := b.In.Leaves(parts[0])[0]
		result, declared = l.Type(), foreignTypes[l]
	}
	r := b.Call(c.declare(e.Symbol, result, declared), c.args...)
	if e.Status {
		bad := b.Cur.NewSExt(r, types.I64)
		b.Check(b.ICmp(enum.IPredEQ, bad, ll.Int(0)), func() { b.Failure(prim.ExternFailed, bad, ll.Int(0), e.Symbol) })
	}
	for i := range out {
		p := places[i]
		if p == nil {
			continue
		}
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
	*Body
	params []*ir.Param
	args   []value.Value
	texts  []string // of the types of the parameters
}

func (c *foreign) pass(x value.Value, text string) *ir.Param {
	p := ir.NewParam("", x.Type())
	c.params, c.args, c.texts = append(c.params, p), append(c.args, x), append(c.texts, text)
	return p
}

// number passes a Real, an Int or a Bool: that is the tag of a sum, 0 for true, and a bool in C.
func (c *foreign) number(x value.Value) {
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
func (c *foreign) array(vals []value.Value, qualifier string, rank int) {
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
func (c *foreign) place(l abi.Leaf) value.Value {
	t := l.Type()
	if l == abi.TagLeaf {
		t = types.I8
	}
	p := c.Alloca(t, 1)
	c.Cur.NewStore(zeroOf(t), p)
	c.pass(p, foreignTypes[l]+" *")
	return p
}

func zeroOf(t types.Type) value.Value {
	switch {
	case t.Equal(types.Double):
		return ll.Real(0)
	case t.Equal(types.I8):
		return constant.NewInt(types.I8, 0)
	}
	return ll.Int(0)
}

// fromC is a number that C gives; true of C is the tag 0.
func (b *Body) fromC(x value.Value) value.Value {
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
	if c.In.Symbols[symbol] && !c.In.opts.Main {
		abort.With(OfBoth(symbol, c.In.opts.File, c.Pos))
	}
	want := make([]types.Type, len(c.params))
	for i, p := range c.params {
		want[i] = p.Type()
	}
	e := &toolchain.Extern{
		Symbol: symbol, File: c.In.opts.File, Pos: c.Pos,
		Prototype: fmt.Sprintf("%s %s(%s)", text, symbol, strings.Join(c.texts, ", ")),
	}
	f, known := c.In.Runtime.DeclareExtern(e, result, want...)
	if known {
		return f
	}
	for i, p := range c.params {
		f.Params[i].Attrs = p.Attrs
	}
	if result.Equal(types.I1) {
		f.ReturnAttrs = append(f.ReturnAttrs, enum.ReturnAttrZeroExt)
	}
	c.In.Externs[symbol] = e
	return f
}

// OfBoth is of a symbol that an entry has, and a function of C.
func OfBoth(symbol, file string, pos diag.Pos) error {
	return diag.Errorf(pos, CodeExternTaken, "%.100s is a function of the library, and one of C that it calls", symbol).In(file).
		Hintf("choose another beginning of the library's names, such as --prefix my_")
}
