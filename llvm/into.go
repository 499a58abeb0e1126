package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/prim"
)

// intoEntry is an entry that copies the arrays of its result to the caller's buffers. These
// have the dimensions of the result, or nothing is written: so a run-time error leaves them as they
// were, and they may be arrays that went in. They are no memory of the workspace.
func (m *module) intoEntry(e Entry, n *node, entry *ir.Func, results []cParam) *ir.Func {
	in, out := ir.NewParam("in", wordPtr), ir.NewParam("out", wordPtr)
	ctx := ir.NewParam("ctx", bytePtr)
	fn := ir.NewFunc(e.Symbol+".into", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.newBuilder(fn, ctx)
	b.pos = n.def.Pos
	given := b.gep(in, intConst(m.inWords(n.def)))
	for _, p := range results {
		if p.array != nil {
			b.checkApart(p, b.bufferIn(p, given), constant.False)
		}
	}
	b.call(entry, ctx, in, out)
	wanted := map[*extent]val{}
	for _, p := range results {
		if p.array != nil {
			some := val(b.icmp(enum.IPredNE, b.bufferIn(p, given), constant.NewNull(types.I8Ptr)))
			if wanted[p.array] != nil {
				some = b.or(some, wanted[p.array])
			}
			wanted[p.array] = some
		}
	}
	names := map[int]string{} // of dimensions, by their words
	for _, p := range results {
		if p.size {
			names[p.word] = p.name
		}
	}
	checked := map[*extent]bool{}
	for _, p := range results {
		if p.array != nil && !checked[p.array] {
			checked[p.array] = true
			b.when(b.choice(b.there(p.array.sides, out), wanted[p.array], constant.False), func() {
				for _, d := range p.array.dims {
					has, is := b.loadWord(given, intConst(d), intLeaf), b.loadWord(out, intConst(d), intLeaf)
					b.check(b.icmp(enum.IPredEQ, has, is), prim.SizesDisagree, has, is, "the argument "+names[d]+" and the dimension of the result")
				}
			})
		}
	}
	for _, p := range results {
		if p.array != nil {
			from := b.bytesOf(b.loadWord(out, intConst(p.word), p.leaf))
			b.call(m.rt.fill(), b.bufferIn(p, given), from, b.sizeOf(p, b.product(b.present(p.array, out))))
		}
	}
	b.cur.NewRet(nil)
	b.finish()
	m.print(fn)
	return fn
}

// sizeOf is how many bytes n elements of a buffer take.
func (b *builder) sizeOf(p cParam, n val) val {
	if p.leaf == tagsLeaf {
		return n
	}
	return b.mul(n, intConst(8))
}

// bufferIn is the caller's buffer for a result.
func (b *builder) bufferIn(p cParam, given val) val {
	return b.bytesOf(b.loadWord(given, intConst(p.word), p.leaf))
}

// fill is pc_fill.
func (r *runtime) fill() *ir.Func {
	return r.once("pc_fill", types.Void, bytePtr, bytePtr, types.I64)
}
