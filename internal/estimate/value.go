package estimate

import (
	"fmt"
	"math"
	"strings"

	"procad/internal/data"
	"procad/proc"
)

// A Value is an abstract value: a set of values of one type. It never changes.
type Value struct {
	typ proc.Type
	iv  Interval // of an Int
	// An Int is also off more than the Int at place rel-1 of the argument of the
	// definition that runs; rel is 0 where no such thing is known.
	rel  int
	off  Interval
	real span // of a Real
	// parts are those of a tuple; the sides of a sum, nil for one that it is not;
	// the dimensions of an array and its element, nil where there is none; and
	// what is known of a stack, in the order below.
	parts []*Value

	bytes, words Interval
	leaves       int  // Ints that can be named relative to an argument
	related      bool // some rel is not 0
	number       int  // in the lattice; 0 for a value that is not in one
	plain        *Value
	own          *footprint
}

// The parts of a stack. All but the last are Ints.
const (
	stackItems = iota // how many items there are
	stackBytes        // the bytes of all items
	stackWords        // the words that they take in native code
	stackMost         // the words that there was ever need for
	stackStart        // the words that there was room for in the beginning
	stackLimit        // the items that there may be, 2^63 - 1 without a limit
	stackItem         // what an item is; nil where none was pushed
)

// A span is the Reals from lo to hi, if known.
type span struct {
	known  bool
	lo, hi float64
}

// Type is the type of the values.
func (v *Value) Type() proc.Type { return v.typ }

// Int is the interval of an Int.
func (v *Value) Int() Interval { return v.iv }

// Part is the i-th part of a tuple; of a sum its left side for 0 and its right
// side for 1, nil where it is on the other one.
func (v *Value) Part(i int) *Value { return v.parts[i] }

// Dims are the dimensions of an array.
func (v *Value) Dims() []Interval {
	var dims []Interval
	for _, d := range v.parts[:rank(v.typ)] {
		dims = append(dims, d.iv)
	}
	return dims
}

// Elem stands for the elements of an array, or the items of a stack; it is nil
// where there are none.
func (v *Value) Elem() *Value { return v.parts[len(v.parts)-1] }

// Items is how many items are on a stack.
func (v *Value) Items() Interval { return v.parts[stackItems].iv }

// Bytes is the room that the numbers of a value take: 8 bytes for a number or a
// tag, wherever it is, in an array too. Of a sum only the side that it is counts.
func Bytes(v *Value) Interval { return v.bytes }

// String shows what is known, for people.
func (v *Value) String() string {
	var b strings.Builder
	v.write(&b, 4)
	return b.String()
}

func (v *Value) write(b *strings.Builder, depth int) {
	list := func(open, sep, end string, parts []*Value) {
		b.WriteString(open)
		for i, p := range parts {
			if i > 0 {
				b.WriteString(sep)
			}
			p.write(b, depth-1)
		}
		b.WriteString(end)
	}
	if v == nil {
		b.WriteString("none")
		return
	}
	if depth == 0 {
		b.WriteString("…")
		return
	}
	switch v.typ.(type) {
	case proc.RealType:
		if !v.real.known {
			b.WriteString("Real")
		} else if fmt.Fprint(b, v.real.lo); v.real.lo != v.real.hi {
			fmt.Fprint(b, "…", v.real.hi)
		}
	case proc.IntType:
		b.WriteString(v.iv.String())
	case *proc.SumType:
		list("(", " + ", ")", v.parts)
	case *proc.ArrayType:
		list("[", " × ", " of ", v.parts[:len(v.parts)-1])
		v.Elem().write(b, depth-1)
		b.WriteString("]")
	case *proc.StackType:
		fmt.Fprintf(b, "Stack %s of ", v.Items())
		v.Elem().write(b, depth-1)
	default:
		list("(", ", ", ")", v.parts)
	}
}

func rank(t proc.Type) int {
	if a, ok := t.(*proc.ArrayType); ok {
		return a.Rank
	}
	return 0
}

// IntIn is an Int in an interval.
func IntIn(i Interval) *Value { return finish(Value{typ: proc.Int, iv: i}) }

// RealValue is any Real.
func RealValue() *Value { return finish(Value{typ: proc.Real}) }

// TupleOf is a tuple: () for no part, the part itself for one.
func TupleOf(parts ...*Value) *Value {
	if len(parts) == 1 {
		return parts[0]
	}
	types := make([]proc.Type, len(parts))
	for i, p := range parts {
		types[i] = p.typ
	}
	return compound(proc.NewTuple(types...), parts...)
}

func compound(t proc.Type, parts ...*Value) *Value { return finish(Value{typ: t, parts: parts}) }

// newStack is a stack with nothing on it and room for start words.
func newStack(t *proc.StackType, start, limit Interval) *Value {
	zero := IntIn(nothing)
	return compound(t, zero, zero, zero, zero, IntIn(start), IntIn(limit), nil)
}

// maxNamed is the largest number of Ints of an argument that others can be
// known relative to.
const maxNamed = 4096

// finish computes what follows from the parts.
func finish(v Value) *Value {
	v.related = v.rel != 0
	if v.typ == proc.Int {
		v.leaves = 1
	}
	for i, p := range v.parts {
		if p != nil && !inside(v.typ, i) {
			v.leaves = min(v.leaves+p.leaves, maxNamed+1)
			v.related = v.related || p.related
		}
	}
	v.bytes, v.words = v.size()
	return &v
}

// inside says that a part stands for many values: the elements of an array or
// the items of a stack.
func inside(t proc.Type, i int) bool {
	switch t := t.(type) {
	case *proc.ArrayType:
		return i == t.Rank
	case *proc.StackType:
		return i == stackItem
	}
	return false
}

// size is the bytes of a value and the words that it takes on a stack in
// native code.
//
//	bytes(Real) = bytes(Int) = 8      bytes((τ1, …)) = bytes(τ1) + …      bytes(Inl x) = bytes(x) + 8
//	bytes(Array) = bytes of its elements      bytes(Stack) = bytes of its items
func (v *Value) size() (bytes, words Interval) {
	switch t := v.typ.(type) {
	case proc.RealType, proc.IntType:
		return Exactly(8), Exactly(1)
	case *proc.SumType:
		first := true
		for _, p := range v.parts {
			if p == nil {
				continue
			}
			b, w := p.bytes.and(Exactly(8)), p.words.and(Exactly(1))
			if !first {
				b, w = b.join(bytes), w.join(words)
			}
			bytes, words, first = b, w, false
		}
		return bytes, words
	case *proc.ArrayType:
		leaves := int64(data.LayoutOf(t.Elem).Words)
		return v.count().by(Exactly(8 * leaves)), Exactly(leaves + int64(t.Rank))
	case *proc.StackType:
		return v.parts[stackBytes].iv, Exactly(3)
	}
	for _, p := range v.parts {
		bytes, words = bytes.and(p.bytes), words.and(p.words)
	}
	return bytes, words
}

// count is the number of elements of an array.
func (v *Value) count() Interval {
	n := Exactly(1)
	for _, d := range v.Dims() {
		n = n.by(d)
	}
	return n
}

// Any is any value of a type.
func Any(t proc.Type) *Value { return anyOf(t, map[proc.Type]*Value{}) }

func anyOf(t proc.Type, made map[proc.Type]*Value) *Value {
	if v := made[t]; v != nil {
		return v
	}
	var v *Value
	switch t := t.(type) {
	case proc.RealType:
		v = RealValue()
	case proc.IntType:
		v = IntIn(anyInt)
	case *proc.SumType:
		v = compound(t, anyOf(t.L, made), anyOf(t.R, made))
	case *proc.ArrayType:
		parts := make([]*Value, t.Rank, t.Rank+1)
		for i := range parts {
			parts[i] = IntIn(anyCount)
		}
		v = compound(t, append(parts, anyOf(t.Elem, made))...)
	case *proc.StackType:
		c := IntIn(anyCount)
		v = compound(t, c, c, c, c, c, c, anyOf(t.Elem, made))
	default:
		elems := proc.Elems(t)
		parts := make([]*Value, len(elems))
		for i, e := range elems {
			parts[i] = anyOf(e, made)
		}
		v = compound(t, parts...)
	}
	made[t] = v
	return v
}

// Of is what is known of a value without its Reals: its sides of sums, its Ints
// and its dimensions, and of an array of Ints their least and their largest.
func Of(v data.Value) *Value {
	return of(data.LayoutOf(v.Type), v.Words, v.Objects)
}

func of(l *data.Layout, words []uint64, objects []data.Object) *Value {
	part := func(i int) *Value { return of(l.Parts[i], words[l.WordAt[i]:], objects[l.ObjAt[i]:]) }
	switch t := l.Type.(type) {
	case proc.RealType:
		return RealValue()
	case proc.IntType:
		return IntIn(Exactly(int64(words[0])))
	case *proc.SumType:
		if words[0] == 0 {
			return compound(t, part(0), nil)
		}
		return compound(t, nil, part(1))
	case *proc.ArrayType:
		a := objects[0].(*data.Array)
		parts := make([]*Value, t.Rank, t.Rank+1)
		for i, d := range a.Dims {
			parts[i] = IntIn(Exactly(int64(d)))
		}
		var elem *Value
		if a.Len() > 0 {
			elem = elements(l.Elem, a.Leaves)
		}
		return compound(t, append(parts, elem)...)
	case *proc.StackType:
		return stackOf(t, l.Elem, objects[0].(*data.Stack))
	}
	parts := make([]*Value, len(l.Parts))
	for i := range parts {
		parts[i] = part(i)
	}
	return compound(l.Type, parts...)
}

// elements stands for all elements of an array, which has some.
func elements(l *data.Layout, leaves [][]uint64) *Value {
	part := func(i int) *Value { return elements(l.Parts[i], leaves[l.WordAt[i]:]) }
	switch t := l.Type.(type) {
	case proc.RealType:
		return RealValue()
	case proc.IntType:
		i := Interval{math.MaxInt64, math.MinInt64}
		for _, w := range leaves[0] {
			i = i.join(Exactly(int64(w)))
		}
		return IntIn(i)
	case *proc.SumType:
		var has [2]bool
		for _, tag := range leaves[0] {
			has[tag] = true
		}
		var sides [2]*Value
		for i, yes := range has {
			if yes {
				sides[i] = part(i)
			}
		}
		return compound(t, sides[:]...)
	}
	parts := make([]*Value, len(l.Parts))
	for i := range parts {
		parts[i] = part(i)
	}
	return compound(l.Type, parts...)
}

// stackOf knows of a stack how large it is.
func stackOf(t *proc.StackType, l *data.Layout, s *data.Stack) *Value {
	var item *Value
	if s.Len > 0 {
		item = Any(l.Type)
	}
	words := Exactly(int64(len(s.Words)))
	if len(s.Objects) > 0 {
		words.Hi = unbounded
	}
	return compound(t, IntIn(Exactly(int64(s.Len))), IntIn(Exactly(8*int64(s.Size()))), IntIn(words), IntIn(words), IntIn(words), IntIn(Exactly(unbounded)), item)
}
