package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/prim"
	"procad/proc"
)

// An extent says where among the words of a value dimensions of an array are,
// and of which sums the array is on which side.
type extent struct {
	dims  []int
	sides []side
}

// A side is a tag's word, and its value where what follows is there.
type side struct {
	tag   int
	right bool
}

// truths says which leaves of a type without arrays are Bools.
func truths(t proc.Type) []bool {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return []bool{false}
	case *proc.TupleType:
		var all []bool
		for _, e := range t.Elems {
			all = append(all, truths(e)...)
		}
		return all
	case *proc.SumType:
		if t == proc.Bool {
			return []bool{true}
		}
		return append(append([]bool{false}, truths(t.L)...), truths(t.R)...)
	}
	return nil
}

// cEntry is the entry that C calls where arrays go in, or Bools in arrays out,
// and else the entry itself. It checks dimensions. C's true is 1, and the tag of
// true is 0: arrays of Bools that come in are copied, and those that come out,
// which are new, are turned in place.
func (m *module) cEntry(e Entry, n *node, entry *ir.Func, list []cParam, outs int) *ir.Func {
	some := false
	for i, p := range list {
		some = some || p.truths != nil || i < outs && p.size != nil
	}
	if !some {
		return entry
	}
	in, out := ir.NewParam("in", wordPtr), ir.NewParam("out", wordPtr)
	ctx := ir.NewParam("ctx", bytePtr)
	fn := ir.NewFunc(e.Symbol+".c", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.newBuilder(fn, ctx)
	b.pos = n.def.Pos
	for _, p := range list[:outs] {
		if p.size != nil {
			d := b.lengthOf(p.size, in)
			b.check(b.icmp(enum.IPredSGE, d, intConst(0)), prim.NegativeCount, d, intConst(0), "")
		}
	}
	for _, p := range list[:outs] {
		if p.truths != nil {
			at := intConst(p.word)
			b.storeWord(b.call(m.rt.truths(), ctx, b.loadWord(in, at, p.leaf), b.lengthOf(p.truths, in), b.at()), in, at, p.leaf)
		}
	}
	b.call(entry, ctx, in, out)
	for _, p := range list[outs:] {
		if p.truths != nil {
			b.call(m.rt.negate(), b.loadWord(out, intConst(p.word), p.leaf), b.lengthOf(p.truths, out))
		}
	}
	b.cur.NewRet(nil)
	b.finish()
	m.print(fn)
	return fn
}

// lengthOf is the product of the dimensions, 0 if the array is not there.
func (b *builder) lengthOf(a *extent, words val) val {
	var n val = intConst(1)
	for _, d := range a.dims {
		n = b.mul(n, b.loadWord(words, intConst(d), intLeaf))
	}
	for _, s := range a.sides {
		tag := b.loadWord(words, intConst(s.tag), tagLeaf)
		if s.right {
			tag = b.not(tag)
		}
		n = b.choice(tag, intConst(0), n)
	}
	return n
}

func (r *runtime) truths() *ir.Func {
	return r.once("pc_truths", bytePtr, bytePtr, bytePtr, types.I64, types.I64)
}

func (r *runtime) negate() *ir.Func { return r.once("pc_negate", types.Void, bytePtr, types.I64) }

// once declares a function that few modules need.
func (r *runtime) once(name string, result types.Type, params ...types.Type) *ir.Func {
	if f, ok := r.byName[name]; ok {
		return f
	}
	return r.declare(name, result, params...)
}
