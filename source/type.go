package source

import "strings"

// A Type is what the checker knows about a value: sizes of arrays are not part
// of it. Types are compared with Equal.
type Type interface {
	String() string
	isType()
}

// Basic is a type without parts.
type Basic int

// The basic types.
const (
	Real Basic = iota
	Int
	Bool
	Unit // ()
)

// Tuple is (T1, …, Tn), n ≥ 2.
type Tuple struct{ Elems []Type }

// Sum is L + R.
type Sum struct{ L, R Type }

// Array is Elem[_, …, _] with Rank ≥ 1 sizes; Elem is no array.
type Array struct {
	Elem      Type
	Rank      int
	fieldwise bool // also where no arrays are in Elem
}

func (Basic) isType()  {}
func (*Tuple) isType() {}
func (*Sum) isType()   {}
func (*Array) isType() {}

func (t Basic) String() string { return [...]string{"Real", "Int", "Bool", "()"}[t] }

func (t *Tuple) String() string { return typeString(t) }
func (t *Sum) String() string   { return typeString(t) }
func (t *Array) String() string { return typeString(t) }

// TupleOf is the tuple of the given types: () of none, the type itself of one.
func TupleOf(elems ...Type) Type {
	switch len(elems) {
	case 0:
		return Unit
	case 1:
		return elems[0]
	}
	return &Tuple{elems}
}

// ArrayOf is the array of the given rank whose elements are elem. The ranks of
// arrays of arrays add up, and rank 0 is elem itself.
func ArrayOf(elem Type, rank int) Type {
	if rank == 0 {
		return elem
	}
	if a, ok := elem.(*Array); ok {
		return &Array{a.Elem, a.Rank + rank, a.fieldwise}
	}
	return &Array{Elem: elem, Rank: rank}
}

// Tangent is δT, the type of tangents and cotangents of T.
//
//	δReal = Real      δInt = δBool = δ() = ()
//	δ(T1, …, Tn) = (δT1, …, δTn)      () if all δTi = ()
//	δ{f1: T1, …} = {f1: δT1, …}       () if all δTi = (); it keeps its name if it is the same
//	δ(C1(A) | C2(B) | …) = δ(A + (B + …)), with its name if it is the same
//	δ(A + B) = δA + δB                () if δA = δB = ()
//	δT = T for a recursive T          () if T has no Reals
//	δσ[…] = (δσ)[…]                   () if δσ = ()
//	δ(d f) = d f                      where f is a parameter of a rule, whose tangent is d f
//	δ(A -> T) is not defined
func Tangent(t Type) Type {
	switch t := t.(type) {
	case Basic:
		if t == Real {
			return Real
		}
	case *Tuple:
		elems := make([]Type, len(t.Elems))
		discrete := true
		for i, e := range t.Elems {
			elems[i] = Tangent(e)
			discrete = discrete && elems[i] == Unit
		}
		if !discrete {
			return &Tuple{elems}
		}
	case *Record:
		types := make([]Type, len(t.Types))
		discrete, same := true, true
		for i, e := range t.Types {
			types[i] = Tangent(e)
			discrete, same = discrete && types[i] == Unit, same && sameType(types[i], e)
		}
		switch {
		case discrete:
		case same:
			return t
		default:
			return &Record{Fields: t.Fields, Types: types}
		}
	case *NamedSum:
		if t.Decl.recursive {
			if holdsReal(t, map[string]bool{}) {
				return t
			}
			return Unit
		}
		nested := t.Nested()
		tangent := Tangent(nested)
		if tangent != Unit && sameType(tangent, nested) {
			return t
		}
		return tangent
	case *Sum:
		l, r := Tangent(t.L), Tangent(t.R)
		if l != Unit || r != Unit {
			return &Sum{l, r}
		}
	case *Array:
		if elem := Tangent(t.Elem); elem != Unit {
			return &Array{elem, t.Rank, t.Fieldwise()}
		}
	case *Func:
		if t.of != nil {
			return &Captured{of: t.of}
		}
	case *Captured:
		if !t.trace {
			return t
		}
	}
	return Unit
}

// sameType reports whether two types without unknowns are the same.
func sameType(a, b Type) bool { return a == b || typeKey(a) == typeKey(b) }

// Discrete reports whether values of t have no tangents but ().
func Discrete(t Type) bool { return Tangent(t) == Unit }

// maxTypeString bounds what messages print of a type.
const maxTypeString = 200

// typeString is t as it is written in a program, sizes as _.
func typeString(t Type) string {
	var b strings.Builder
	writeType(&b, t)
	if b.Len() >= maxTypeString {
		return b.String()[:maxTypeString] + "…"
	}
	return b.String()
}

func writeType(b *strings.Builder, t Type) {
	if b.Len() >= maxTypeString {
		return
	}
	switch t := prune(t).(type) {
	case *Tuple:
		b.WriteByte('(')
		for i, e := range t.Elems {
			if i > 0 {
				b.WriteString(", ")
			}
			writeType(b, e)
		}
		b.WriteByte(')')
	case *Record:
		if t.Decl != nil {
			writeName(b, t.Decl, t.Args)
			return
		}
		for i, e := range t.Types {
			b.WriteString([]string{"{ ", ", "}[min(i, 1)] + t.Fields[i] + ": ")
			writeType(b, e)
		}
		b.WriteString(" }")
	case *NamedSum:
		writeName(b, t.Decl, t.Args)
	case *Sum:
		writeOperand(b, t.L)
		b.WriteString(" + ")
		if _, function := prune(t.R).(*Func); function {
			writeOperand(b, t.R)
		} else {
			writeType(b, t.R)
		}
	case *Func:
		if _, function := prune(t.Arg).(*Func); function {
			writeOperand(b, t.Arg)
		} else {
			writeType(b, t.Arg)
		}
		b.WriteString(" -> ")
		writeType(b, t.Result)
	case *Array:
		writeOperand(b, t.Elem)
		b.WriteString("[_" + strings.Repeat(", _", min(t.Rank-1, maxTypeString)) + "]")
	default:
		b.WriteString(t.String())
	}
}

// writeName writes a declared type.
func writeName(b *strings.Builder, d *TypeDecl, args []Type) {
	b.WriteString(d.module.written(d.Name))
	for i, a := range args {
		b.WriteString([]string{"(", ", "}[min(i, 1)])
		writeType(b, a)
	}
	if len(args) > 0 {
		b.WriteString(")")
	}
}

// writeOperand writes t as the part of a type that binds tighter than + and ->.
func writeOperand(b *strings.Builder, t Type) {
	switch t = prune(t); t.(type) {
	case *Sum, *Func:
		b.WriteByte('(')
		writeType(b, t)
		b.WriteByte(')')
		return
	}
	writeType(b, t)
}
