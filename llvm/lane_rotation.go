package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// In iteration q of a loop inside, lane k adds to s[f + q + k]: one iteration later the lanes
// are one element further. A vector that is added to memory would wait until the
// one before is stored, as they overlap but are not the same. So the lanes
// add in a register that moves along s, and each iteration one element leaves it:
//
//	window = 0
//	in iteration q of lo ≤ q < hi:  window += x;  s[f + q] += window[0];  window = (window[1], …, window[W-1], 0)
//	after the loop:            s[f + hi + k] += window[k]  for k < W-1
//
// Where the lanes add to s[f - q + k] all is the other way round.

// A window is a place in a row to which lanes add in a loop inside: d·q + f in iteration q. The row
// is the same in all iterations.
//
// In a branch the lanes that are not at work add zero, and their elements need not be there:
// what leaves the window is added if it is.
type window struct {
	d     int64
	f     val // computed before the loop
	below val // the elements that are there, from 0 on; nil if all are
}

// addToWindow adds to an element by way of a window; false where the lanes do not
// run along the elements from iteration to iteration.
func (b *builder) addToWindow(elem proc.Type, buffers, dims, idx, x []val) bool {
	o, last := b.innermostLane(), len(idx)-1
	if o == nil || o.cases > o.masked || b.without(optim.LaneRotation) || len(buffers) == 0 || b.inLanes(buffers[0]) {
		return false
	}
	if slices.ContainsFunc(b.Leaves(elem), func(l abi.Leaf) bool { return l != abi.RealLeaf }) || slices.ContainsFunc(idx[:last], isVector) {
		return false
	}
	var first, below val // below is what an element must be to be there, where that is not known
	if r, ok := b.lanes.runs[idx[last]]; ok {
		first, below = r.first, dims[last]
	} else if c, even := b.lanes.from[idx[last]]; even && c.step() == 1 && b.lanes.mask == nil {
		first = c.first
	} else {
		return false
	}
	w, ok := b.windowAt(o, first)
	if !ok || w.d != 1 && w.d != -1 || below != nil && !b.above(o, below) {
		return false
	}
	buffers = slices.Clone(buffers)
	for k, p := range buffers {
		if buffers[k] = b.rowAt(o, p); buffers[k] == nil {
			return false
		}
	}
	w.below = below
	row := val(ll.Int(0))
	if last > 0 {
		r, ok := b.windowAt(o, b.Mul(b.position(idx[:last], dims), dims[last]))
		if !ok || r.d != 0 {
			return false
		}
		row = r.f
	}
	for k, p := range buffers {
		b.addOneWindow(o, w, p, row, first, x[k])
	}
	return true
}

// windowAt writes a place as d·q + f, for the number q of the iteration of a loop.
func (b *builder) windowAt(o *laneLoop, v val) (w window, ok bool) {
	if v == o.index {
		return window{d: 1, f: ll.Int(0)}, true
	}
	if b.above(o, v) {
		return window{f: v}, true
	}
	both := func(x, y val) (p, q window, ok bool) {
		if p, ok = b.windowAt(o, x); ok {
			q, ok = b.windowAt(o, y)
		}
		return
	}
	pre := func(f func(at *ir.Block) val) (v val) {
		b.Size++
		return f(o.pre)
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if p, q, ok := both(v.X, v.Y); ok {
			return window{d: p.d + q.d, f: pre(func(at *ir.Block) val { return at.NewAdd(p.f, q.f) })}, true
		}
	case *ir.InstSub:
		if p, q, ok := both(v.X, v.Y); ok {
			return window{d: p.d - q.d, f: pre(func(at *ir.Block) val { return at.NewSub(p.f, q.f) })}, true
		}
	case *ir.InstMul:
		if p, q, ok := both(v.X, v.Y); ok && p.d == 0 && q.d == 0 {
			return window{f: pre(func(at *ir.Block) val { return at.NewMul(p.f, q.f) })}, true
		}
	case *ir.InstSelect: // an index that is 0 where it would be wrong
		c, ok := v.Cond.(*ir.InstICmp)
		if !ok || isVector(c) {
			break
		}
		x, y, ok := both(c.X, c.Y)
		p, q, ok2 := both(v.ValueTrue, v.ValueFalse)
		if ok && ok2 && x.d == 0 && y.d == 0 && p.d == 0 && q.d == 0 {
			return window{f: pre(func(at *ir.Block) val { return at.NewSelect(at.NewICmp(c.Pred, x.f, y.f), p.f, q.f) })}, true
		}
	}
	return window{}, false
}

// rowAt writes before a loop where a row begins that is the same in all iterations; nil if it is none.
func (b *builder) rowAt(o *laneLoop, p val) val {
	if b.above(o, p) {
		return p
	}
	g, ok := p.(*ir.InstGetElementPtr)
	if !ok || len(g.Indices) != 1 {
		return nil
	}
	from := b.rowAt(o, g.Src)
	if from == nil {
		return nil
	}
	if w, ok := b.windowAt(o, g.Indices[0]); ok && w.d == 0 {
		at := o.pre.NewGetElementPtr(g.ElemType, from, w.f)
		at.InBounds = g.InBounds
		b.Size++
		return at
	}
	return nil
}

// addOneWindow adds in a window of its own, at an element of a row and those after it. The element
// that no later iteration reaches leaves the window.
func (b *builder) addOneWindow(o *laneLoop, w window, p, row, first, x val) {
	width := b.lanes.width
	cell := b.Alloca(b.typeIn(abi.RealLeaf), 1)
	b.inBlock(o.pre, func() { b.Cur.NewStore(b.splat(real(0)), cell) })
	load := func() val {
		v := b.Cur.NewLoad(b.typeIn(abi.RealLeaf), cell)
		v.Align = 8
		return v
	}
	sum := b.accumulate(load(), b.splat(x))
	out, lanes := 0, make([]int, width)
	for k := range lanes {
		lanes[k] = k + 1 // that of zeros is the lane W
	}
	if w.d < 0 {
		out = width - 1
		for k := range lanes {
			lanes[k] = (k + width) % (width + 1)
		}
	}
	at := b.Cur.NewAdd(first, ll.Int(out))
	b.whenBelow(at, w.below, func() {
		b.addEach(1, p, b.Cur.NewExtractElement(sum, ll.I32(int64(out))), func(int) val { return b.Cur.NewAdd(row, at) })
	})
	next := b.Cur.NewShuffleVector(sum, b.splat(real(0)), laneList(lanes))
	b.Cur.NewStore(next, cell).Align = 8
	b.Size += 5
	rest := 0
	if w.d < 0 {
		rest = 1
	}
	o.sums = append(o.sums, &laneSum{end: func() {
		b.when(b.ICmp(enum.IPredNE, o.lo, o.hi), func() {
			from := b.Cur.NewAdd(w.f, b.Cur.NewMul(o.hi, ll.Int(w.d)))
			if w.below != nil { // the lane that left last is zero
				b.addMasked(p, b.Cur.NewAdd(row, from), load(), b.inRange(from, w.below))
				return
			}
			b.addRest(p, b.Cur.NewAdd(row, from), load(), rest)
		})
	}})
}

// whenBelow runs f if 0 ≤ i < n, or in any case if n is nil.
func (b *builder) whenBelow(i, n val, f func()) {
	if n == nil {
		f()
		return
	}
	b.when(b.ICmp(enum.IPredULT, i, n), f)
}

// addRest adds W-1 lanes of a vector, from one on, to the elements from a place on.
func (b *builder) addRest(p, from, v val, lane int) {
	for n := b.lanes.width / 2; n > 0; n /= 2 {
		t := types.NewVector(uint64(n), types.Double)
		at := b.Cur.NewBitCast(b.gep(p, b.Cur.NewAdd(from, ll.Int(lane))), types.NewPointer(t))
		old := b.Cur.NewLoad(t, at)
		old.Align = 8
		lanes := make([]int, n)
		for k := range lanes {
			lanes[k] = lane + k
		}
		b.Cur.NewStore(b.accumulate(old, b.Cur.NewShuffleVector(v, constant.NewUndef(v.Type()), laneList(lanes))), at).Align = 8
		b.Size += 4
		lane += n
	}
}

// laneList says which lanes of two vectors a shuffle takes.
func laneList(lanes []int) val {
	list := make([]constant.Constant, len(lanes))
	for k, l := range lanes {
		list[k] = constant.NewInt(types.I32, int64(l))
	}
	return constant.NewVector(types.NewVector(uint64(len(lanes)), types.I32), list...)
}
