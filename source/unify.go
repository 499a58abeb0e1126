package source

import (
	"slices"

	"procad/internal/diag"
)

// typeVar is a type that is not known yet. Only the checker sees any; after it
// none is left in a program.
type typeVar struct {
	bound   Type     // nil as long as it is unknown
	numeric bool     // Real or Int, and Int if nothing else decides
	pos     diag.Pos // of the expression that made it
	what    string   // what has this type, for messages
	name    string   // of a type of a generic definition: what this calls it
}

// invalidType is the type of what has been rejected. It agrees with all types,
// so that one mistake gives one message.
type invalidType struct{}

var invalid Type = invalidType{}

func (*typeVar) isType()    {}
func (invalidType) isType() {}

func (v *typeVar) String() string {
	switch {
	case v.bound != nil:
		return v.bound.String()
	case v.numeric:
		return "Int"
	case v.name != "":
		return v.name
	}
	return "?"
}

func (invalidType) String() string { return "?" }

const (
	maxTypeSize   = 4096    // parts of a type
	maxUnifySteps = 1 << 20 // of one comparison, which may meet shared parts often
)

// prune follows bound variables. Arrays of arrays are one array.
func prune(t Type) Type {
	switch t := t.(type) {
	case *typeVar:
		if t.bound != nil {
			t.bound = prune(t.bound)
			return t.bound
		}
	case *Array:
		if v, unknown := t.Elem.(*typeVar); unknown && v.bound != nil {
			return ArrayOf(prune(v), t.Rank)
		}
	}
	return t
}

// unifier makes types equal by binding variables.
type unifier struct {
	steps int
}

// unify makes a and b equal and reports whether it can. If not, some of their
// variables may have been bound.
func unify(a, b Type) bool {
	u := unifier{}
	return u.unify(a, b)
}

func (u *unifier) unify(a, b Type) bool {
	a, b = prune(a), prune(b)
	if a == b || a == invalid || b == invalid {
		return true
	}
	if u.steps++; u.steps > maxUnifySteps {
		return false
	}
	if v, ok := a.(*typeVar); ok {
		return u.bind(v, b)
	}
	if v, ok := b.(*typeVar); ok {
		return u.bind(v, a)
	}
	switch a := a.(type) {
	case *Tuple:
		b, ok := b.(*Tuple)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			if !u.unify(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return true
	case *Record:
		b, ok := b.(*Record)
		if !ok || !slices.Equal(a.Fields, b.Fields) {
			return false
		}
		for i := range a.Types {
			if !u.unify(a.Types[i], b.Types[i]) {
				return false
			}
		}
		return true
	case *NamedSum:
		b, ok := b.(*NamedSum)
		if !ok || a.Decl != b.Decl {
			return false
		}
		for i := range a.Args {
			if !u.unify(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	case *Sum:
		b, ok := b.(*Sum)
		return ok && u.unify(a.L, b.L) && u.unify(a.R, b.R)
	case *Array:
		b, ok := b.(*Array)
		return ok && u.arrays(a, b)
	case *Captured:
		b, ok := b.(*Captured)
		return ok && *a == *b
	case *Func:
		b, ok := b.(*Func)
		return ok && u.unify(a.Arg, b.Arg) && u.unify(a.Result, b.Result)
	}
	return false
}

// arrays makes two arrays equal. An element that is not known may be an array.
//
//	α[r sizes] = σ[r + s sizes]  if  α = σ[s sizes]
func (u *unifier) arrays(a, b *Array) bool {
	if a.Rank > b.Rank {
		a, b = b, a
	}
	if a.Rank == b.Rank {
		return u.unify(a.Elem, b.Elem) && a.Fieldwise() == b.Fieldwise()
	}
	return u.unify(a.Elem, fieldwiseAs(b, ArrayOf(b.Elem, b.Rank-a.Rank)))
}

// bind gives the unknown v the type t, which is pruned and not v.
func (u *unifier) bind(v *typeVar, t Type) bool {
	if w, ok := t.(*typeVar); ok {
		w.numeric = w.numeric || v.numeric
		v.bound = w
		return true
	}
	if v.numeric && t != Real && t != Int || u.occurs(v, t) {
		return false
	}
	v.bound = t
	return true
}

// occurs reports whether v is a part of t: then no type is both.
func (u *unifier) occurs(v *typeVar, t Type) bool {
	if u.steps++; u.steps > maxUnifySteps {
		return true
	}
	switch t := prune(t).(type) {
	case *typeVar:
		return t == v
	default:
		for _, part := range partsOf(t) {
			if u.occurs(v, part) {
				return true
			}
		}
	}
	return false
}

// typeSize counts the parts of t, up to a little more than limit.
func typeSize(t Type, limit int) int {
	n := 1
	for _, part := range contents(prune(t)) {
		if n > limit {
			break
		}
		n += typeSize(part, limit-n)
	}
	return n
}

// writtenSize counts the parts of a written type, up to a little more than
// maxTypeSize.
func writtenSize(t TypeExpr, n int) int {
	if n++; n > maxTypeSize {
		return n
	}
	switch t := Under(t).(type) {
	case *TypeName:
		for _, e := range t.Args {
			n = writtenSize(e, n)
		}
	case *TupleType:
		for _, e := range t.Elems {
			n = writtenSize(e, n)
		}
	case *ChoiceType:
		for _, args := range t.Cons {
			for _, a := range args {
				n = writtenSize(a, n)
			}
		}
	case *RecordType:
		for _, f := range t.Fields {
			n = writtenSize(f.Type, n)
		}
	case *SumType:
		n = writtenSize(t.R, writtenSize(t.L, n))
	case *ArrayType:
		n = writtenSize(t.Elem, n)
	case *FuncType:
		n = writtenSize(t.Result, writtenSize(t.Arg, n))
	}
	return n
}

// hasArray reports whether values of t contain arrays.
func hasArray(t Type) bool {
	t = prune(t)
	switch t.(type) {
	case *Array:
		return true
	case *Func: // which may see arrays
		return false
	}
	return slices.ContainsFunc(contents(t), hasArray)
}

// addable reports whether values of t can be added: Real, Int, and tuples and
// arrays of these.
func addable(t Type) bool {
	switch t := prune(t).(type) {
	case Basic:
		return t == Real || t == Int || t == Unit
	case *Captured:
		return !t.trace
	case *Sum, *NamedSum, *Func:
		return false
	}
	return !slices.ContainsFunc(partsOf(prune(t)), func(part Type) bool { return !addable(part) })
}
