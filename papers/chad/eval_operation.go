package chad

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/papers/chad/linear"
)

func (c Constant) eval(m *machine, at diag.Pos, _ []Value) Value {
	if c.Whole {
		return c.Int
	}
	return m.numbers.Literal(at, c.Value)
}

func (o Scalar) eval(m *machine, at diag.Pos, args []Value) Value { return m.prim(at, o.Op, args...) }

func (o Index) eval(_ *machine, at diag.Pos, args []Value) Value {
	a := args[0].(*linear.Array)
	start, n := where(at, a.Dims, args[1:])
	return sub(a, start, n, o.K)
}

// where is the first element at the given indices, and how many are there.
func where(at diag.Pos, dims []int64, indices []Value) (start, n int) {
	n = product(dims)
	for k, index := range indices {
		i := index.(int64)
		if i < 0 || i >= dims[k] {
			fail(at, "index-range", "index %d is out of range: the size is %d", i, dims[k])
		}
		n /= int(dims[k])
		start += int(i) * n
	}
	return start, n
}

// sub is the element at start, or the array of n elements without the first k dimensions.
func sub(a *linear.Array, start, n, k int) Value {
	if k == len(a.Dims) {
		return a.Elems[start]
	}
	return &linear.Array{Dims: a.Dims[k:], Elems: a.Elems[start : start+n]}
}

func (o Size) eval(_ *machine, _ diag.Pos, args []Value) Value {
	return args[0].(*linear.Array).Dims[o.Axis]
}

func (Set) eval(_ *machine, at diag.Pos, args []Value) Value {
	a := args[0].(*linear.Array)
	start, _ := where(at, a.Dims, args[1:len(args)-1])
	return replaced(a, start, args[len(args)-1])
}

func replaced(a *linear.Array, k int, x Value) Value {
	elems := slices.Clone(a.Elems)
	elems[k] = x
	return &linear.Array{Dims: a.Dims, Elems: elems}
}

func (o Literal) eval(_ *machine, _ diag.Pos, args []Value) Value {
	return &linear.Array{Dims: o.Dims, Elems: args}
}

func (o Assert) eval(_ *machine, at diag.Pos, args []Value) Value {
	if !holds(args[0]) {
		fail(at, o.Code, "%s", o.Text)
	}
	return unit{}
}

func (o Vector) eval(m *machine, at diag.Pos, args []Value) Value {
	switch o {
	case VSum:
		total := m.numbers.Literal(at, 0)
		for _, x := range args[0].(*linear.Array).Elems {
			total = m.prim(at, core.Add, total, x)
		}
		return total
	case Replicate:
		return &linear.Array{Dims: []int64{args[0].(int64)}, Elems: slices.Repeat([]Value{args[1]}, int(args[0].(int64)))}
	}
	a, b := args[0].(*linear.Array), args[1].(*linear.Array)
	if last := a.Dims[len(a.Dims)-1]; last != b.Dims[0] {
		fail(at, "sizes-disagree", "sizes disagree: %s of arrays of %d and %d", o, last, b.Dims[0])
	}
	if o == MatVec {
		return m.matVec(a, b, func(x, y Value) Value { return m.prim(at, core.Mul, x, y) },
			m.numbers.Literal(at, 0), func(x, y Value) Value { return m.prim(at, core.Add, x, y) })
	}
	op := core.Add
	if o == VMul {
		op = core.Mul
	}
	c := &linear.Array{Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i := range c.Elems {
		c.Elems[i] = m.prim(at, op, a.Elems[i], b.Elems[i])
	}
	return c
}

// matVec is A ⋆ x, with the given products and sums.
func (m *machine) matVec(a, x *linear.Array, mul func(a, x Value) Value, zero Value, add func(x, y Value) Value) Value {
	n := len(x.Elems)
	y := &linear.Array{Dims: a.Dims[:1], Elems: make([]Value, a.Dims[0])}
	for i := range y.Elems {
		total := zero
		for j := range n {
			total = add(total, mul(a.Elems[i*n+j], x.Elems[j]))
		}
		y.Elems[i] = total
	}
	return y
}
