package ks

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// A Value is what a term stands for: a number of the domain (R), an int64 (N), an
// eval.Tuple, an *eval.Variant, a *Vector, a *Closure, None, or a linear map, of
// which only its own functions know how it is represented. Nothing is changed
// once it is made.
type Value = eval.Value

// A Vector is a Vec. Row is the sizes of its elements, as far as they are known
// without them.
type Vector struct {
	Elems []Value
	Row   []int64
}

// None is the 0 of every tangent type. It is neutral in sums, so a tangent that
// is 0 takes no space, and needs to know no size and no constructor. It is the sum
// of no vectors too, if nothing says what sizes they would have.
type None struct{}

// Closure is a function.
type Closure struct {
	fn  *Lambda
	env *env
}

// An env is what variables stand for, the innermost first.
type env struct {
	x     *Var
	value Value
	outer *env
}

func (e *env) with(x *Var, v Value) *env {
	if x == nil {
		return e
	}
	return &env{x, v, e}
}

// dims are the sizes of v, as far as they are known; nil if it is no vector.
func dims(v Value) []int64 {
	a, ok := v.(*Vector)
	if !ok {
		return nil
	}
	row := a.Row
	for _, e := range a.Elems {
		if _, none := e.(None); none {
			continue
		}
		if d := dims(e); len(d) > len(row) {
			row = d
		}
		break
	}
	return append([]int64{int64(len(a.Elems))}, row...)
}

// fail ends the evaluation.
func fail(at diag.Pos, code, text string) {
	panic(&eval.RuntimeError{Pos: at, Code: code, Text: text})
}

// Import is a value of core, of type t.
func Import(t core.Type, v eval.Value) Value {
	return imported(t, v, func(core.Type) bool { return false })
}

// ImportTangent is a tangent of core of a value of type t.
func ImportTangent(t core.Type, v eval.Value) Value { return imported(t, v, core.Discrete) }

// imported is v, in the form of a t, with None for the parts that have a type of which
// nothing is there.
func imported(t core.Type, v eval.Value, nothing func(core.Type) bool) Value {
	if nothing(t) {
		return None{}
	}
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = imported(e, v.(eval.Tuple)[i], nothing)
		}
		return out
	case *core.SumType:
		v := v.(*eval.Variant)
		return &eval.Variant{Con: v.Con, Of: imported(t.Cons[v.Con].Of, v.Of, nothing)}
	case *core.ArrayType:
		a := v.(*eval.Array)
		return rows(a.Dims, a.Elems, func(x eval.Value) Value { return imported(t.Elem, x, nothing) })
	}
	return v
}

// rows is an array as a vector of vectors.
func rows(dims []int64, elems []eval.Value, elem func(eval.Value) Value) Value {
	if len(dims) == 0 {
		return elem(elems[0])
	}
	out := &Vector{make([]Value, dims[0]), dims[1:]}
	for i := range out.Elems {
		n := len(elems) / len(out.Elems)
		out.Elems[i] = rows(dims[1:], elems[i*n:(i+1)*n], elem)
	}
	return out
}

// Export is a value as one of core, of type t. It panics with an *eval.RuntimeError for
// the sum of no arrays, where nothing says their sizes.
func Export(t core.Type, v Value) eval.Value {
	if _, none := v.(None); none {
		fail(diag.Pos{}, "assert", unsized)
	}
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = Export(e, v.(eval.Tuple)[i])
		}
		return out
	case *core.SumType:
		v := v.(*eval.Variant)
		return &eval.Variant{Con: v.Con, Of: Export(t.Cons[v.Con].Of, v.Of)}
	case *core.ArrayType:
		out := &eval.Array{Dims: dims(v)}
		for len(out.Dims) < t.Rank {
			out.Dims = append(out.Dims, 0)
		}
		var collect func(rank int, v Value)
		collect = func(rank int, v Value) {
			if rank == 0 {
				out.Elems = append(out.Elems, Export(t.Elem, v))
				return
			}
			for _, e := range v.(*Vector).Elems {
				collect(rank-1, e)
			}
		}
		collect(t.Rank, v)
		return out
	}
	return v
}

const unsized = "the sum of no arrays has sizes only if its type is written"

// ExportTangent is a tangent of a value primal of type t as one of core. Where it
// is 0, it has the sizes and constructors of primal, and the given numbers.
func ExportTangent(t core.Type, primal eval.Value, v Value, zero eval.Value) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	_, none := v.(None)
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = ExportTangent(e, primal.(eval.Tuple)[i], Part(v, i), zero)
		}
		return out
	case *core.SumType:
		p, part := primal.(*eval.Variant), v
		if !none {
			part = v.(*eval.Variant).Of
		}
		return &eval.Variant{Con: p.Con, Of: ExportTangent(t.Cons[p.Con].Of, p.Of, part, zero)}
	case *core.ArrayType:
		a := primal.(*eval.Array)
		out := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, 0, len(a.Elems))}
		var collect func(dims []int64, v Value)
		collect = func(dims []int64, v Value) {
			if len(dims) == 0 {
				out.Elems = append(out.Elems, ExportTangent(t.Elem, a.Elems[len(out.Elems)], v, zero))
				return
			}
			for i := range dims[0] {
				collect(dims[1:], Part(v, int(i)))
			}
		}
		collect(a.Dims, v)
		return out
	}
	if none {
		return zero
	}
	return v
}

// Part is component i of a tuple or a vector; of 0 it is 0.
func Part(v Value, i int) Value {
	switch v := v.(type) {
	case eval.Tuple:
		return v[i]
	case *Vector:
		return v.Elems[i]
	}
	return None{}
}

// SizeOf is how many bytes a trace has: 8 for a number or an Int, 4 for a tuple's, a
// vector's or a constructor's reference to a part.
func SizeOf(v Value) int64 {
	switch v := v.(type) {
	case eval.Tuple:
		n := int64(4 * len(v))
		for _, x := range v {
			n += SizeOf(x)
		}
		return n
	case *Vector:
		n := int64(4 * len(v.Elems))
		for _, x := range v.Elems {
			n += SizeOf(x)
		}
		return n
	case *eval.Variant:
		return 4 + SizeOf(v.Of)
	case None:
		return 0
	}
	return 8
}
