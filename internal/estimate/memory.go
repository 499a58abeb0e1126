package estimate

import (
	"math/bits"

	"procad/internal/data"
	"procad/internal/native"
	"procad/proc"
)

// The native allocator, see package native: a large block counts as it is; small ones are cut from
// chunks, each as much as its class takes.

// classOf is the class of a small block.
func classOf(bytes int64) int {
	n := bytes + native.BlockHeader
	if n <= native.FineClasses*native.BlockAlign {
		return int((n+native.BlockAlign-1)/native.BlockAlign) - 1
	}
	shift := bits.Len64(uint64(n-1)) - 3 // a quarter of the power of two below
	quarters := (n-1)>>shift + 1
	return native.FineClasses + (shift-8)*4 + int(quarters) - 5
}

// classSize is how much a block of a class is cut from a chunk.
func classSize(class int) int64 {
	if class < native.FineClasses {
		return int64(class+1) * native.BlockAlign
	}
	class -= native.FineClasses
	return int64(5+class%4) << (8 + class/4)
}

// A footprint is the memory behind values, as bounds from above: large blocks
// in bytes, small blocks by their number in each class. data is the memory
// that the interpreter counts, 8 bytes for each number of arrays and stacks.
// nil is a footprint of nothing.
//
// What was cut from a chunk never goes back to it. So the peak of a run is the
// peak of its large blocks and the peak of each class.
type footprint struct {
	data  Interval
	large int64
	small [native.Classes]int64
}

// laneRoom is for what loops in lanes of vectors gather and copy beside the values
// of the program, see llvm/loopir/passes/lane_rows.go. It is not known here which loops that are;
// some of those that commute and have loops in their iterations.
const laneRoom = 1 << 17

// inLanes says that an iteration has a loop, so that several iterations at once may need such room.
func (m *machine) inLanes(iteration *proc.Def) bool {
	if has, ok := m.nests[iteration]; ok {
		return has
	}
	m.nests[iteration] = false // of a definition that calls itself, which is an error elsewhere
	has := false
	iteration.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok && !has {
			if _, _, has = c.Func.Loop(); !has {
				d := m.definition(c.Func)
				has = d != nil && m.inLanes(d)
			}
		}
	})
	m.nests[iteration] = has
	return has
}

// total is how many bytes the native allocator has in use at most.
func (f *footprint) total() int64 {
	all := f.large
	for k, n := range f.small {
		all = satAdd(all, satMul(n, classSize(k)))
	}
	return all
}

func (f *footprint) plus(g *footprint) {
	if g == nil {
		return
	}
	f.data = f.data.and(g.data)
	f.large = satAdd(f.large, g.large)
	for i, n := range g.small {
		f.small[i] = satAdd(f.small[i], n)
	}
}

// minus takes away what plus added. What has no bound stays so.
func (f *footprint) minus(g *footprint) {
	if g == nil {
		return
	}
	f.data = Interval{left(f.data.Lo, g.data.Lo), left(f.data.Hi, g.data.Hi)}
	f.large = left(f.large, g.large)
	for i, n := range g.small {
		f.small[i] = left(f.small[i], n)
	}
}

func left(a, b int64) int64 {
	if a == unbounded {
		return a
	}
	return a - b
}

// most is what is enough for f and for g, at different times.
func (f *footprint) most(g *footprint) {
	f.data = Interval{max(f.data.Lo, g.data.Lo), max(f.data.Hi, g.data.Hi)}
	f.large = max(f.large, g.large)
	for i, n := range g.small {
		f.small[i] = max(f.small[i], n)
	}
}

// either is what is enough for one of the two, whichever it is.
func (f *footprint) either(g *footprint) {
	least := min(f.data.Lo, g.data.Lo)
	f.most(g)
	f.data.Lo = least
}

func (f *footprint) times(n Interval) {
	f.data = f.data.by(n)
	f.large = satMul(f.large, n.Hi)
	for i := range f.small {
		f.small[i] = satMul(f.small[i], n.Hi)
	}
}

// block adds n blocks whose size is in an interval.
func (f *footprint) block(size Interval, n int64) {
	if n == 0 {
		return
	}
	if size.Hi > native.LargestSmall {
		f.large = satAdd(f.large, satMul(size.Hi, n))
	}
	if size.Lo > native.LargestSmall {
		return
	}
	for k := classOf(size.Lo); k <= classOf(min(size.Hi, native.LargestSmall)); k++ {
		f.small[k] = satAdd(f.small[k], n)
	}
}

// own is what a value owns: nil where it is scalar.
func (p *lattice) own(v *Value) *footprint {
	if v == nil || p.isScalar(v.typ) {
		return nil
	}
	if v.own != nil {
		return v.own
	}
	f := &footprint{}
	switch t := v.typ.(type) {
	case *proc.SumType:
		first := true
		for _, side := range v.parts {
			if side == nil {
				continue
			}
			own := p.own(side)
			if own == nil {
				own = &footprint{}
			}
			if first {
				*f, first = *own, false
			} else {
				f.either(own)
			}
		}
	case *proc.ArrayType:
		p.buffers(f, t.Elem, v.count())
	case *proc.StackType:
		if item := p.own(v.Elem()); item != nil {
			*f = *item
			f.times(v.Items())
		}
		f.data = v.parts[stackBytes].iv
		p.words(f, v)
	default:
		for _, part := range v.parts {
			f.plus(p.own(part))
		}
	}
	v.own = f
	return f
}

// words adds the block of a stack. A large one may be an array for each word of its items, which are all of a size: smaller blocks,
// whose sizes are rounded up.
func (p *lattice) words(f *footprint, v *Value) {
	size := p.room(v).by(Exactly(8))
	item := p.itemWords(v.typ.(*proc.StackType).Elem)
	if n := item.Hi; item.Exact() && n > 1 && size.Hi > native.LargestSmall && size.Hi != unbounded {
		f.block(Interval{size.Lo / n, (size.Hi + n - 1) / n}, n)
		return
	}
	f.block(size, 1)
}

// buffers adds the buffers of an array of n elements: 8 bytes for a number, and
// in native code 1 for a tag.
func (p *lattice) buffers(f *footprint, elem proc.Type, n Interval) {
	numbers, tags := p.leavesOf(elem)
	f.block(n.by(Exactly(8)), numbers)
	f.block(n, tags)
	f.data = f.data.and(n.by(Exactly(satMul(8, satAdd(numbers, tags)))))
}

// leavesOf is the number of leaves of a scalar type that are numbers, and of
// those that are tags.
func (p *lattice) leavesOf(t proc.Type) (numbers, tags int64) {
	if have, ok := p.leaves[t]; ok {
		return have[0], have[1]
	}
	add := func(part proc.Type) {
		n, k := p.leavesOf(part)
		numbers, tags = satAdd(numbers, n), satAdd(tags, k)
	}
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		numbers = 1
	case *proc.SumType:
		tags = 1
		add(t.L)
		add(t.R)
	default:
		for _, e := range proc.Elems(t) {
			add(e)
		}
	}
	p.leaves[t] = [2]int64{numbers, tags}
	return numbers, tags
}

// room is the number of words that a stack has room for. One that is too small
// doubles, or becomes as large as it needs to be.
func (p *lattice) room(v *Value) Interval {
	start := v.parts[stackStart].iv
	if !v.grows() {
		return start
	}
	return Interval{start.Lo, max(start.Hi, p.grown(v))}
}

// grows says that a stack may have grown. One with a limit never does.
func (v *Value) grows() bool {
	return v.parts[stackMost].iv.Hi > v.parts[stackStart].iv.Lo && v.parts[stackLimit].iv.Hi == unbounded
}

// grown is the room of a stack that has grown, at most.
func (p *lattice) grown(v *Value) int64 {
	start, most := v.parts[stackStart].iv, v.parts[stackMost].iv
	item := p.itemWords(v.typ.(*proc.StackType).Elem)
	if room := start.Lo; start.Exact() && item.Exact() {
		if room == 0 {
			room = item.Hi
		}
		for room > 0 && room < most.Hi {
			room = satAdd(room, room)
		}
		return room
	}
	return max(most.Hi, satAdd(most.Hi, most.Hi)-2)
}

// growing is the memory of the block that a stack moves from when it grows. A
// small one has the class of the block that it moves to only where it is tiny.
func (p *lattice) growing(v *Value) *footprint {
	if !v.grows() {
		return nil
	}
	old := p.grown(v)
	if old != unbounded {
		old /= 2
	}
	f := &footprint{}
	f.small[0] = 1
	if size := satMul(8, old); size > native.LargestSmall {
		f.large = size
	}
	return f
}

// startRoom is the number of words that a stack for n items begins with in
// native code: where items have a fixed size, room for all of them, within the limits of package native.
func (p *lattice) startRoom(item proc.Type, n Interval) Interval {
	words := p.itemWords(item)
	if !words.Exact() {
		return nothing
	}
	if words.Hi == 0 {
		return nothing
	}
	const least, most = native.LeastCapacity, native.MostCapacity
	words = n.by(words)
	return Interval{min(max(words.Lo, least), most), min(max(words.Hi, least), most)}
}

// itemWords is the number of words that an item of type t takes on a stack in native code. The tags of sums are packed, if these
// have leaves in their sides:
//
//	item(x) = words(x) and those of tags      words((x, …)) = words(x) …      words(Inl x) = words(x)      words(Inr y) = words(y)
func (p *lattice) itemWords(t proc.Type) Interval {
	if w, ok := p.items[t]; ok {
		return w
	}
	tags := native.TagWords(t)
	w := leafWords(t, tags > 0).and(Exactly(tags))
	p.items[t] = w
	return w
}

func leafWords(t proc.Type, packed bool) Interval {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return Exactly(1)
	case *proc.SumType:
		if packed {
			return leafWords(t.L, packed).join(leafWords(t.R, packed))
		}
		return Exactly(1)
	case *proc.ArrayType:
		return Exactly(int64(data.LayoutOf(t.Elem).Words + t.Rank))
	case *proc.StackType:
		return Exactly(native.StackWords)
	}
	w := Exactly(0)
	for _, e := range proc.Elems(t) {
		w = w.and(leafWords(e, packed))
	}
	return w
}
