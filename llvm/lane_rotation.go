package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
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

// A window is a place to which lanes add in a loop inside: d·q + f in iteration q.
type window struct {
	d int64
	f val // computed before the loop
}

// addToWindow adds to an element by way of a window; false where the lanes do not
// run along the elements from iteration to iteration.
func (b *builder) addToWindow(elem proc.Type, buffers, dims, idx, x []val) bool {
	o, last := b.innermostLane(), len(idx)-1
	if o == nil || o.cases > 0 || b.lanes.mask != nil || b.without(optim.LaneRotation) || len(buffers) == 0 || b.inLanes(buffers[0]) {
		return false
	}
	if slices.ContainsFunc(b.leavesOf(elem), func(l leaf) bool { return l != realLeaf }) || slices.ContainsFunc(idx[:last], isVector) {
		return false
	}
	c, even := b.lanes.from[idx[last]]
	if !even || c.step() != 1 {
		return false
	}
	at := c.first
	if last > 0 {
		at = b.cur.NewAdd(b.mul(b.position(idx[:last], dims), dims[last]), at)
	}
	w, ok := b.windowAt(o, at)
	if !ok || w.d != 1 && w.d != -1 || slices.ContainsFunc(buffers, func(p val) bool { return !b.above(o, p) }) {
		return false
	}
	for k, p := range buffers {
		b.addOneWindow(o, w, p, at, x[k])
	}
	return true
}

// windowAt writes a place as d·q + f, for the number q of the iteration of a loop.
func (b *builder) windowAt(o *laneLoop, v val) (w window, ok bool) {
	if v == o.index {
		return window{1, intConst(0)}, true
	}
	if b.above(o, v) {
		return window{0, v}, true
	}
	both := func(x, y val) (p, q window, ok bool) {
		if p, ok = b.windowAt(o, x); ok {
			q, ok = b.windowAt(o, y)
		}
		return
	}
	pre := func(f func(at *ir.Block) val) (v val) {
		b.size++
		return f(o.pre)
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if p, q, ok := both(v.X, v.Y); ok {
			return window{p.d + q.d, pre(func(at *ir.Block) val { return at.NewAdd(p.f, q.f) })}, true
		}
	case *ir.InstSub:
		if p, q, ok := both(v.X, v.Y); ok {
			return window{p.d - q.d, pre(func(at *ir.Block) val { return at.NewSub(p.f, q.f) })}, true
		}
	case *ir.InstMul:
		if p, q, ok := both(v.X, v.Y); ok && p.d == 0 && q.d == 0 {
			return window{0, pre(func(at *ir.Block) val { return at.NewMul(p.f, q.f) })}, true
		}
	}
	return window{}, false
}

// addOneWindow adds in a window of its own, from which the element that no later
// iteration reaches leaves.
func (b *builder) addOneWindow(o *laneLoop, w window, p, at, x val) {
	width := b.lanes.width
	cell := b.alloca(b.typeIn(realLeaf), 1)
	b.inBlock(o.pre, func() { b.cur.NewStore(b.splat(real(0)), cell) })
	load := func() val {
		v := b.cur.NewLoad(b.typeIn(realLeaf), cell)
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
	b.addEach(1, p, b.cur.NewExtractElement(sum, i32(int64(out))), func(int) val { return b.cur.NewAdd(at, intConst(out)) })
	next := b.cur.NewShuffleVector(sum, b.splat(real(0)), laneList(lanes))
	b.cur.NewStore(next, cell).Align = 8
	b.size += 5
	first := 0
	if w.d < 0 {
		first = 1
	}
	o.sums = append(o.sums, &laneSum{end: func() {
		b.when(b.icmp(enum.IPredNE, o.lo, o.hi), func() {
			b.addRest(p, b.cur.NewAdd(w.f, b.cur.NewMul(o.hi, intConst(w.d))), load(), first)
		})
	}})
}

// addRest adds W-1 lanes of a vector, from one on, to the elements from a place on.
func (b *builder) addRest(p, from, v val, lane int) {
	for n := b.lanes.width / 2; n > 0; n /= 2 {
		t := types.NewVector(uint64(n), types.Double)
		at := b.cur.NewBitCast(b.gep(p, b.cur.NewAdd(from, intConst(lane))), types.NewPointer(t))
		old := b.cur.NewLoad(t, at)
		old.Align = 8
		lanes := make([]int, n)
		for k := range lanes {
			lanes[k] = lane + k
		}
		b.cur.NewStore(b.accumulate(old, b.cur.NewShuffleVector(v, constant.NewUndef(v.Type()), laneList(lanes))), at).Align = 8
		b.size += 4
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
