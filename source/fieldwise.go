package source

// An array of records, or of tuples, in which there are arrays is stored field by field:
//
//	type Camera = { rotation: Real[3], focal: Real }
//	c : Camera[n]        is kept as        { rotation: Real[n, 3], focal: Real[n] }
//
// so the arrays in one field have the same sizes in all elements, as rows have.

// Fieldwise reports whether the elements of a are stored field by field. The tangent of such
// an array is, although the fields that are arrays may be discrete.
func (a *Array) Fieldwise() bool { return a.fieldwise || hasArray(a.Elem) }

// storable reports whether t is the type of an element of an array: no sum in it has arrays, and
// no value of a recursive type is beside an array.
func storable(t Type) bool { return flatSums(t) && !(hasArray(t) && hasRecursive(t)) }

// flatSums reports whether no sum in t has arrays, where t is the type of an element of an array.
func flatSums(t Type) bool {
	switch t := prune(t).(type) {
	case *Array:
		return flatSums(t.Elem)
	case *Tuple:
		return allFlatSums(t.Elems)
	case *Record:
		return allFlatSums(t.Types)
	default:
		return !hasArray(t)
	}
}

func allFlatSums(types []Type) bool {
	for _, t := range types {
		if !flatSums(t) {
			return false
		}
	}
	return true
}

// unstorable is what storable refuses.
const unstorable = "sums in which there are arrays, or arrays beside values of recursive types"

// fieldwiseAs is t, which is an array like a.
func fieldwiseAs(a *Array, t Type) Type {
	if t, ok := t.(*Array); ok {
		t.fieldwise = a.fieldwise
	}
	return t
}
