package emit

import (
	"strconv"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
)

// A vector of the loop IR is one of LLVM: <8 x double>, <8 x i64>, <8 x i1>.

// isVector says that a value is a vector.
func isVector(v *loopir.Value) bool { return v.Type.Form == loopir.Vector }

// vector writes a Splat, an Iota or a Reduce.
func (w *writer) vector(op *loopir.Op) val {
	x := w.one(op.Args[0])
	switch op.Kind {
	case loopir.Splat:
		return w.Splat(x, uint64(op.Outs[0].Type.N))
	case loopir.Iota:
		lanes := int(op.Outs[0].Type.N)
		steps := make([]constant.Constant, lanes)
		for k := range steps {
			steps[k] = constant.NewInt(types.I64, int64(k))
		}
		w.Size++
		return w.Cur.NewAdd(w.Splat(x, uint64(lanes)), constant.NewVector(types.NewVector(uint64(lanes), types.I64), steps...))
	}
	return w.sumOf(x, op.Args[0].Type)
}

// sumOf adds the lanes of a vector. Of Bools it is whether one is true.
func (w *writer) sumOf(x val, t loopir.Type) val {
	w.Size += 8
	lanes := "v" + strconv.Itoa(int(t.N))
	switch t.Elem {
	case loopir.Real:
		f := w.In.Runtime.WithoutEffects("llvm.vector.reduce.fadd."+lanes+"f64", types.Double, types.Double, x.Type())
		c := w.Cur.NewCall(f, ll.Real(0), x)
		c.FastMathFlags = w.Reorder
		return c
	case loopir.Int:
		return w.Cur.NewCall(w.In.Runtime.WithoutEffects("llvm.vector.reduce.add."+lanes+"i64", types.I64, x.Type()), x)
	}
	return w.Cur.NewCall(w.In.Runtime.WithoutEffects("llvm.vector.reduce.or."+lanes+"i1", types.I1, x.Type()), x)
}

// inLanes says that an access is of vectors, and how many lanes these have.
func inLanes(op *loopir.Op) (lanes int) {
	for _, i := range op.Indices() {
		if isVector(i) {
			return int(i.Type.N)
		}
	}
	return 0
}

// sideBySide says that the elements of an access are next to each other: the last index is an Iota, and no other one is a vector.
func sideBySide(op *loopir.Op) bool {
	at := op.Indices()
	for k, i := range at {
		if isVector(i) && (k < len(at)-1 || i.Def == nil || i.Def.Kind != loopir.Iota) {
			return false
		}
	}
	return op.Args[0].Type.Elem != loopir.Bool
}

// laneOf is an index in a lane.
func (w *writer) laneOf(i *loopir.Value, k int) val {
	switch d := i.Def; {
	case !isVector(i):
		return w.one(i)
	case d != nil && d.Kind == loopir.Splat:
		return w.one(d.Args[0])
	case d != nil && d.Kind == loopir.Iota:
		return w.Add(w.one(d.Args[0]), ll.Int(k))
	}
	w.Size++
	return w.Cur.NewExtractElement(w.one(i), ll.I32(int64(k)))
}

// placeIn is the address of the element that an access is to in a lane.
func (w *writer) placeIn(op *loopir.Op, of []val, k int) val {
	idx := op.Indices()
	at := make([]val, len(idx))
	for j, i := range idx {
		at[j] = w.laneOf(i, k)
	}
	return w.GEP(of[0], w.position(at, of[1:]))
}

// vectorPlace is the address of elements that are next to each other.
func (w *writer) vectorPlace(op *loopir.Op, of []val, lanes int) val {
	p := w.placeIn(op, of, 0)
	t := types.NewVector(uint64(lanes), p.Type().(*types.PointerType).ElemType)
	return w.Cur.NewBitCast(p, types.NewPointer(t))
}

// accessLanes writes a Load, a Store or an Accum in lanes. Elements that are not next to each other are accessed one after the
// other.
func (w *writer) accessLanes(op *loopir.Op, of []val, lanes int) {
	l := leaf(op.Args[0].Type.Elem)
	if sideBySide(op) {
		p := w.vectorPlace(op, of, lanes)
		switch op.Kind {
		case loopir.Load:
			w.set(op.Outs[0], []val{w.LoadFrom(p, l)})
		case loopir.Store:
			w.StoreTo(w.stored(op), p, l)
		default:
			w.StoreTo(w.plus(op, w.LoadFrom(p, l), w.stored(op)), p, l)
		}
		return
	}
	if op.Kind == loopir.Load {
		out := val(constant.NewUndef(types.NewVector(uint64(lanes), l.Type())))
		for k := range lanes {
			out = w.Cur.NewInsertElement(out, w.LoadFrom(w.placeIn(op, of, k), l), ll.I32(int64(k)))
		}
		w.Size += lanes
		w.set(op.Outs[0], []val{out})
		return
	}
	x := w.stored(op)
	for k := range lanes {
		p := w.placeIn(op, of, k)
		one := val(w.Cur.NewExtractElement(x, ll.I32(int64(k))))
		if op.Kind == loopir.Accum {
			one = w.plus(op, w.LoadFrom(p, l), one)
		}
		w.StoreTo(one, p, l)
	}
	w.Size += lanes
}

// plus is what an Accum puts into an element.
func (w *writer) plus(op *loopir.Op, old, x val) val {
	if leaf(op.Args[0].Type.Elem) == abi.IntLeaf {
		return w.Cur.NewAdd(old, x)
	}
	sum := w.Cur.NewFAdd(old, x)
	sum.FastMathFlags = w.Reorder
	w.Size++
	return sum
}
