package emit

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
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
	if len(op.Args) == 2 {
		return w.sumFrom(w.one(op.Args[1]), x, op.Args[0].Type, nil)
	}
	return w.sumOf(x, op.Args[0].Type)
}

// sumOf adds the lanes of a vector. Of Bools it is whether one is true.
func (w *writer) sumOf(x val, t loopir.Type) val {
	lanes := "v" + strconv.Itoa(int(t.N))
	switch t.Elem {
	case loopir.Real:
		return w.sumFrom(ll.Real(1<<63), x, t, w.Reorder) // -0, which changes no sum
	case loopir.Int:
		w.Size += 8
		return w.Cur.NewCall(w.In.Runtime.WithoutEffects("llvm.vector.reduce.add."+lanes+"i64", types.I64, x.Type()), x)
	}
	return w.Cur.NewCall(w.In.Runtime.WithoutEffects("llvm.vector.reduce.or."+lanes+"i1", types.I1, x.Type()), x)
}

// sumFrom adds the lanes of a vector to a Real: one after the other, unless flags say that another order will do.
func (w *writer) sumFrom(s, x val, t loopir.Type, flags []enum.FastMathFlag) val {
	w.Size += 8
	f := w.In.Runtime.WithoutEffects("llvm.vector.reduce.fadd.v"+strconv.Itoa(int(t.N))+"f64", types.Double, types.Double, x.Type())
	c := w.Cur.NewCall(f, s, x)
	c.FastMathFlags = flags
	return c
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

// vectorPlace is the address of elements that are next to each other. That of the first lane need not be there, if there is a mask:
// so its last index may be any Int.
func (w *writer) vectorPlace(op *loopir.Op, of []val, lanes int) val {
	idx := op.Indices()
	at := make([]val, len(idx))
	for j, i := range idx {
		at[j] = w.laneOf(i, 0)
	}
	t := of[0].Type().(*types.PointerType)
	last := len(at) - 1
	element := at[last]
	switch {
	case op.Mask == nil:
		element = w.position(at, of[1:])
	case last > 0:
		element = w.Cur.NewAdd(w.Operands(w.Mul(w.position(at[:last], of[1:]), of[1+last]), element))
	}
	g := &ir.InstGetElementPtr{ElemType: t.ElemType, Src: of[0], Indices: []val{element}, InBounds: op.Mask == nil, Typ: t}
	w.Cur.Insts = append(w.Cur.Insts, g)
	w.Size++
	return w.Cur.NewBitCast(g, types.NewPointer(types.NewVector(uint64(lanes), t.ElemType)))
}

// accessLanes writes a Load, a Store or an Accum in lanes.
func (w *writer) accessLanes(op *loopir.Op, of []val, lanes int) {
	if sideBySide(op) {
		w.accessRun(op, of, lanes)
		return
	}
	w.accessEach(op, of, lanes)
}

// accessRun is of elements that are next to each other.
func (w *writer) accessRun(op *loopir.Op, of []val, lanes int) {
	l := leaf(op.Args[0].Type.Elem)
	p := w.vectorPlace(op, of, lanes)
	load := func() val {
		if op.Mask == nil {
			return w.LoadFrom(p, l)
		}
		t := types.NewVector(uint64(lanes), l.Type())
		f := w.masked("load", t, t, p.Type(), types.I32, w.one(op.Mask).Type(), t)
		return w.Cur.NewCall(f, p, ll.I32(8), w.one(op.Mask), constant.NewZeroInitializer(t))
	}
	store := func(x val) {
		if op.Mask == nil {
			w.StoreTo(x, p, l)
			return
		}
		f := w.masked("store", x.Type(), types.Void, x.Type(), p.Type(), types.I32, w.one(op.Mask).Type())
		w.Cur.NewCall(f, x, p, ll.I32(8), w.one(op.Mask))
	}
	w.Size += 2
	switch op.Kind {
	case loopir.Load:
		w.set(op.Outs[0], []val{load()})
	case loopir.Store:
		store(w.stored(op))
	default:
		store(w.plus(op, load(), w.stored(op)))
	}
}

// masked is a function of LLVM that reads or writes some elements of a vector.
func (w *writer) masked(what string, t, result types.Type, params ...types.Type) *ir.Func {
	v := t.(*types.VectorType)
	name := "v" + strconv.FormatUint(v.Len, 10) + "i64"
	if v.ElemType.Equal(types.Double) {
		name = "v" + strconv.FormatUint(v.Len, 10) + "f64"
	}
	return w.In.Runtime.Once("llvm.masked."+what+"."+name+".p0"+name, result, params...)
}

// accessEach is of elements one after the other. A lane that is not at work reads the first element, which is there since another
// lane is at work, or adds -0 to it, which changes nothing. Where other threads may be at that element, it is at a place of the
// function's own instead.
func (w *writer) accessEach(op *loopir.Op, of []val, lanes int) {
	l := leaf(op.Args[0].Type.Elem)
	place := w.places(op, of)
	if op.Kind == loopir.Load {
		out := val(constant.NewUndef(types.NewVector(uint64(lanes), l.Type())))
		for k := range lanes {
			out = w.Cur.NewInsertElement(out, w.LoadFrom(place(k), l), ll.I32(int64(k)))
		}
		w.Size += lanes
		w.set(op.Outs[0], []val{out})
		return
	}
	x := w.stored(op)
	if op.Mask != nil && op.Kind == loopir.Accum {
		nothing := val(ll.Int(0))
		if op.Args[0].Type.Elem == loopir.Real {
			nothing = ll.Real(1 << 63)
		}
		x = w.Cur.NewSelect(w.one(op.Mask), x, w.Splat(nothing, uint64(lanes)))
	}
	for k := range lanes {
		one := val(w.Cur.NewExtractElement(x, ll.I32(int64(k))))
		p := place(k)
		switch {
		case op.Kind == loopir.Accum:
			w.StoreTo(w.plus(op, w.LoadFrom(p, l), one), p, l)
		case op.Mask == nil:
			w.StoreTo(one, p, l)
		default:
			yes, done := w.Block("yes"), w.Block("join")
			w.Branch(w.Cur.NewExtractElement(w.one(op.Mask), ll.I32(int64(k))), yes, done)
			w.Use(yes)
			w.StoreTo(one, p, l)
			w.Jump(done)
			w.Use(done)
		}
	}
	w.Size += lanes
}

// places gives the address of the element that an access is to in a lane.
func (w *writer) places(op *loopir.Op, of []val) func(k int) val {
	idx := op.Indices()
	some := make([]val, len(idx)) // the indices of the lanes at work, and 0
	for j, i := range idx {
		if op.Mask != nil && isVector(i) && (i.Def == nil || i.Def.Kind != loopir.Splat) {
			some[j] = w.Cur.NewSelect(w.one(op.Mask), w.one(i), constant.NewZeroInitializer(w.one(i).Type()))
		}
	}
	return func(k int) val {
		at := make([]val, len(idx))
		for j, i := range idx {
			if some[j] == nil {
				at[j] = w.laneOf(i, k)
				continue
			}
			w.Size++
			at[j] = w.Cur.NewExtractElement(some[j], ll.I32(int64(k)))
		}
		p := w.GEP(of[0], w.position(at, of[1:]))
		if op.Mask == nil || !w.Threads {
			return p
		}
		return w.Cur.NewSelect(w.Cur.NewExtractElement(w.one(op.Mask), ll.I32(int64(k))), p, w.nowhere(op.Args[0].Type.Elem))
	}
}

// nowhere is a place of the function's own that nobody reads for what is there.
func (w *writer) nowhere(e loopir.Elem) val {
	if w.spare[e] == nil {
		t := element(leaf(e))
		w.spare[e] = w.Alloca(t, 1)
		w.Entry.Insts = append(w.Entry.Insts, ir.NewStore(constant.NewZeroInitializer(t), w.spare[e]))
	}
	return w.spare[e]
}

// inPieces computes with vectors of a register each, of which vectors are made that are longer.
func (w *writer) inPieces(in []val, compute func(in []val) val) val {
	if len(in) == 0 {
		return compute(in)
	}
	t, ok := in[0].Type().(*types.VectorType)
	if !ok || w.Lanes < 2 || int(t.Len) <= w.Lanes {
		return compute(in)
	}
	var parts []val
	for at := 0; at < int(t.Len); at += w.Lanes {
		part := make([]val, len(in))
		for i, x := range in {
			part[i] = x
			if _, ok := x.Type().(*types.VectorType); ok {
				part[i] = w.Cur.NewShuffleVector(x, constant.NewUndef(x.Type()), lanesFrom(at, w.Lanes))
			}
		}
		parts = append(parts, compute(part))
	}
	for len(parts) > 1 { // there are 2, 4 or 8
		var longer []val
		for k := 0; k < len(parts); k += 2 {
			n := int(parts[k].Type().(*types.VectorType).Len)
			longer = append(longer, w.Cur.NewShuffleVector(parts[k], parts[k+1], lanesFrom(0, 2*n)))
		}
		parts = longer
	}
	w.Size += 4
	return parts[0]
}

// lanesFrom are n numbers of lanes.
func lanesFrom(first, n int) *constant.Vector {
	list := make([]constant.Constant, n)
	for k := range list {
		list[k] = constant.NewInt(types.I32, int64(first+k))
	}
	return constant.NewVector(types.NewVector(uint64(n), types.I32), list...)
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
