package export

import (
	"fmt"

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

// cEntry is the entry that C calls. Every argument is checked before anything looks at it,
// and before the memory of a workspace is used again, in which no argument may be. C's
// true is 1, and the tag of true is 0: arrays of Bools that come in are copied, and those
// that come out, which are new, are turned in place.
func (m *Exporter) cEntry(e abi.Entry, def *proc.Def, entry *ir.Func, list []capi.Param, outs int) *ir.Func {
	in, out := ir.NewParam("in", abi.WordPtr), ir.NewParam("out", abi.WordPtr)
	ctx := ir.NewParam("ctx", abi.BytePtr)
	fn := ir.NewFunc(e.Symbol+".c", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := m.wrap(fn, ctx)
	b.Pos = def.Pos
	for _, p := range list[:outs] {
		if p.IsTag() {
			b.checkTag(p, in)
		}
	}
	lengths := map[*capi.Extent]val{}
	for _, p := range list[:outs] {
		if p.Array == nil {
			continue
		}
		if lengths[p.Array] == nil {
			lengths[p.Array] = b.elements(b.present(p.Array, in))
		}
		b.checkBuffer(p, in, lengths[p.Array])
		if e.Pass != abi.ReversePass { // which goes on with the memory of the forward pass
			b.checkApart(p, b.BytesOf(b.LoadWord(in, ll.Int(p.Word), p.Leaf)), b.ICmp(enum.IPredEQ, lengths[p.Array], ll.Int(0)))
		}
	}
	b.checkTangents(e, def, in)
	if e.Pass != abi.ReversePass {
		b.Call(pcAgain(m.Runtime), ctx)
	}
	given := val(in) // with the copies of arrays of Bools; a call that is made again finds in as it was
	for _, p := range list[:outs] {
		if p.Array != nil && p.Bool {
			if given == in {
				words := m.InWords(def)
				given = b.Alloca(types.I64, words)
				b.Call(m.Runtime.Memcpy, b.BytesOf(given), b.BytesOf(in), ll.Int(8*words), constant.False)
			}
			at := ll.Int(p.Word)
			b.StoreWord(b.Call(pcTruths(m.Runtime), ctx, b.LoadWord(in, at, p.Leaf), lengths[p.Array], b.At()), given, at, p.Leaf)
		}
	}
	traced := m.TraceWords(e, def)
	if e.Pass == abi.ReversePass {
		b.Call(pcTake(m.Runtime), ctx, given, ll.Int(traced), m.traceID(e), b.At())
	}
	b.Call(entry, ctx, given, out)
	if e.Pass == abi.ForwardPass {
		zone := m.ZoneWords(def)
		value := m.Width(proc.Elems(def.Out.Type)[0])
		b.Call(pcLeave(m.Runtime), ctx, given, ll.Int(zone), b.GEP(out, ll.Int(value)), ll.Int(traced-zone), m.traceID(e), b.At())
	}
	for _, p := range list[outs:] {
		if p.Array != nil && p.Bool {
			b.Call(pcNegate(m.Runtime), b.LoadWord(out, ll.Int(p.Word), p.Leaf), b.Product(b.present(p.Array, out)))
		}
	}
	b.Cur.NewRet(nil)
	b.Finish()
	m.Print(fn)
	return fn
}

// checkTag demands that a tag is 0 or 1, where its sum is there. The caller's byte is in
// the words as it is.
func (b *wrapper) checkTag(p capi.Param, words val) {
	tag := b.Cur.NewLoad(types.I8, b.WordAt(words, ll.Int(p.Word), abi.TagLeaf))
	ok := val(b.ICmp(enum.IPredULE, tag, constant.NewInt(types.I8, 1)))
	what := "is neither 0 nor 1"
	if p.Cons > 0 {
		what = fmt.Sprintf("is none of 0 to %d", p.Cons-1)
	}
	b.checkArgument(b.Or(ok, b.Not(b.there(p.Sides, words))), p, what)
}

// checkBuffer demands that an array of so many elements has a buffer, and that tags in it
// are 0 or 1.
func (b *wrapper) checkBuffer(p capi.Param, words, length val) {
	buffer := b.LoadWord(words, ll.Int(p.Word), p.Leaf)
	null := constant.NewNull(buffer.Type().(*types.PointerType))
	b.checkArgument(b.Or(b.ICmp(enum.IPredNE, buffer, null), b.ICmp(enum.IPredEQ, length, ll.Int(0))), p, "is null")
	if p.Leaf == abi.TagsLeaf && !p.Bool {
		most := b.Call(pcMost(b.Runtime), buffer, length)
		b.checkArgument(b.ICmp(enum.IPredULE, most, constant.NewInt(types.I8, 1)), p, "has an element that is neither 0 nor 1")
	}
}

// checkApart demands that a buffer, unless it is unused, is not in the memory of the workspace.
func (b *wrapper) checkApart(p capi.Param, buffer, unused val) {
	lent := b.Call(b.Runtime.Once("pc_lent", types.I32, abi.BytePtr, abi.BytePtr), b.Ctx, buffer)
	b.checkArgument(b.Or(b.ICmp(enum.IPredEQ, lent, ll.I32(0)), unused), p, "is memory of the workspace, which the call uses")
}

func (b *wrapper) checkArgument(ok val, p capi.Param, what string) {
	b.check(ok, prim.BadArgument, ll.Int(0), ll.Int(0), p.Name+" "+what)
}

// present are the dimensions of an array, 0 if it is not there.
func (b *wrapper) present(a *capi.Extent, words val) []val {
	there := b.there(a.Sides, words)
	dims := make([]val, len(a.Dims))
	for k, d := range a.Dims {
		dims[k] = b.LoadWord(words, ll.Int(d), abi.IntLeaf)
		if len(a.Sides) > 0 {
			dims[k] = b.Choice(there, dims[k], ll.Int(0))
		}
	}
	return dims
}

// there says that sums are all on the given sides.
func (b *wrapper) there(sides []capi.Side, words val) val {
	var all val = constant.True
	for _, s := range sides {
		tag := b.LoadWord(words, ll.Int(s.Tag), abi.TagLeaf)
		if !s.Right {
			tag = b.Not(tag)
		}
		all = b.Choice(all, tag, constant.False)
	}
	return all
}

func pcTruths(r *module.Runtime) *ir.Func {
	return r.Once("pc_truths", abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64, types.I64)
}

// pcMost is pc_most: the largest of some bytes.
func pcMost(r *module.Runtime) *ir.Func { return r.Once("pc_most", types.I8, abi.BytePtr, types.I64) }

func pcNegate(r *module.Runtime) *ir.Func {
	return r.Once("pc_negate", types.Void, abi.BytePtr, types.I64)
}

// pcAgain is pc_again.
func pcAgain(r *module.Runtime) *ir.Func { return r.Once("pc_again", types.Void, abi.BytePtr) }

// traceID is an address that tells the traces of a process apart.
func (m *Exporter) traceID(e abi.Entry) val {
	return m.PointerTo("workspace has no trace of " + e.Trace)
}

// pcLeave is pc_leave, by which a forward pass leaves its trace.
func pcLeave(r *module.Runtime) *ir.Func {
	return r.Once("pc_leave", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}

// pcTake is pc_take, by which a reverse pass takes it.
func pcTake(r *module.Runtime) *ir.Func {
	return r.Once("pc_take", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}
