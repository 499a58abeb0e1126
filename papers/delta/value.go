package delta

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// A value of type D{A} is one of eval's for A, with a *Dual for every Real and a
// *closure or a Global for every function.

// A Dual is what a Real becomes: a number, and what a Slope makes of its derivative:
// a Delta, a tangent, or a vector.
type Dual struct {
	Primal eval.Value
	Second any
}

// A closure is a function value: it captures dual numbers.
type closure struct {
	fn  *Lambda
	env *env
}

// An env is what variables stand for, the innermost first.
type env struct {
	v     *core.Var
	value any
	outer *env
}

func (e *env) with(v *core.Var, x any) *env {
	if v == nil {
		return e
	}
	return &env{v, x, e}
}

func (e *env) lookup(v *core.Var) any {
	for ; e != nil; e = e.outer {
		if e.v == v {
			return e.value
		}
	}
	panic("delta: " + v.Name + " is not bound")
}

// mapDuals is x with f of each of its dual numbers. Functions are as they are.
func mapDuals(x any, f func(*Dual) any) any {
	switch x := x.(type) {
	case *Dual:
		return f(x)
	case eval.Tuple:
		out := make(eval.Tuple, len(x))
		for i, e := range x {
			out[i] = mapDuals(e, f)
		}
		return out
	case *eval.Variant:
		return &eval.Variant{Con: x.Con, Of: mapDuals(x.Of, f)}
	case *eval.Array:
		out := &eval.Array{Dims: x.Dims, Elems: make([]eval.Value, len(x.Elems))}
		for i, e := range x.Elems {
			out.Elems[i] = mapDuals(e, f)
		}
		return out
	}
	return x
}

// primal drops the second component of every dual number.
func primal(x any) any { return mapDuals(x, func(d *Dual) any { return d.Primal }) }

// plain are the first components of what a discrete primitive takes.
func plain(x any) eval.Value {
	if d, ok := x.(*Dual); ok {
		return d.Primal
	}
	return x
}

// fail ends the run with a run-time error.
func fail(pos diag.Pos, code, format string, args ...any) {
	panic(&eval.RuntimeError{Pos: pos, Code: code, Text: fmt.Sprintf(format, args...)})
}

// offset is where a[i1, …, ik] begins, and how many elements it has.
func offset(pos diag.Pos, a *eval.Array, at []int64) (start, n int) {
	n = len(a.Elems)
	for k, i := range at {
		if i < 0 || i >= a.Dims[k] {
			fail(pos, "index-range", "index %d is out of range: the size is %d", i, a.Dims[k])
		}
		n /= int(a.Dims[k])
		start += int(i) * n
	}
	return start, n
}

// index is a[i1, …, ik].
func index(pos diag.Pos, a *eval.Array, at []int64) any {
	start, n := offset(pos, a, at)
	if len(at) == len(a.Dims) {
		return a.Elems[start]
	}
	return &eval.Array{Dims: a.Dims[len(at):], Elems: a.Elems[start : start+n]}
}

// agree compares dimensions.
func agree(pos diag.Pos, what string, a, b []int64) {
	for k := range a {
		if a[k] != b[k] {
			fail(pos, "sizes-disagree", "sizes disagree: %s: %d and %d", what, a[k], b[k])
		}
	}
}

// A Slope says what the second component of a dual number is: how the translations of
// Figures 3, 5, 7 and 9 differ.
type Slope interface {
	// Zero is that of a constant.
	Zero() any
	// Sum is Σ terms[j].By · terms[j].Of, that of the result of a primitive.
	Sum(pos diag.Pos, terms []Term) any
}

// A Term is c · d. A nil By is 1, where a primitive has that partial derivative
// everywhere.
type Term struct {
	By eval.Value
	Of any
}

// scale is c · x as numbers, for a c that may be 1. It is 0 for an x that is 0.
func scale(d number.Domain, pos diag.Pos, c, x eval.Value) eval.Value {
	if c == nil {
		return x
	}
	return d.Prim(pos, core.SMul, x, c)
}
