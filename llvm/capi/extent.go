package capi

import "procad/proc"

// An Extent says where among the words of a value dimensions of an array are,
// and of which sums the array is on which side.
type Extent struct {
	Dims  []int
	Sides []Side
}

// A Side is a tag's word, and its value where what follows is there.
type Side struct {
	Tag   int
	Right bool
}

// truths says which leaves of a type without arrays are Bools.
func truths(t proc.Type) []bool {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return []bool{false}
	case *proc.TupleType:
		var all []bool
		for _, e := range t.Elems {
			all = append(all, truths(e)...)
		}
		return all
	case *proc.SumType:
		if t == proc.Bool {
			return []bool{true}
		}
		return append(append([]bool{false}, truths(t.L)...), truths(t.R)...)
	}
	return nil
}
