package chad

import "procad/papers/chad/linear"

// A Value is the value of a Cartesian term: a number of the domain (real), int64,
// unit, *linear.Pair, *linear.Either, *linear.Array, list, Func, or linear.LFun. In the
// concrete language it may also be nil, the 0 of a monoid.
type Value = linear.Value

// A Func is a function.
type Func func(Value) Value

type unit struct{}

// list is a list, of the entries of a trace or of the concrete language.
type list []Value

// truth is a value of 1+1.
func truth(b bool) Value { return &linear.Either{Right: !b, X: unit{}} }

func holds(v Value) bool { return !v.(*linear.Either).Right }

// first and second are the parts of a pair, or of a 0.
func firstOf(v Value) Value {
	if v == nil {
		return nil
	}
	return v.(*linear.Pair).A
}

func secondOf(v Value) Value {
	if v == nil {
		return nil
	}
	return v.(*linear.Pair).B
}

// apply is f x; f may be the 0 of τ → A.
func apply(f, x Value) Value {
	switch f := f.(type) {
	case Func:
		return f(x)
	case linear.LFun:
		return f.At(x)
	}
	return linear.At(f, x)
}

// intsOf are the sizes or indices in a value of int*…*int.
func intsOf(v Value) []int64 {
	if n, ok := v.(int64); ok {
		return []int64{n}
	}
	p := v.(*linear.Pair)
	return append(intsOf(p.A), p.B.(int64))
}

// indexOf is the value of int*…*int with the given indices.
func indexOf(at []int64) Value {
	v := Value(at[0])
	for _, i := range at[1:] {
		v = &linear.Pair{A: v, B: i}
	}
	return v
}
