package estimate

import (
	"encoding/binary"
	"math"
	"math/bits"

	"procad/proc"
	"procad/proc/cost"
)

// A lattice is hash-consed: it has one of each value, so that equal values are the same pointer. A
// trace of a function that calls g twice has the trace of g twice, so values
// share parts, and no operation looks at a pair of shared parts more than once.
type lattice struct {
	values  map[latticeKey]*Value
	joins   map[[2]*Value]*Value
	within  map[[2]*Value]bool
	interns map[*Value]*Value // of values from outside
	scalar  map[proc.Type]bool
	items   map[proc.Type]Interval
	widths  cost.Widths
	stacks  map[proc.Type]bool
	leaves  map[proc.Type][2]int64
	size    int
}

type latticeKey struct {
	typ   proc.Type
	iv    Interval
	rel   int
	off   Interval
	known bool
	lo    uint64
	hi    uint64
	parts string
}

// maxValues bounds the memory of a lattice.
const maxValues = 3_000_000

func newLattice() *lattice {
	return &lattice{
		values: map[latticeKey]*Value{}, joins: map[[2]*Value]*Value{}, within: map[[2]*Value]bool{},
		interns: map[*Value]*Value{}, scalar: map[proc.Type]bool{}, items: map[proc.Type]Interval{}, widths: cost.Widths{}, stacks: map[proc.Type]bool{}, leaves: map[proc.Type][2]int64{},
	}
}

// add is the value in the lattice that equals v, whose parts are in the lattice.
func (p *lattice) add(v Value) *Value {
	key := latticeKey{typ: v.typ, iv: v.iv, rel: v.rel, off: v.off, known: v.real.known,
		lo: math.Float64bits(v.real.lo), hi: math.Float64bits(v.real.hi)}
	if len(v.parts) > 0 {
		buf := make([]byte, 0, 3*len(v.parts))
		for _, part := range v.parts {
			n := 0
			if part != nil {
				n = part.number
			}
			buf = binary.AppendUvarint(buf, uint64(n))
		}
		key.parts = string(buf)
	}
	if have := p.values[key]; have != nil {
		return have
	}
	made := finish(v)
	if p.size++; p.size > maxValues {
		failf("the program is too long: there are more than %d abstract values", maxValues)
	}
	made.number = p.size
	p.values[key] = made
	return made
}

// intern puts a value from outside into the lattice.
func (p *lattice) intern(v *Value) *Value {
	if v == nil || v.number > 0 && p.interns[v] == v {
		return v
	}
	if have := p.interns[v]; have != nil {
		return have
	}
	c := Value{typ: v.typ, iv: v.iv, real: v.real}
	for _, part := range v.parts {
		c.parts = append(c.parts, p.intern(part))
	}
	made := p.add(c)
	p.interns[v] = made
	return made
}

func (p *lattice) int(i Interval) *Value       { return p.add(Value{typ: proc.Int, iv: i}) }
func (p *lattice) reals(s span) *Value         { return p.add(Value{typ: proc.Real, real: s}) }
func (p *lattice) anyReal() *Value             { return p.add(Value{typ: proc.Real}) }
func (p *lattice) anything(t proc.Type) *Value { return p.intern(Any(t)) }
func (p *lattice) unit() *Value                { return p.add(Value{typ: proc.Unit}) }
func (p *lattice) bool(can, cannot bool) *Value {
	return p.sum(proc.Bool, p.unitIf(can), p.unitIf(cannot))
}

func (p *lattice) unitIf(b bool) *Value {
	if !b {
		return nil
	}
	return p.unit()
}

func (p *lattice) sum(t proc.Type, l, r *Value) *Value { return p.make(t, l, r) }

func (p *lattice) make(t proc.Type, parts ...*Value) *Value {
	return p.add(Value{typ: t, parts: parts})
}

// tuple has the given parts; of one part it is that part.
func (p *lattice) tuple(t proc.Type, parts ...*Value) *Value {
	if len(parts) == 1 {
		return parts[0]
	}
	return p.make(t, parts...)
}

// stack makes a stack of what is known of it. There are no more items than its
// limit, and all are what an item is, so that their number bounds the rest.
func (p *lattice) stack(t proc.Type, parts ...*Value) *Value {
	limit := parts[stackLimit].iv.Hi
	parts[stackItems] = p.bounded(parts[stackItems], Interval{0, limit})
	items, item := parts[stackItems].iv, parts[stackItem]
	if item == nil || items.Hi == 0 {
		parts[stackBytes], parts[stackWords] = p.bounded(parts[stackBytes], nothing), p.bounded(parts[stackWords], nothing)
		return p.make(t, parts...)
	}
	parts[stackBytes] = p.bounded(parts[stackBytes], items.by(item.bytes))
	parts[stackWords] = p.bounded(parts[stackWords], items.by(item.words))
	if limit != unbounded {
		parts[stackMost] = p.bounded(parts[stackMost], Interval{0, satMul(limit, p.itemWords(item.typ).Hi)})
	}
	return p.make(t, parts...)
}

// bounded is an Int that is known to lie in an interval.
func (p *lattice) bounded(v *Value, i Interval) *Value {
	return p.add(Value{typ: v.typ, iv: v.iv.meet(i), rel: v.rel, off: v.off})
}

// join stands for all values that a or b stands for. nil stands for none.
func (p *lattice) join(a, b *Value) *Value {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	}
	if len(a.parts) == 0 {
		c := Value{typ: a.typ, iv: a.iv.join(b.iv)}
		if a.rel == b.rel {
			c.rel, c.off = a.rel, a.off.join(b.off)
		}
		if a.real.known && b.real.known {
			c.real = span{true, min(a.real.lo, b.real.lo), max(a.real.hi, b.real.hi)}
		}
		return p.add(c)
	}
	key := [2]*Value{a, b}
	if have := p.joins[key]; have != nil {
		return have
	}
	c := Value{typ: a.typ, parts: make([]*Value, len(a.parts))}
	for i := range c.parts {
		c.parts[i] = p.join(a.parts[i], b.parts[i])
	}
	made := p.add(c)
	p.joins[key] = made
	return made
}

// covers says that big stands for whatever small stands for, relations aside.
func (p *lattice) covers(big, small *Value) bool {
	switch {
	case small == nil || big == small:
		return true
	case big == nil:
		return false
	}
	if len(big.parts) == 0 {
		reals := !big.real.known || small.real.known && big.real.lo <= small.real.lo && small.real.hi <= big.real.hi
		return reals && small.iv.within(big.iv)
	}
	key := [2]*Value{big, small}
	if is, ok := p.within[key]; ok {
		return is
	}
	is := true
	for i := range big.parts {
		is = is && p.covers(big.parts[i], small.parts[i])
	}
	p.within[key] = is
	return is
}

// A widening replaces an interval that has grown from old to now by one that
// grows only so many times more.
type widening func(old, now Interval) Interval

// toEnds gives up a bound that has grown.
func toEnds(old, now Interval) Interval {
	if now.Lo < old.Lo {
		now.Lo = math.MinInt64
	}
	if now.Hi > old.Hi {
		now.Hi = math.MaxInt64
	}
	return now
}

// toPowers rounds a bound that has grown up to a power of two.
func toPowers(old, now Interval) Interval {
	if now.Lo < old.Lo {
		now.Lo = min(now.Lo, 0)
		if now.Lo < 0 {
			now.Lo = -1 - (int64(1)<<bits.Len64(uint64(-1-now.Lo)) - 1)
		}
	}
	if now.Hi > old.Hi {
		now.Hi = max(now.Hi, 0)
		now.Hi = int64(uint64(1)<<bits.Len64(uint64(now.Hi)) - 1)
	}
	return now
}

// widen covers now, which covers old.
func (p *lattice) widen(old, now *Value, w widening) *Value {
	return p.widener(w)(old, now)
}

func (p *lattice) widener(w widening) func(old, now *Value) *Value {
	done := map[[2]*Value]*Value{}
	var walk func(old, now *Value) *Value
	walk = func(old, now *Value) *Value {
		if old == now || old == nil || now == nil {
			return now
		}
		if made := done[[2]*Value{old, now}]; made != nil {
			return made
		}
		c := Value{typ: now.typ, iv: now.iv}
		if now.typ == proc.Int {
			c.iv = w(old.iv, now.iv)
		}
		for i, part := range now.parts {
			x := walk(old.parts[i], part)
			if x != nil && x.typ == proc.Int && counted(now.typ, i) {
				x = p.int(Interval{max(0, x.iv.Lo), x.iv.Hi})
			}
			c.parts = append(c.parts, x)
		}
		made := p.whole(now.typ, c.iv, c.parts)
		done[[2]*Value{old, now}] = made
		return made
	}
	return walk
}

// whole is a value of new parts.
func (p *lattice) whole(t proc.Type, iv Interval, parts []*Value) *Value {
	if _, ok := t.(*proc.StackType); ok {
		return p.stack(t, parts...)
	}
	return p.add(Value{typ: t, iv: iv, parts: parts})
}

// counted says that a part is a number of things: a dimension, or of a stack.
func counted(t proc.Type, i int) bool {
	switch t.(type) {
	case *proc.ArrayType, *proc.StackType:
		return !inside(t, i)
	}
	return false
}

// isScalar is proc.Scalar, remembered.
func (p *lattice) isScalar(t proc.Type) bool {
	switch t.(type) {
	case proc.RealType, proc.IntType, proc.UnitType:
		return true
	case *proc.ArrayType, *proc.StackType:
		return false
	}
	is, ok := p.scalar[t]
	if !ok {
		is = true
		switch t := t.(type) {
		case *proc.TupleType:
			for _, e := range t.Elems {
				is = is && p.isScalar(e)
			}
		case *proc.SumType:
			is = p.isScalar(t.L) && p.isScalar(t.R)
		}
		p.scalar[t] = is
	}
	return is
}
