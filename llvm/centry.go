package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
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

// cEntry is the entry that C calls. Every argument is checked before anything looks at it,
// and before the memory of a workspace is used again, in which no argument may be. C's
// true is 1, and the tag of true is 0: arrays of Bools that come in are copied, and those
// that come out, which are new, are turned in place.
func (m *module) cEntry(e Entry, n *node, entry *ir.Func, list []cParam, outs int) *ir.Func {
	in, out := ir.NewParam("in", wordPtr), ir.NewParam("out", wordPtr)
	ctx := ir.NewParam("ctx", bytePtr)
	fn := ir.NewFunc(e.Symbol+".c", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.newBuilder(fn, ctx)
	b.pos = n.def.Pos
	for _, p := range list[:outs] {
		if p.isTag() {
			b.checkTag(p, in)
		}
	}
	lengths := map[*extent]val{}
	for _, p := range list[:outs] {
		if p.array == nil {
			continue
		}
		if lengths[p.array] == nil {
			lengths[p.array] = b.elements(b.present(p.array, in))
		}
		b.checkBuffer(p, in, lengths[p.array])
		if e.Pass != ReversePass { // which goes on with the memory of the forward pass
			b.checkApart(p, b.bytesOf(b.loadWord(in, intConst(p.word), p.leaf)), b.icmp(enum.IPredEQ, lengths[p.array], intConst(0)))
		}
	}
	b.checkTangents(e, n.def, in)
	if e.Pass != ReversePass {
		b.call(m.rt.again(), ctx)
	}
	for _, p := range list[:outs] {
		if p.array != nil && p.truth {
			at := intConst(p.word)
			b.storeWord(b.call(m.rt.truths(), ctx, b.loadWord(in, at, p.leaf), lengths[p.array], b.at()), in, at, p.leaf)
		}
	}
	traced := m.traced(e, n.def)
	if e.Pass == ReversePass {
		b.call(m.rt.take(), ctx, in, intConst(traced), m.traceID(e), b.at())
	}
	b.call(entry, ctx, in, out)
	if e.Pass == ForwardPass {
		zone := m.zoneWords(n.def)
		value := m.width(proc.Elems(n.def.Out.Type)[0])
		b.call(m.rt.leave(), ctx, in, intConst(zone), b.gep(out, intConst(value)), intConst(traced-zone), m.traceID(e), b.at())
	}
	for _, p := range list[outs:] {
		if p.array != nil && p.truth {
			b.call(m.rt.negate(), b.loadWord(out, intConst(p.word), p.leaf), b.product(b.present(p.array, out)))
		}
	}
	b.cur.NewRet(nil)
	b.finish()
	m.print(fn)
	return fn
}

// isTag says that a parameter is the tag of a sum that is no Bool.
func (p cParam) isTag() bool { return p.leaf == tagLeaf && !p.truth }

// checkTag demands that a tag is 0 or 1, where its sum is there. The caller's byte is in
// the words as it is.
func (b *builder) checkTag(p cParam, words val) {
	tag := b.cur.NewLoad(types.I8, b.wordAt(words, intConst(p.word), tagLeaf))
	ok := val(b.icmp(enum.IPredULE, tag, constant.NewInt(types.I8, 1)))
	what := "is neither 0 nor 1"
	if p.cons > 0 {
		what = fmt.Sprintf("is none of 0 to %d", p.cons-1)
	}
	b.checkArgument(b.or(ok, b.not(b.there(p.sides, words))), p, what)
}

// checkBuffer demands that an array of so many elements has a buffer, and that tags in it
// are 0 or 1.
func (b *builder) checkBuffer(p cParam, words, length val) {
	buffer := b.loadWord(words, intConst(p.word), p.leaf)
	null := constant.NewNull(buffer.Type().(*types.PointerType))
	b.checkArgument(b.or(b.icmp(enum.IPredNE, buffer, null), b.icmp(enum.IPredEQ, length, intConst(0))), p, "is null")
	if p.leaf == tagsLeaf && !p.truth {
		most := b.call(b.rt.most(), buffer, length)
		b.checkArgument(b.icmp(enum.IPredULE, most, constant.NewInt(types.I8, 1)), p, "has an element that is neither 0 nor 1")
	}
}

// checkApart demands that a buffer, unless it is unused, is not in the memory of the workspace.
func (b *builder) checkApart(p cParam, buffer, unused val) {
	lent := b.call(b.rt.once("pc_lent", types.I32, bytePtr, bytePtr), b.ctx, buffer)
	b.checkArgument(b.or(b.icmp(enum.IPredEQ, lent, i32(0)), unused), p, "is memory of the workspace, which the call uses")
}

func (b *builder) checkArgument(ok val, p cParam, what string) {
	b.check(ok, prim.BadArgument, intConst(0), intConst(0), p.name+" "+what)
}

// present are the dimensions of an array, 0 if it is not there.
func (b *builder) present(a *extent, words val) []val {
	there := b.there(a.sides, words)
	dims := make([]val, len(a.dims))
	for k, d := range a.dims {
		dims[k] = b.loadWord(words, intConst(d), intLeaf)
		if len(a.sides) > 0 {
			dims[k] = b.choice(there, dims[k], intConst(0))
		}
	}
	return dims
}

// there says that sums are all on the given sides.
func (b *builder) there(sides []side, words val) val {
	var all val = constant.True
	for _, s := range sides {
		tag := b.loadWord(words, intConst(s.tag), tagLeaf)
		if !s.right {
			tag = b.not(tag)
		}
		all = b.choice(all, tag, constant.False)
	}
	return all
}

func (r *runtime) truths() *ir.Func {
	return r.once("pc_truths", bytePtr, bytePtr, bytePtr, types.I64, types.I64)
}

// most is pc_most: the largest of some bytes.
func (r *runtime) most() *ir.Func { return r.once("pc_most", types.I8, bytePtr, types.I64) }

func (r *runtime) negate() *ir.Func { return r.once("pc_negate", types.Void, bytePtr, types.I64) }

// again is pc_again.
func (r *runtime) again() *ir.Func { return r.once("pc_again", types.Void, bytePtr) }
