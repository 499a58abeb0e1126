package number

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// A Domain is a kind of numbers: what a Real is, and what primitives do with it.
// It counts, and is for one goroutine.
//
// The methods panic with a *eval.RuntimeError or a *Refused where a run cannot go on;
// Catch makes an error of it.
type Domain interface {
	Name() string
	// Literal is the Real that v in a program is.
	Literal(pos diag.Pos, v float64) eval.Value
	// Input is the Real that v in data is.
	Input(v float64) (eval.Value, error)
	// Prim is op of Reals of the domain, Ints and Bools.
	Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value
	// Operations is how many primitives have taken or given a Real so far.
	Operations() int64
}

// A Refused is what has no meaning in the numbers of a domain.
type Refused struct {
	Pos    diag.Pos
	Domain string
	What   string // a primitive or a literal
	Err    error
}

func (r *Refused) Error() string { return fmt.Sprintf("%s: %s: %v", r.Pos, r.What, r.Err) }
func (r *Refused) Unwrap() error { return r.Err }

// An Interrupt is what a system panics with to end its run with an error.
type Interrupt struct{ Err error }

// Catch, when deferred, makes an error of what a domain, or a system, panics with
// to end a run.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *eval.RuntimeError:
		*err = r
	case *Refused:
		*err = r
	case Interrupt:
		*err = r.Err
	default:
		panic(r)
	}
}

// Inputs are values whose Reals are float64, with those of the domain in their place.
func Inputs(d Domain, args []eval.Value) (out []eval.Value, err error) {
	for _, x := range args {
		x = Map(x, func(v eval.Value) eval.Value {
			n, wrong := d.Input(v.(float64))
			if wrong != nil {
				err = wrong
			}
			return n
		})
		out = append(out, x)
	}
	return out, err
}

// Map is v with f of each of its Reals.
func Map(v eval.Value, f func(eval.Value) eval.Value) eval.Value {
	switch v := v.(type) {
	case float64, Residue:
		return f(v)
	case int64:
		return v
	case eval.Tuple:
		out := make(eval.Tuple, len(v))
		for i, x := range v {
			out[i] = Map(x, f)
		}
		return out
	case *eval.Variant:
		return &eval.Variant{Con: v.Con, Of: Map(v.Of, f)}
	case *eval.Array:
		out := &eval.Array{Dims: v.Dims, Elems: make([]eval.Value, len(v.Elems))}
		for i, x := range v.Elems {
			out.Elems[i] = Map(x, f)
		}
		return out
	}
	panic(fmt.Sprintf("number: %T has no Reals", v))
}

// Tangent is a value of δt with the constructors and sizes of x, a value of t whose Reals
// may be anything: of gives the number in the place of each.
func Tangent(t core.Type, x any, of func(real any) eval.Value) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = Tangent(e, x.(eval.Tuple)[i], of)
		}
		return out
	case *core.SumType:
		v := x.(*eval.Variant)
		return &eval.Variant{Con: v.Con, Of: Tangent(t.Cons[v.Con].Of, v.Of, of)}
	case *core.ArrayType:
		a := x.(*eval.Array)
		out := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, len(a.Elems))}
		for i, e := range a.Elems {
			out.Elems[i] = Tangent(t.Elem, e, of)
		}
		return out
	}
	return of(x)
}

// Partials is ∂op/∂xi for each argument, by the table of core: nil for those that
// are no Reals.
func Partials(d Domain, pos diag.Pos, op core.Op, xs []eval.Value) []eval.Value {
	return core.Partials(algebra{d, pos}, op, xs)
}

// algebra computes partial derivatives.
type algebra struct {
	Domain
	pos diag.Pos
}

func (a algebra) Real(v float64) eval.Value { return a.Literal(a.pos, v) }
func (a algebra) Int(v int64) eval.Value    { return v }

func (a algebra) Prim(op core.Op, args ...eval.Value) eval.Value {
	return a.Domain.Prim(a.pos, op, args...)
}

func (a algebra) If(cond eval.Value, then, otherwise func() eval.Value) eval.Value {
	if cond.(*eval.Variant).Con == core.True {
		return then()
	}
	return otherwise()
}
