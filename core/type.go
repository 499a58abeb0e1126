package core

import (
	"slices"
	"strings"
)

// A Type is the type of a term. Sizes of arrays are not part of it. Types are
// compared with Equal.
//
//	τ ::= Real | Int | (τ1, …, τn) | con1 τ1 + … + conk τk | σ[_, …] | (τ1, …, τn) → τ | Stack τ | T = μα. τ
//
// σ contains no arrays, no stacks and no functions. No text of a program has stacks: they
// are what the pass recursion makes.
type Type interface {
	String() string
	isType()
}

// Basic is a type of numbers.
type Basic int

// The basic types.
const (
	Real Basic = iota // IEEE 754 double precision
	Int               // 64 bits; arithmetic wraps around
)

// TupleType is () or (T1, …, Tn) with n ≥ 2.
type TupleType struct{ Elems []Type }

// SumType is a choice between constructors. One with a Name is equal to itself
// only; one without has the constructors Inl and Inr.
type SumType struct {
	Name string
	Cons []Con
}

// A Con is a constructor of a sum and the type of what it carries.
type Con struct {
	Name string
	Of   Type
}

// ArrayType is a rectangular array with Rank ≥ 1 dimensions.
type ArrayType struct {
	Elem Type
	Rank int
}

// FuncType is the type of a function, which takes its arguments at once. Captures is the name of d f and trace f if
// it is of a parameter f of a rule; types are equal whatever it is.
type FuncType struct {
	Params   []Type
	Result   Type
	Captures string
}

// CapturedType is d f, the tangents of what a parameter f of a rule captures, or trace f, what split(f) leaves. The
// pass closures makes data of values of these types, as it does of functions.
type CapturedType struct {
	Name  string
	Trace bool
}

// StackType is a stack of values of one type.
type StackType struct{ Elem Type }

func (Basic) isType()         {}
func (*TupleType) isType()    {}
func (*SumType) isType()      {}
func (*ArrayType) isType()    {}
func (*FuncType) isType()     {}
func (*StackType) isType()    {}
func (*CapturedType) isType() {}

// Unit is ().
var Unit = &TupleType{}

// Bool is the sum of true and false, in this order: as in procedures, where it
// is () + () and true is Inl.
var Bool = &SumType{Name: "Bool", Cons: []Con{{"true", Unit}, {"false", Unit}}}

// The constructors of Bool.
const (
	True = iota
	False
)

// TupleOf is the tuple of the given types: () of none, the type itself of one.
func TupleOf(elems ...Type) Type {
	switch len(elems) {
	case 0:
		return Unit
	case 1:
		return elems[0]
	}
	return &TupleType{elems}
}

// SumOf is l + r.
func SumOf(l, r Type) *SumType { return &SumType{Cons: []Con{{"Inl", l}, {"Inr", r}}} }

// ArrayOf is the array of the given rank whose elements are elem. The ranks of
// arrays of arrays add up, and rank 0 is elem itself.
func ArrayOf(elem Type, rank int) Type {
	if rank == 0 {
		return elem
	}
	if a, ok := elem.(*ArrayType); ok {
		return &ArrayType{a.Elem, a.Rank + rank}
	}
	return &ArrayType{elem, rank}
}

// Equal reports whether two types are the same.
func Equal(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *TupleType:
		b, ok := b.(*TupleType)
		return ok && equalTypes(a.Elems, b.Elems)
	case *SumType:
		b, ok := b.(*SumType)
		if !ok || a.Name != "" || b.Name != "" || len(a.Cons) != len(b.Cons) {
			return false
		}
		for i := range a.Cons {
			if a.Cons[i].Name != b.Cons[i].Name || !Equal(a.Cons[i].Of, b.Cons[i].Of) {
				return false
			}
		}
		return true
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && a.Rank == b.Rank && Equal(a.Elem, b.Elem)
	case *FuncType:
		b, ok := b.(*FuncType)
		return ok && equalTypes(a.Params, b.Params) && Equal(a.Result, b.Result)
	case *StackType:
		b, ok := b.(*StackType)
		return ok && Equal(a.Elem, b.Elem)
	case *CapturedType:
		b, ok := b.(*CapturedType)
		return ok && *a == *b
	}
	return false
}

func equalTypes(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// Tangent is δT, the type of tangents and cotangents of T.
//
//	δReal = Real      δInt = ()
//	δ(T1, …, Tn) = (δT1, …, δTn)                  () if all δTi = ()
//	δ(con1 T1 + …) = con1 δT1 + …                 () if all δTi = ()
//	δσ[…] = (δσ)[…]                               () if δσ = ()
//	δ(Stack T) = Stack δT                         () if δT = ()
//	δT = T for a recursive T with Reals in it     () without
//	δ(d f) = d f                                  which is δf for a parameter f of a rule
//	δ(S → T) is not defined: functions have no tangents of their own
func Tangent(t Type) Type {
	switch t := t.(type) {
	case Basic:
		if t == Real {
			return Real
		}
	case *TupleType:
		elems := make([]Type, len(t.Elems))
		discrete := true
		for i, e := range t.Elems {
			elems[i] = Tangent(e)
			discrete = discrete && elems[i] == Unit
		}
		if !discrete {
			return &TupleType{elems}
		}
	case *SumType:
		out := &SumType{Cons: make([]Con, len(t.Cons))}
		discrete := true
		for i, c := range t.Cons {
			out.Cons[i] = Con{c.Name, Tangent(c.Of)}
			discrete = discrete && out.Cons[i].Of == Unit
		}
		if !discrete {
			return out
		}
	case *ArrayType:
		if elem := Tangent(t.Elem); elem != Unit {
			return &ArrayType{elem, t.Rank}
		}
	case *StackType:
		if elem := Tangent(t.Elem); elem != Unit {
			return &StackType{elem}
		}
	case *RecType:
		if holdsReal(t) {
			return t
		}
	case *FuncType:
		if t.Captures != "" {
			return &CapturedType{Name: t.Captures}
		}
	case *CapturedType:
		if !t.Trace {
			return t
		}
	}
	return Unit
}

// Discrete reports whether values of t have no tangents but ().
func Discrete(t Type) bool { return Tangent(t) == Unit }

// Additive reports whether values of t can be added: numbers, and tuples of such.
func Additive(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return true
	case *TupleType:
		return !slices.ContainsFunc(t.Elems, func(e Type) bool { return !Additive(e) })
	}
	return false
}

// flat reports whether t may be the type of an element of an array. Functions may be
// until the pass closures makes data of them.
func flat(t Type) bool {
	switch t := t.(type) {
	case Basic, *FuncType, *CapturedType, *RecType:
		return true
	case *TupleType:
		for _, e := range t.Elems {
			if !flat(e) {
				return false
			}
		}
		return true
	case *SumType:
		for _, c := range t.Cons {
			if !flat(c.Of) {
				return false
			}
		}
		return true
	}
	return false
}

func (t Basic) String() string      { return [...]string{"Real", "Int"}[t] }
func (t *TupleType) String() string { return "(" + typeList(t.Elems) + ")" }
func (t *StackType) String() string { return "Stack " + operandType(t.Elem) }
func (t *CapturedType) String() string {
	if t.Trace {
		return "trace " + t.Name
	}
	return "d " + t.Name
}
func (t *FuncType) String() string { return "(" + typeList(t.Params) + ") -> " + t.Result.String() }

func (t *SumType) String() string {
	if t.Name != "" {
		return t.Name
	}
	parts := make([]string, len(t.Cons))
	for i, c := range t.Cons {
		_, function := c.Of.(*FuncType)
		if parts[i] = c.Of.String(); function || i+1 < len(t.Cons) {
			parts[i] = operandType(c.Of)
		}
	}
	return strings.Join(parts, " + ")
}

func (t *ArrayType) String() string {
	return operandType(t.Elem) + "[_" + strings.Repeat(", _", t.Rank-1) + "]"
}

func typeList(types []Type) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

// operandType is t as a part of a type that binds more tightly than +.
func operandType(t Type) string {
	switch t := t.(type) {
	case *SumType:
		if t.Name == "" {
			return "(" + t.String() + ")"
		}
	case *FuncType:
		return "(" + t.String() + ")"
	}
	return t.String()
}
