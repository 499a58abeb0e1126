package export

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/prim"
	"procad/proc"
)

// intoEntry is an entry that copies the arrays of its result to the caller's buffers. These
// have the dimensions of the result, or nothing is written: so a run-time error leaves them as they
// were, and they may be arrays that went in. They are no memory of the workspace.
func (m *Exporter) intoEntry(e abi.Entry, def *proc.Def, entry *ir.Func, results []capi.Param) *ir.Func {
	in, out := ir.NewParam("in", abi.WordPtr), ir.NewParam("out", abi.WordPtr)
	ctx := ir.NewParam("ctx", abi.BytePtr)
	fn := ir.NewFunc(e.Symbol+".into", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.wrap(fn, ctx)
	b.Pos = def.Pos
	given := b.GEP(in, ll.Int(m.InWords(def)))
	for _, p := range results {
		if p.Array != nil {
			b.checkApart(p, b.bufferIn(p, given), constant.False)
		}
	}
	b.Call(entry, ctx, in, out)
	wanted := map[*capi.Extent]val{}
	for _, p := range results {
		if p.Array != nil {
			some := val(b.ICmp(enum.IPredNE, b.bufferIn(p, given), constant.NewNull(types.I8Ptr)))
			if wanted[p.Array] != nil {
				some = b.Or(some, wanted[p.Array])
			}
			wanted[p.Array] = some
		}
	}
	names := map[int]string{} // of dimensions, by their words
	for _, p := range results {
		if p.Size {
			names[p.Word] = p.Name
		}
	}
	checked := map[*capi.Extent]bool{}
	for _, p := range results {
		if p.Array != nil && !checked[p.Array] {
			checked[p.Array] = true
			b.When(b.Choice(b.there(p.Array.Sides, out), wanted[p.Array], constant.False), func() {
				for _, d := range p.Array.Dims {
					has, is := b.LoadWord(given, ll.Int(d), abi.IntLeaf), b.LoadWord(out, ll.Int(d), abi.IntLeaf)
					b.check(b.ICmp(enum.IPredEQ, has, is), prim.SizesDisagree, has, is, "the argument "+names[d]+" and the dimension of the result")
				}
			})
		}
	}
	for _, p := range results {
		if p.Array != nil {
			from := b.BytesOf(b.LoadWord(out, ll.Int(p.Word), p.Leaf))
			b.Call(pcFill(m.Runtime), b.bufferIn(p, given), from, b.sizeOf(p, b.Product(b.present(p.Array, out))))
		}
	}
	b.Cur.NewRet(nil)
	b.Finish()
	m.Print(fn)
	return fn
}

// sizeOf is how many bytes n elements of a buffer take.
func (b *wrapper) sizeOf(p capi.Param, n val) val {
	if p.Leaf == abi.TagsLeaf {
		return n
	}
	return b.Mul(n, ll.Int(8))
}

// bufferIn is the caller's buffer for a result.
func (b *wrapper) bufferIn(p capi.Param, given val) val {
	return b.BytesOf(b.LoadWord(given, ll.Int(p.Word), p.Leaf))
}

// pcFill is pc_fill.
func pcFill(r *module.Runtime) *ir.Func {
	return r.Once("pc_fill", types.Void, abi.BytePtr, abi.BytePtr, types.I64)
}
