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

// storable reports whether t is the type of an element of an array: no sum in it has arrays.
func storable(t Type) bool {
	switch t := prune(t).(type) {
	case *Array:
		return storable(t.Elem)
	case *Tuple:
		return allStorable(t.Elems)
	case *Record:
		return allStorable(t.Types)
	default:
		return !hasArray(t)
	}
}

func allStorable(types []Type) bool {
	for _, t := range types {
		if !storable(t) {
			return false
		}
	}
	return true
}

// unstorable is what storable refuses.
const unstorable = "sums in which there are arrays"

// fieldwiseAs is t, which is an array like a.
func fieldwiseAs(a *Array, t Type) Type {
	if t, ok := t.(*Array); ok {
		t.fieldwise = a.fieldwise
	}
	return t
}
