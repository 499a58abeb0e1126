package graph

import "slices"

// A Known is what is known of a value. Nothing is known where it is nil.
type Known struct {
	Term  *Term    // a scalar
	Parts []*Known // of a tuple
	Dims  []*Term  // of an array, nil for one that is not known
	Item  *Known   // of a stack: what every item is like
	never bool     // there is none such: an item of an empty stack
}

// join is what two values have in common.
func join(a, b *Known) *Known {
	switch {
	case a == nil || b == nil:
		return nil
	case a.never:
		return b
	case b.never:
		return a
	}
	v := &Known{}
	if a.Term == b.Term {
		v.Term = a.Term
	}
	if len(a.Parts) == len(b.Parts) {
		for i := range a.Parts {
			v.Parts = append(v.Parts, join(a.Parts[i], b.Parts[i]))
		}
	}
	if len(a.Dims) == len(b.Dims) {
		v.Dims = slices.Clone(a.Dims)
		for i := range v.Dims {
			if a.Dims[i] != b.Dims[i] {
				v.Dims[i] = nil
			}
		}
	}
	if a.Item != nil && b.Item != nil {
		v.Item = join(a.Item, b.Item)
	}
	return v
}

// without is v where some indices are not known.
func (v *Known) without(indices []string) *Known {
	if v == nil {
		return nil
	}
	out := &Known{never: v.never, Item: v.Item.without(indices)}
	if v.Term != nil && !v.Term.DependsOn(indices) {
		out.Term = v.Term
	}
	for _, p := range v.Parts {
		out.Parts = append(out.Parts, p.without(indices))
	}
	for _, d := range v.Dims {
		if d != nil && d.DependsOn(indices) {
			d = nil
		}
		out.Dims = append(out.Dims, d)
	}
	return out
}

// equal compares what is known.
func (v *Known) equal(w *Known) bool {
	if v == nil || w == nil {
		return v == w
	}
	return v.Term == w.Term && v.never == w.never && v.Item.equal(w.Item) && slices.Equal(v.Dims, w.Dims) &&
		slices.EqualFunc(v.Parts, w.Parts, (*Known).equal)
}

// part is a component of a tuple.
func (v *Known) part(i int) *Known {
	if v == nil || i >= len(v.Parts) {
		return nil
	}
	return v.Parts[i]
}

// Dim is a dimension of an array, nil if it is not known.
func (v *Known) Dim(axis int) *Term {
	if v == nil || axis >= len(v.Dims) {
		return nil
	}
	return v.Dims[axis]
}

func (v *Known) term() *Term {
	if v == nil {
		return nil
	}
	return v.Term
}

// shape is what is known of an array whose elements have changed.
func (v *Known) shape() *Known {
	if v == nil {
		return nil
	}
	return &Known{Dims: v.Dims}
}

// termsOf are the terms of values; ok says that all have one.
func termsOf(values []*Known) (list []*Term, ok bool) {
	ok = true
	for _, v := range values {
		t := v.term()
		ok = ok && t != nil
		list = append(list, t)
	}
	return list, ok
}
