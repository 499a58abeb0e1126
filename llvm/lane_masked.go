package llvm

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/ll"
	"procad/llvm/module"
)

// In a branch some lanes are at work. Elements of theirs that lie side by side are a
// vector still, of which those of the other lanes are left out: these need not exist.
//
//	x[f + k]         ↦    masked load from x + f, and 0 in the other lanes
//	s[f + k] += v    ↦    masked load from s + f, plus v, masked store

// A maskedRun is what an index was that is 0 in the lanes that are not at work.
type maskedRun struct{ first, mask val }

// runAtWork notes that an index in the lanes at work, v, is i there.
func (b *builder) runAtWork(v, i val) val {
	if c, ok := b.lanes.from[i]; ok && c.step() == 1 {
		b.lanes.runs[v] = maskedRun{c.first, b.lanes.mask}
	}
	return v
}

// beside is a pointer to the vector that begins with an element, which need not exist.
func (b *builder) beside(p, first val) val {
	t := p.Type().(*types.PointerType)
	g := &ir.InstGetElementPtr{ElemType: t.ElemType, Src: p, Indices: []val{first}, Typ: t}
	b.Cur.Insts = append(b.Cur.Insts, g)
	b.Size += 2
	return b.Cur.NewBitCast(g, types.NewPointer(b.vectorOf(t.ElemType)))
}

// loadMasked reads the elements from p[first] on, 0 where the mask has none.
func (b *builder) loadMasked(p, first, mask val) val {
	from := b.beside(p, first)
	t := from.Type().(*types.PointerType).ElemType
	f := maskedIntrinsic(b.Runtime, "load", t, t, from.Type(), types.I32, mask.Type(), t)
	b.Size++
	return b.Cur.NewCall(f, from, ll.I32(8), mask, constant.NewZeroInitializer(t))
}

// addMasked adds to the elements from p[first] on that the mask has.
func (b *builder) addMasked(p, first, x, mask val) {
	sum := b.accumulate(b.loadMasked(p, first, mask), b.splat(x))
	to := b.beside(p, first)
	f := maskedIntrinsic(b.Runtime, "store", sum.Type(), types.Void, sum.Type(), to.Type(), types.I32, mask.Type())
	b.Size++
	b.Cur.NewCall(f, sum, to, ll.I32(8), mask)
}

// inRange is a mask of the lanes k for which first + k < n.
func (b *builder) inRange(first, n val) val {
	steps := make([]constant.Constant, b.lanes.width)
	for k := range steps {
		steps[k] = constant.NewInt(types.I64, int64(k))
	}
	iota := constant.NewVector(types.NewVector(uint64(b.lanes.width), types.I64), steps...)
	b.Size += 2
	return b.ICmp(enum.IPredULT, b.Cur.NewAdd(b.splat(first), iota), b.splat(n))
}

// maskedIntrinsic is a function of LLVM that reads or writes some elements of a vector of type t.
func maskedIntrinsic(r *module.Runtime, what string, t types.Type, result types.Type, params ...types.Type) *ir.Func {
	vt := t.(*types.VectorType)
	name := "v" + strconv.FormatUint(vt.Len, 10) + "i64"
	if vt.ElemType.Equal(types.Double) {
		name = "v" + strconv.FormatUint(vt.Len, 10) + "f64"
	}
	symbol := "llvm.masked." + what + "." + name + ".p0" + name
	return r.Once(symbol, result, params...)
}
