package chad

import (
	"procad/internal/diag"
	"procad/papers/chad/linear"
)

// Linear operations take v ≠ 0; the elements of an array may be 0.

func (Scale) apply(m *machine, args []Value, v Value) Value { return m.scale(args[0], v) }

// scale is c * v.
func (m *machine) scale(c, v Value) Value {
	if v == nil {
		return nil
	}
	return m.tangents.Scale(c, v)
}

func (Project) apply(_ *machine, args []Value, v Value) Value {
	a := linear.Dense(v).(*linear.Array)
	start, n := where(diag.Pos{}, a.Dims, args)
	return sub(a, start, n, len(args))
}

func (At) apply(m *machine, args []Value, v Value) Value {
	dims := args[0].(*linear.Array).Dims
	start, _ := where(diag.Pos{}, dims, args[1:])
	at := &linear.OneHot{Dims: dims, Start: start, X: v}
	if m.sparse {
		return at
	}
	m.steps += int(product(dims))
	return linear.Dense(at)
}

func (Clear) apply(m *machine, args []Value, v Value) Value {
	a := linear.Dense(v).(*linear.Array)
	start, _ := where(diag.Pos{}, a.Dims, args)
	m.steps += len(a.Elems)
	return replaced(a, start, nil)
}

func (o Elements) apply(_ *machine, _ []Value, v Value) Value {
	out := &linear.Array{Dims: o.Of.Dims, Elems: make([]Value, o.N)}
	for k := o.N - 1; k > 0; k-- {
		out.Elems[k], v = secondOf(v), firstOf(v)
	}
	if o.N > 0 {
		out.Elems[0] = v
	}
	return out
}

func (o Side) apply(_ *machine, _ []Value, v Value) Value {
	return &linear.Either{Right: o.Right, X: v}
}

func (o Unside) apply(_ *machine, _ []Value, v Value) Value {
	e := v.(*linear.Either)
	if e.Right != o.Right {
		panic("chad: the cotangent of a value is on its other side")
	}
	return e.X
}

func (o VectorOp) apply(m *machine, args []Value, v Value) Value {
	add := func(a, b Value) Value { return m.monoid.Plus(a, b) }
	switch o {
	case Total:
		var total Value
		for _, x := range linear.Dense(v).(*linear.Array).Elems {
			total = add(total, x)
		}
		return total
	case Spread:
		out := &linear.Array{Dims: []int64{args[0].(int64)}}
		for range args[0].(int64) {
			out.Elems = append(out.Elems, v)
		}
		return out
	}
	a, w := args[0].(*linear.Array), linear.Dense(v).(*linear.Array)
	switch o {
	case TimesVector:
		return m.matVec(w, a, func(v, x Value) Value { return m.scale(x, v) }, nil, add)
	case MatrixTimes:
		return m.matVec(a, w, m.scale, nil, add)
	case TransposeTimes:
		return m.matVec(transposed(a), w, m.scale, nil, add)
	case Outer:
		out := &linear.Array{Dims: []int64{w.Dims[0], a.Dims[0]}}
		for _, v := range w.Elems {
			for _, x := range a.Elems {
				out.Elems = append(out.Elems, m.scale(x, v))
			}
		}
		return out
	}
	out := &linear.Array{Dims: w.Dims, Elems: make([]Value, len(w.Elems))}
	for i := range out.Elems {
		out.Elems[i] = m.scale(a.Elems[i], w.Elems[i])
	}
	return out
}

// transposed is the matrix with rows and columns exchanged.
func transposed(a *linear.Array) *linear.Array {
	n, k := int(a.Dims[0]), int(a.Dims[1])
	out := &linear.Array{Dims: []int64{a.Dims[1], a.Dims[0]}}
	for j := range k {
		for i := range n {
			out.Elems = append(out.Elems, a.Elems[i*k+j])
		}
	}
	return out
}
