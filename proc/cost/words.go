package cost

import (
	"procad/internal/native"
	"procad/proc"
)

// Words are those that keeping a value of a scalar type is weighed by: those that it takes in an
// array, where a () counts as one.
func Words(t proc.Type) int64 { return words(t, 1, func(l, r int64) int64 { return l + r }) }

// Room is the number of words that it takes in an array: a sum has a tag and room for both sides.
// Most and Least are those that it can take on a stack, which has room for the side that is there.
func Room(t proc.Type) int64  { return int64(Widths{}.Of(t)) }
func Most(t proc.Type) int64  { return words(t, 0, func(l, r int64) int64 { return max(l, r) }) }
func Least(t proc.Type) int64 { return words(t, 0, func(l, r int64) int64 { return min(l, r) }) }

func words(t proc.Type, unit int64, sides func(l, r int64) int64) int64 {
	switch t := t.(type) {
	case proc.UnitType:
		return unit
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += words(e, unit, sides)
		}
		return n
	case *proc.SumType:
		return 1 + sides(words(t.L, unit, sides), words(t.R, unit, sides))
	}
	return 1
}

// Widths are the numbers of leaves that values of types have in native code, as far as they have been
// asked for: types share their parts, so a short one can have any number of them.
type Widths map[proc.Type]int

// Of is the number of leaves of a value of type t: Reals, Ints, tags, and of an array or a stack its
// pointers and sizes.
func (w Widths) Of(t proc.Type) int {
	switch t.(type) {
	case proc.RealType, proc.IntType:
		return 1
	}
	if n, ok := w[t]; ok {
		return n
	}
	n := 0
	switch t := t.(type) {
	case *proc.SumType:
		n = sum(1, w.Of(t.L), w.Of(t.R))
	case *proc.ArrayType:
		n = sum(w.Of(t.Elem), t.Rank)
	case *proc.StackType:
		n = native.StackWords
	case *proc.TupleType:
		for _, e := range t.Elems {
			n = sum(n, w.Of(e))
		}
	}
	w[t] = n
	return n
}
