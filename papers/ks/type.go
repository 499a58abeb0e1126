package ks

import (
	"slices"
	"strings"

	"procad/core"
)

// A Type is a type of Figure 1, with sums, which the paper does not have.
//
//	τ ::= N | R | (τ1, …, τn) | con1 τ1 + … + conn τn | Vec τ | τ1 → τ2 | τ1 ⊸ τ2      n ≠ 1 in tuples
type Type interface{ String() string }

// Basic is a type of numbers.
type Basic string

// The basic types.
const (
	R Basic = "R" // real numbers
	N Basic = "N" // whole numbers; they may be negative, as Int of core
)

// Tuple is (τ1, …, τn).
type Tuple []Type

// Sum is a choice between constructors. Name may be "".
type Sum struct {
	Name string
	Cons []Con
}

// A Con is a constructor and the type of what it carries.
type Con struct {
	Name string
	Of   Type
}

// Vec is Vec τ. An array of two dimensions is a vector of vectors.
type Vec struct{ Elem Type }

// Func is From → To. Only arguments of built-in functions have such a type.
type Func struct{ From, To Type }

// Lin is From ⊸ To: the linear maps from δFrom to δTo.
type Lin struct{ From, To Type }

// Unit is ().
var Unit = Tuple{}

// Bool is true + false.
var Bool = Sum{"Bool", []Con{{"true", Unit}, {"false", Unit}}}

// TupleOf is the tuple of the given types, the type itself if there is one.
func TupleOf(types ...Type) Type {
	if len(types) == 1 {
		return types[0]
	}
	return Tuple(types)
}

func (t Basic) String() string { return string(t) }
func (t Tuple) String() string { return "(" + list(t, ", ") + ")" }
func (t Vec) String() string   { return "Vec " + atom(t.Elem) }
func (t Func) String() string  { return atom(t.From) + " → " + atom(t.To) }
func (t Lin) String() string   { return atom(t.From) + " ⊸ " + atom(t.To) }

func (t Sum) String() string {
	if t.Name != "" {
		return t.Name
	}
	parts := make([]string, len(t.Cons))
	for i, c := range t.Cons {
		parts[i] = c.Name + " " + atom(c.Of)
	}
	return strings.Join(parts, " + ")
}

func list(types []Type, between string) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = t.String()
	}
	return strings.Join(parts, between)
}

// atom is t as a part of a larger type.
func atom(t Type) string {
	switch t := t.(type) {
	case Vec, Func, Lin:
		return "(" + t.String() + ")"
	case Sum:
		if t.Name == "" {
			return "(" + t.String() + ")"
		}
	}
	return t.String()
}

// Equal says that two types are the same.
func Equal(a, b Type) bool {
	switch a := a.(type) {
	case Basic:
		return a == b
	case Tuple:
		b, ok := b.(Tuple)
		return ok && slices.EqualFunc(a, b, Equal)
	case Vec:
		b, ok := b.(Vec)
		return ok && Equal(a.Elem, b.Elem)
	case Sum:
		b, ok := b.(Sum)
		return ok && a.Name == b.Name && slices.EqualFunc(a.Cons, b.Cons, func(x, y Con) bool { return x.Name == y.Name && Equal(x.Of, y.Of) })
	case Func:
		b, ok := b.(Func)
		return ok && Equal(a.From, b.From) && Equal(a.To, b.To)
	case Lin:
		b, ok := b.(Lin)
		return ok && Equal(a.From, b.From) && Equal(a.To, b.To)
	}
	return false
}

// Tangent is δτ.
//
//	δR = R     δN = ()     δ(τ1, …, τn) = (δτ1, …, δτn)     δ(Vec τ) = Vec δτ     δ(con1 τ1 + …) = con1 δτ1 + …
//
// Each δτ has a value 0 that is neutral in sums: of a vector or a sum type it has
// neither size nor constructor. Functions and linear maps have no δ.
func Tangent(t Type) Type {
	switch t := t.(type) {
	case Basic:
		if t == R {
			return R
		}
	case Tuple:
		out := make(Tuple, len(t))
		for i, e := range t {
			out[i] = Tangent(e)
		}
		return out
	case Vec:
		return Vec{Tangent(t.Elem)}
	case Sum:
		out := Sum{Cons: make([]Con, len(t.Cons))}
		for i, c := range t.Cons {
			out.Cons[i] = Con{c.Name, Tangent(c.Of)}
		}
		return out
	}
	return Unit
}

// Discrete says that δτ has one value only, up to sizes and constructors: that
// there are no Rs in τ.
func Discrete(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t != R
	case Tuple:
		for _, e := range t {
			if !Discrete(e) {
				return false
			}
		}
	case Vec:
		return Discrete(t.Elem)
	case Sum:
		for _, c := range t.Cons {
			if !Discrete(c.Of) {
				return false
			}
		}
	case Func, Lin:
		return false
	}
	return true
}

// typeOf is a type of core; nil of a function's.
func typeOf(t core.Type) Type {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return R
		}
		return N
	case *core.TupleType:
		out := make(Tuple, len(t.Elems))
		for i, e := range t.Elems {
			if out[i] = typeOf(e); out[i] == nil {
				return nil
			}
		}
		return out
	case *core.SumType:
		out := Sum{t.Name, make([]Con, len(t.Cons))}
		for i, c := range t.Cons {
			if out.Cons[i] = (Con{c.Name, typeOf(c.Of)}); out.Cons[i].Of == nil {
				return nil
			}
		}
		return out
	case *core.ArrayType:
		out := typeOf(t.Elem)
		for range t.Rank {
			out = Vec{out}
		}
		return out
	}
	return nil
}
