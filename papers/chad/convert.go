package chad

import (
	"procad/core"
	"procad/core/eval"
	"procad/papers/chad/linear"
)

// into is a value of core as a value of the source language.
func into(t core.Type, v eval.Value) Value {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Int {
			return v
		}
		return v
	case *core.TupleType:
		if len(t.Elems) == 0 {
			return unit{}
		}
		out := into(t.Elems[0], v.(eval.Tuple)[0])
		for i, e := range t.Elems[1:] {
			out = &linear.Pair{A: out, B: into(e, v.(eval.Tuple)[i+1])}
		}
		return out
	case *core.SumType:
		x := v.(*eval.Variant)
		return inject(x.Con, len(t.Cons), into(t.Cons[x.Con].Of, x.Of))
	}
	a := v.(*eval.Array)
	out := &linear.Array{Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i, x := range a.Elems {
		out.Elems[i] = into(t.(*core.ArrayType).Elem, x)
	}
	return out
}

// inject is x as constructor k of n.
func inject(k, n int, x Value) Value {
	if k < n-1 {
		x = &linear.Either{X: x}
	}
	for range k {
		x = &linear.Either{Right: true, X: x}
	}
	return x
}

// out is a value of the source language as one of core.
func out(t core.Type, v Value) eval.Value {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Int {
			return v
		}
		return v
	case *core.TupleType:
		parts := make(eval.Tuple, len(t.Elems))
		for i, x := range components(v, len(t.Elems)) {
			parts[i] = out(t.Elems[i], x)
		}
		return parts
	case *core.SumType:
		con, x := constructor(v, len(t.Cons))
		return &eval.Variant{Con: con, Of: out(t.Cons[con].Of, x)}
	}
	a := v.(*linear.Array)
	to := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, len(a.Elems))}
	for i, x := range a.Elems {
		to.Elems[i] = out(t.(*core.ArrayType).Elem, x)
	}
	return to
}

// components are the parts of <<v1, v2>, …, vn>; those of 0 are 0.
func components(v Value, n int) []Value {
	out := make([]Value, n)
	for i := n - 1; i > 0; i-- {
		out[i], v = secondOf(v), firstOf(v)
	}
	if n > 0 {
		out[0] = v
	}
	return out
}

// constructor is which of n constructors v is, and of what.
func constructor(v Value, n int) (con int, x Value) {
	for con < n-1 {
		e := v.(*linear.Either)
		v = e.X
		if !e.Right {
			break
		}
		con++
	}
	return con, v
}

// cotangent is the seed of δt as an element of D(t)₂.
func cotangent(t core.Type, dv eval.Value) Value {
	if core.Discrete(t) {
		return nil
	}
	switch t := t.(type) {
	case core.Basic:
		return groundElement(dv)
	case *core.TupleType:
		d := cotangent(t.Elems[0], dv.(eval.Tuple)[0])
		for i, e := range t.Elems[1:] {
			d = &linear.Pair{A: d, B: cotangent(e, dv.(eval.Tuple)[i+1])}
		}
		return d
	case *core.SumType:
		x := dv.(*eval.Variant)
		return inject(x.Con, len(t.Cons), cotangent(t.Cons[x.Con].Of, x.Of))
	}
	a := dv.(*eval.Array)
	d := &linear.Array{Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i, x := range a.Elems {
		d.Elems[i] = cotangent(t.(*core.ArrayType).Elem, x)
	}
	return d
}

// groundElement is an element of the ground monoid: false and {} are the 0 of theirs (analysis.go).
func groundElement(v eval.Value) Value {
	switch v := v.(type) {
	case bool:
		if !v {
			return nil
		}
	case []string:
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

// gradient is an element of D(t)₂ as one of δt, for the value v that it belongs to:
// where it is 0, the sizes and constructors are those of v, and the Reals are zero.
func gradient(t core.Type, v eval.Value, d Value, zero eval.Value) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	switch t := t.(type) {
	case core.Basic:
		if d == nil {
			return zero
		}
		return d
	case *core.TupleType:
		parts := make(eval.Tuple, len(t.Elems))
		for i, x := range components(d, len(t.Elems)) {
			parts[i] = gradient(t.Elems[i], v.(eval.Tuple)[i], x, zero)
		}
		return parts
	case *core.SumType:
		x := v.(*eval.Variant)
		var inner Value
		if d != nil {
			inner = side(x.Con, len(t.Cons), d)
		}
		return &eval.Variant{Con: x.Con, Of: gradient(t.Cons[x.Con].Of, x.Of, inner, zero)}
	}
	a := v.(*eval.Array)
	to := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, len(a.Elems))}
	for i, x := range a.Elems {
		var e Value
		if d != nil {
			e = d.(*linear.Array).Elems[i]
		}
		to.Elems[i] = gradient(t.(*core.ArrayType).Elem, x, e, zero)
	}
	return to
}

// side is what an element of a linear sum has on the side of constructor con of n.
func side(con, n int, d Value) Value {
	for i := 0; i < n-1 && d != nil; i++ {
		d = d.(*linear.Either).X
		if i == con {
			break
		}
	}
	return d
}
