package chad

import (
	"procad/core"
	"procad/internal/diag"
	"procad/papers/chad/linear"
)

// maxElems is more elements than any memory has.
const maxElems = 1 << 40

// counts are sizes, which may not be negative.
func counts(at diag.Pos, v Value) []int64 {
	dims := intsOf(v)
	n := int64(1)
	for _, d := range dims {
		if d < 0 {
			fail(at, "negative-count", "the count is negative: %d", d)
		}
		if d > 0 && n > maxElems/d {
			fail(at, "size-overflow", "an array with a dimension of %d is too large for the address space", d)
		}
		n *= max(d, 1)
	}
	return dims
}

func (o Builder) eval(m *machine, at diag.Pos, args []Value) Value {
	dims := counts(at, args[0])
	out := &linear.Array{Dims: dims}
	var row []int64 // sizes of an element that is an array; nil until they are known
	for _, r := range args[2:] {
		row = append(row, counts(at, r)...)
	}
	for k := range product(dims) {
		x := apply(args[1], indexOf(placeOf(dims, k)))
		a, ok := x.(*linear.Array)
		if !ok {
			out.Elems = append(out.Elems, x)
			continue
		}
		if row == nil {
			row = a.Dims
		}
		for axis := range row {
			if row[axis] != a.Dims[axis] {
				fail(at, "sizes-disagree", "sizes disagree: the lengths of the rows of this array: %d and %d", row[axis], a.Dims[axis])
			}
		}
		out.Elems = append(out.Elems, a.Elems...)
	}
	out.Dims = append(dims[:len(dims):len(dims)], row...)
	return out
}

func (o Summer) eval(m *machine, at diag.Pos, args []Value) Value {
	dims := counts(at, args[0])
	var total Value
	for k := range product(dims) {
		x := apply(args[1], indexOf(placeOf(dims, k)))
		if total == nil {
			total = x
		} else if x != nil {
			total = m.added(at, total, x)
		}
	}
	switch {
	case total != nil || o.Inner:
	case o.Zero:
		return args[2]
	default:
		fail(at, "assert", "the sum of no arrays has sizes only if its type is written")
	}
	return total
}

// added is the sum of two values, number by number.
func (m *machine) added(at diag.Pos, a, b Value) Value {
	switch a := a.(type) {
	case unit:
		return a
	case *linear.Pair:
		b := b.(*linear.Pair)
		return &linear.Pair{A: m.added(at, a.A, b.A), B: m.added(at, a.B, b.B)}
	case *linear.Array:
		b := b.(*linear.Array)
		for axis := range a.Dims {
			if a.Dims[axis] != b.Dims[axis] {
				fail(at, "sizes-disagree", "sizes disagree: the arrays of a sum: %d and %d", a.Dims[axis], b.Dims[axis])
			}
		}
		c := &linear.Array{Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
		for i := range c.Elems {
			c.Elems[i] = m.added(at, a.Elems[i], b.Elems[i])
		}
		return c
	}
	return m.prim(at, core.Add, a, b)
}

func (ArgMax) eval(m *machine, at diag.Pos, args []Value) Value {
	dims := counts(at, args[0])
	var best, where Value
	for k := range product(dims) {
		i := indexOf(placeOf(dims, k))
		x := apply(args[1], i)
		if best == nil || holds(m.prim(at, core.Lt, best, x)) {
			best, where = x, i
		}
	}
	if best == nil {
		fail(at, "empty-max", "the maximum or minimum of no values")
	}
	return where
}

func (o Tracer) eval(m *machine, at diag.Pos, args []Value) Value {
	n, a := counts(at, args[0])[0], args[1]
	var trace list
	for i := int64(0); ; i++ {
		if o.Cond {
			if !holds(apply(args[3], a)) {
				break
			}
			if i == n {
				fail(at, "iteration-limit", "the loop has not ended after %d iterations", n)
			}
		} else if i == n {
			break
		}
		index := i
		if o.Down {
			index = n - 1 - i
		}
		p := &linear.Pair{A: index, B: a}
		trace = append(trace, p)
		a = apply(args[2], p)
	}
	return &linear.Pair{A: trace, B: a}
}

func (Mapper) eval(_ *machine, _ diag.Pos, args []Value) Value {
	a := args[1].(*linear.Array)
	b := &linear.Array{Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i, x := range a.Elems {
		b.Elems[i] = apply(args[0], x)
	}
	return b
}
