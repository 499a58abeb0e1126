package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// All lanes add to the same element of an accumulator from outside. So what
// they add is added up over the lanes first, and not in each iteration of a loop
// inside, but after it:
//
//	in iteration j of a loop,  s[c, j] += x    ↦    to[j] = x;       after the loop  s[c, j] += Σ over lanes of to[j]
//	in iteration j of a loop,  s[c] += x       ↦    cell += x;       after the loop  s[c] += cell
//	anywhere else,        s[c] += x       ↦    s[c] += Σ over lanes of x
//
// Where all accumulators are small, they have copies in lanes instead, and the
// lanes are added up once, after all blocks of iterations.

// A laneSum is what is gathered in a loop: for a row of elements, or for one.
type laneSum struct {
	key   []val
	to    []*laneBuffer // for each leaf
	begun bool          // the iteration has added before
	end   func()        // what comes after the loop
}

// A laneBuffer is memory for a laneSum.
type laneBuffer struct {
	length val // in elements; nil for a cell
	p      val
	used   bool
}

// innermostLane is the loop in an iteration that the code stands in; nil if there is none.
func (b *builder) innermostLane() *laneLoop {
	if l := b.lanes; l != nil && len(l.loops) > 0 {
		return l.loops[len(l.loops)-1]
	}
	return nil
}

// addInLoop adds to an element after the loop at hand. It does nothing, and gives
// false, where that cannot be: if not every iteration adds, or they add neither to one
// element nor to those of a row in order.
func (b *builder) addInLoop(root *ref, elem proc.Type, buffers, dims, idx []val, x []val) bool {
	o := b.innermostLane()
	if o == nil || o.cases > o.masked || len(buffers) == 0 || b.inLanes(buffers[0]) || root.array() == nil {
		return false
	}
	if slices.ContainsFunc(b.Leaves(elem), func(l abi.Leaf) bool { return l != abi.RealLeaf }) {
		return false
	}
	last := len(idx) - 1
	for _, v := range append(append(append([]val(nil), buffers...), idx[:last]...), dims...) {
		if isVector(v) || !b.above(o, v) {
			return false
		}
	}
	switch at := b.mirrored(o, idx[last]); {
	case at == o.index || at == o.down:
		if !b.before(dims[last]) {
			return false
		}
		s := b.sumOfRow(o, root, buffers, dims, idx[:last], at == o.down)
		for k := range s.to {
			b.addToBuffer(s, k, at, x[k])
		}
		s.begun = true
	case !isVector(at) && b.above(o, at):
		s := b.sumOfElement(o, root, elem, buffers, dims, idx)
		for k, buffer := range s.to {
			b.Cur.NewStore(b.accumulate(b.load(buffer.p, ll.Int(0)), b.splat(x[k])), buffer.p)
		}
	default:
		return false
	}
	return true
}

// addToBuffer adds to an element of the buffer, where what was there before this iteration
// does not count.
func (b *builder) addToBuffer(s *laneSum, k int, at, x val) {
	cell := b.gep(s.to[k].p, at)
	x = b.splat(x)
	if s.begun {
		old := b.Cur.NewLoad(x.Type(), cell)
		old.Align = 8
		x = b.accumulate(old, x)
	}
	b.Cur.NewStore(x, cell).Align = 8
	b.Size += 2
}

// mirrored is the number of an iteration that at is, in a loop that counts down too:
//
//	iterations - 1 - i        for i that goes down, or up
func (b *builder) mirrored(o *laneLoop, at val) val {
	sub, ok := at.(*ir.InstSub)
	if !ok || o.down == nil {
		return at
	}
	last, ok := sub.X.(*ir.InstSub)
	if !ok || last.Y != val(ll.Int(1)) || b.rep(last.X) != b.rep(o.iterations) {
		return at
	}
	switch sub.Y {
	case o.down:
		return o.index
	case o.index:
		return o.down
	}
	return at
}

// above says that a value is there before a loop in an iteration begins.
func (b *builder) above(o *laneLoop, v val) bool {
	inst, ok := v.(ir.Instruction)
	if !ok {
		return true
	}
	blocks := b.Func.Blocks
	if at := slices.Index(blocks, o.pre); at >= 0 {
		blocks = blocks[at+1:]
	}
	return !slices.ContainsFunc(blocks, func(c *ir.Block) bool { return slices.Contains(c.Insts, inst) })
}

// find is what the loop gathers for a place.
func (o *laneLoop) find(key []val) *laneSum {
	for _, s := range o.sums {
		if slices.Equal(s.key, key) {
			return s
		}
	}
	return nil
}

// sumOfRow gathers what is added to the elements of a row, over which the loop runs
// upwards or down.
func (b *builder) sumOfRow(o *laneLoop, root *ref, buffers, dims, idx []val, down bool) *laneSum {
	key := append(append([]val{nil, o.index}, buffers...), idx...)
	if down {
		key[1] = o.down
	}
	if s := o.find(key); s != nil {
		return s
	}
	b.lanes.shared[root] = true
	b.lanes.along = append(b.lanes.along, o)
	s := &laneSum{key: key}
	o.sums = append(o.sums, s)
	length := dims[len(idx)]
	rows := slices.Clone(buffers)
	for k, p := range buffers {
		s.to = append(s.to, b.newLaneBuffer(length))
		if len(idx) > 0 {
			b.inBlock(o.pre, func() { rows[k] = b.gep(p, b.Mul(b.position(idx, dims), length)) })
		}
	}
	s.end = func() {
		from, n := b.elementsOf(o, down)
		for k, buffer := range s.to {
			b.call(rowsFunc(b.Runtime, b, "pc_add_lanes"), b.Cur.NewBitCast(b.gep(buffer.p, from), abi.RealPtr), b.gep(rows[k], from), n, ll.Int(b.lanes.width))
		}
	}
	return s
}

// elementsOf are the elements that a loop adds to: the first, and their number.
func (b *builder) elementsOf(o *laneLoop, down bool) (from, n val) {
	if n = o.hi; o.lo != ll.Int(0) {
		n = b.Sub(o.hi, o.lo)
	}
	if !down {
		return o.lo, n
	}
	return b.Sub(o.iterations, o.hi), n
}

// sumOfElement gathers what is added to one element. If there is no iteration, the
// element need not exist.
func (b *builder) sumOfElement(o *laneLoop, root *ref, elem proc.Type, buffers, dims, idx []val) *laneSum {
	key := append(append([]val(nil), buffers...), idx...)
	if s := o.find(key); s != nil {
		return s
	}
	s := &laneSum{key: key}
	o.sums = append(o.sums, s)
	for range buffers {
		buffer := b.newLaneBuffer(nil)
		s.to = append(s.to, buffer)
		b.inBlock(o.pre, func() { b.Cur.NewStore(b.splat(real(0)), buffer.p) })
	}
	s.end = func() {
		b.ifThere(o.lo, o.hi, idx, dims, func() {
			x := make([]val, len(s.to))
			for k, buffer := range s.to {
				x[k] = b.load(buffer.p, ll.Int(0))
			}
			if !b.addInLoop(root, elem, buffers, dims, idx, x) {
				row, at := b.element(buffers, dims, idx)
				b.addAt(root, elem, row, at, x)
			}
		})
	}
	return s
}

// newLaneBuffer finds a buffer that no loop uses, or makes one before the loop in lanes.
func (b *builder) newLaneBuffer(length val) *laneBuffer {
	l := b.lanes
	if length != nil {
		length = b.rep(length)
	}
	for _, r := range l.buffers {
		if !r.used && r.length == length {
			r.used = true
			return r
		}
	}
	r := &laneBuffer{length: length, used: true}
	if length == nil {
		r.p = b.Alloca(b.typeIn(abi.RealLeaf), 1)
	} else {
		b.inBlock(l.top, func() { r.p = b.allocate(length, abi.RealLeaf) })
	}
	l.buffers = append(l.buffers, r)
	return r
}

// endSums writes what comes after a loop.
func (b *builder) endSums(o *laneLoop) {
	for _, s := range o.sums {
		s.end()
		for _, r := range s.to {
			r.used = false
		}
	}
}

// freeLaneBuffers frees the buffers after the loop in lanes.
func (b *builder) freeLaneBuffers() {
	for _, r := range b.lanes.buffers {
		if r.length != nil {
			b.release(r.p)
		}
	}
}

// enterCase notes that the code that follows runs in some iterations only, of all lanes.
func (b *builder) enterCase() (leave func()) {
	o := b.innermostLane()
	if o == nil {
		return func() {}
	}
	o.cases++
	return func() { o.cases-- }
}
