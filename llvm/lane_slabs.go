package llvm

import (
	"slices"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// Iterations j of a row of a matrix, [Σ over a, b of c[f, a, b] * x[i + a, j + b] for f < k, i < n, j < m],
// all add to the same part c[f] of an accumulator. So the lanes have copies of this part, from the
// first block of iterations to the last, as they have of a whole accumulator for a sum:
//
//	before the blocks:  to[a, b] = 0
//	in the lanes:       c[f, a, b] += x    ↦    to[a, b] += x
//	after the blocks:   c[f, a, b] += Σ over lanes of to[a, b]
//
// If the part is too large for that, what lanes add is added up after each loop inside (lane_sums.go).

// A laneSlab is a part of an accumulator: all elements whose indices begin with some that
// are known before the loop.
type laneSlab struct {
	buffers, at, dims []val
	to                []val // the copy of each leaf
}

// length is the number of its elements.
func (s *laneSlab) length(b *builder) val { return b.Product(s.dims[len(s.at):]) }

// addToSlab adds to an element in a copy; false where there is none.
func (b *builder) addToSlab(elem proc.Type, buffers, dims, idx, x []val) bool {
	l := b.lanes
	if l == nil || !l.slabbed || len(buffers) == 0 || slices.ContainsFunc(b.Leaves(elem), func(l abi.Leaf) bool { return l != abi.RealLeaf }) {
		return false
	}
	for _, v := range slices.Concat(buffers, dims) {
		if !b.before(v) {
			return false
		}
	}
	if b.inLanes(buffers[0]) || slices.ContainsFunc(idx, isVector) {
		return false
	}
	n := 0
	for n < len(idx) && b.before(idx[n]) {
		n++
	}
	if o := b.innermostLane(); o != nil && n < len(idx) && idx[len(idx)-1] == o.index {
		l.along = append(l.along, o)
	}
	s := b.slabOf(buffers, dims, idx[:n])
	var at val = ll.Int(0)
	if n < len(idx) {
		at = b.position(idx[n:], dims[n:])
	}
	for k, p := range s.to {
		cell := b.gep(p, at)
		old := b.Cur.NewLoad(b.typeIn(abi.RealLeaf), cell)
		old.Align = 8
		b.Cur.NewStore(b.accumulate(old, b.splat(x[k])), cell).Align = 8
		b.Size += 2
	}
	return true
}

// slabOf finds or makes the copies.
func (b *builder) slabOf(buffers, dims, at []val) *laneSlab {
	l := b.lanes
	k := slices.IndexFunc(l.slabs, func(s *laneSlab) bool { return slices.Equal(s.buffers, buffers) && slices.Equal(s.at, at) })
	if k >= 0 {
		return l.slabs[k]
	}
	s := &laneSlab{buffers: buffers, at: slices.Clone(at), dims: dims}
	l.slabs = append(l.slabs, s)
	mask := l.mask
	l.mask = nil // the copies are for all lanes
	b.inBlock(l.top, func() {
		for range buffers {
			s.to = append(s.to, b.blankBuffer(s.length(b), abi.RealLeaf))
		}
	})
	l.mask = mask
	return s
}

// addSlabs adds the copies to the accumulators, after the blocks. If no iteration has added,
// the part need not exist.
func (b *builder) addSlabs() {
	for _, s := range b.lanes.slabs {
		var exists val = constant.True
		for k, i := range s.at {
			if !b.isBelow(i, s.dims[k]) {
				exists = b.Cur.NewAnd(exists, b.ICmp(enum.IPredULT, i, s.dims[k]))
			}
		}
		b.when(exists, func() { b.addSlab(s) })
	}
	b.freeSlabs()
}

func (b *builder) addSlab(s *laneSlab) {
	n := s.length(b)
	for k, p := range s.buffers {
		if len(s.at) > 0 {
			p = b.gep(p, b.Mul(b.position(s.at, s.dims), n))
		}
		b.call(rowsFunc(b.Runtime, b, "pc_add_lanes"), b.Cur.NewBitCast(s.to[k], abi.RealPtr), p, n, ll.Int(b.lanes.width))
	}
}

func (b *builder) freeSlabs() {
	for _, s := range b.lanes.slabs {
		for _, p := range s.to {
			b.release(p)
		}
	}
}

// fewInSlabs is the condition under which n iterations, which are a block at least, have copies.
func (b *builder) fewInSlabs(n val, slabs []*laneSlab) val {
	var few val = constant.True
	for _, s := range slabs {
		length := s.length(b)
		if k, known := length.(ll.Int); known && k <= ll.Int(maxOwn*b.laneWidth()) {
			continue
		}
		one := b.ICmp(enum.IPredULE, length, b.Cur.NewMul(n, ll.Int(maxOwn)))
		if few == constant.True {
			few = one
		} else {
			few = b.Cur.NewAnd(few, one)
		}
	}
	return few
}
