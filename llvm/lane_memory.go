package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// loadLanes reads at a place that varies, or in lanes.
func (b *builder) loadLanes(p, index val) val {
	elem := p.Type().(*types.PointerType).ElemType
	b.Size++
	if vt, ok := elem.(*types.VectorType); ok {
		if !isVector(index) {
			v := b.Cur.NewLoad(elem, b.gep(p, index))
			v.Align = 8
			return v
		}
		cells := b.Cur.NewBitCast(p, types.NewPointer(vt.ElemType))
		return b.eachLane(vt.ElemType, func(k int) val {
			return b.Cur.NewLoad(vt.ElemType, b.gep(cells, b.cellOf(index, k)))
		})
	}
	if c, ok := b.lanes.from[index]; ok && c.step() == 1 && !elem.Equal(types.I8) {
		vt := b.vectorOf(elem)
		v := b.Cur.NewLoad(vt, b.Cur.NewBitCast(b.gep(p, c.first), types.NewPointer(vt)))
		v.Align = 8
		return v
	}
	if r, ok := b.lanes.runs[index]; ok && !elem.Equal(types.I8) {
		return b.loadMasked(p, r.first, r.mask)
	}
	b.scattered()
	v := b.eachLane(elem, func(k int) val { return b.Cur.NewLoad(elem, b.gepFrom(p, b.lane(index, k))) })
	if elem.Equal(types.I8) {
		return b.Cur.NewTrunc(v, b.vectorOf(types.I1))
	}
	return v
}

// gepFrom is where an element is. That of an Int to whose place a constant is added is so
// many elements after another: it may be an index that is checked, and LLVM adds the constant
// anew after each check, but not to an address.
func (b *builder) gepFrom(p, at val) val {
	if v, ok := at.(*ir.InstAdd); ok && len(v.OverflowFlags) > 0 && p.Type().Equal(abi.WordPtr) {
		if c, ok := v.Y.(ll.Int); ok && c > 0 {
			return b.gep(b.gep(p, v.X), c)
		}
	}
	return b.gep(p, at)
}

// cellOf is the place of a lane's element in an array in lanes.
func (b *builder) cellOf(index val, k int) val {
	return b.Add(b.Mul(b.lane(index, k), ll.Int(b.lanes.width)), ll.Int(k))
}

// scattered notes an access for each lane: in a loop that commutes LLVM can use
// vectors along that loop, so nothing is won by lanes.
func (b *builder) scattered() {
	if n := len(b.lanes.loops); n > 0 && b.lanes.loops[n-1].commutes {
		b.noLanes("the elements that the lanes read are not next to each other")
	}
}

// storeLanes writes to an array in lanes. Of other arrays all lanes have only one.
func (b *builder) storeLanes(v, p, index val) {
	if b.lanes.fills[p] {
		b.fillLanes(v, p, index)
		return
	}
	vt, ok := p.Type().(*types.PointerType).ElemType.(*types.VectorType)
	if !ok {
		b.noLanes("elements of an array vary that are no Reals")
	}
	b.Size++
	if !isVector(index) {
		b.Cur.NewStore(b.as(v, vt), b.gep(p, index)).Align = 8
		return
	}
	cells := b.Cur.NewBitCast(p, types.NewPointer(vt.ElemType))
	for k := range b.lanes.width {
		b.Cur.NewStore(b.lane(v, k), b.gep(cells, b.cellOf(index, k)))
	}
}

// addLanesAt adds to an element of an accumulator.
func (b *builder) addLanesAt(root *ref, p, index, x val) {
	elem := p.Type().(*types.PointerType).ElemType
	vt, inLanes := elem.(*types.VectorType)
	switch {
	case inLanes && !isVector(index):
		at := b.gep(p, index)
		old := b.Cur.NewLoad(elem, at)
		old.Align = 8
		b.Cur.NewStore(b.accumulate(old, b.splat(x)), at).Align = 8
		b.Size += 2
	case inLanes:
		cells := b.Cur.NewBitCast(p, types.NewPointer(vt.ElemType))
		b.addEach(b.lanes.width, cells, x, func(k int) val { return b.cellOf(index, k) })
	case !isVector(index):
		if root.array() == nil {
			b.lanes.shared[root] = true
		}
		b.addEach(1, p, b.addLanes(x), func(int) val { return index })
	default:
		if c, ok := b.lanes.from[index]; ok && c.step() == 1 {
			v := b.vectorOf(elem)
			at := b.Cur.NewBitCast(b.gep(p, c.first), types.NewPointer(v))
			old := b.Cur.NewLoad(v, at)
			old.Align = 8
			b.Cur.NewStore(b.accumulate(old, b.splat(x)), at).Align = 8
			b.Size += 3
			return
		}
		if r, ok := b.lanes.runs[index]; ok {
			b.addMasked(p, r.first, x, r.mask)
			return
		}
		b.scattered()
		b.addEach(b.lanes.width, p, x, func(k int) val { return b.lane(index, k) })
	}
}

// addEach adds n lanes, one after the other.
func (b *builder) addEach(n int, p, x val, at func(k int) val) {
	for k := range n {
		cell := b.gep(p, at(k))
		old := b.Cur.NewLoad(types.Double, cell)
		b.Cur.NewStore(b.accumulate(old, b.lane(x, k)), cell)
		b.Size += 2
	}
}

// noteAcross notes in the trial that a loop inside reads across the lanes, as x[j, i]
// in iteration j for lane i: the lanes read what lies side by side, where each iteration by
// itself would read from another row.
func (b *builder) noteAcross(idx []val) {
	l, o := b.lanes, b.innermostLane()
	if !l.trial || o == nil {
		return
	}
	last := len(idx) - 1
	c, even := l.from[idx[last]]
	l.across = l.across || even && c.step() == 1 && slices.ContainsFunc(idx[:last], func(j val) bool { return !b.above(o, j) })
}

// places are where elements are whose indices vary, but for the last, which may
// vary by itself: each lane reckons on its own.
func (b *builder) places(idx, dims []val) val {
	if !slices.ContainsFunc(idx[:len(idx)-1], isVector) {
		return nil
	}
	s := &spread{in: make([]val, b.lanes.width), t: b.vectorOf(types.I64)}
	for k := range s.in {
		own := make([]val, len(idx))
		for j, i := range idx {
			own[j] = b.lane(i, k)
		}
		s.in[k] = b.position(own, dims)
	}
	return s
}

// rowOfLanes is a row whose place varies, or a part of one; nil if it does not vary.
func (b *builder) rowOfLanes(r *ref, idx []val) *ref {
	if len(r.place) == 0 && !slices.ContainsFunc(idx, isVector) {
		return nil
	}
	a := r.array()
	idx = b.indices(idx, b.dims(r))
	place := append(r.place[:len(r.place):len(r.place)], idx...)
	return &ref{mode: r.mode, typ: proc.NewArray(a.Rank-len(idx), a.Elem), vals: r.vals, place: place, root: r.whole()}
}

// whole demands that what a name stands for is no row whose place varies.
func (b *builder) whole(r *ref) {
	if len(r.place) > 0 {
		b.noLanes("a row whose place varies is used as a whole")
	}
}
