package proc

// Deactivate is H τ, the type of an inactive τ.
//
//	H Real = Inactive    H Int = Int    H (τ1, …) = (H τ1, …)    H (τ1 + τ2) = H τ1 + H τ2    H (Array^r σ) = Array^r (H σ)
//
// A stack belongs to a derivative, where things move: H (Stack τ) = Stack τ.
func Deactivate(t Type) Type {
	return withReals(&holds, t, Inactive, false)
}

// Activate is τ for any type between τ and H τ: what is inactive where a program runs
// is a Real like any other.
func Activate(t Type) Type {
	return withReals(&frees, t, Real, true)
}

// withReals is t with one type for all Reals and Inactives in it.
func withReals(m *memo, t Type, to Type, stacks bool) Type {
	switch t {
	case Real, Inactive:
		return to
	case Int, Unit:
		return t
	}
	return m.of(t, func() Type { return withRealParts(m, t, to, stacks) })
}

var holds, frees memo

func withRealParts(m *memo, t Type, to Type, stacks bool) Type {
	switch t := t.(type) {
	case *TupleType:
		elems := make([]Type, len(t.Elems))
		same := true
		for i, e := range t.Elems {
			elems[i] = withReals(m, e, to, stacks)
			same = same && elems[i] == e
		}
		if same {
			return t
		}
		return NewTuple(elems...)
	case *SumType:
		return NewSum(withReals(m, t.L, to, stacks), withReals(m, t.R, to, stacks))
	case *ArrayType:
		return NewArray(t.Rank, withReals(m, t.Elem, to, stacks))
	case *StackType:
		if stacks {
			return NewStack(withReals(m, t.Elem, to, stacks))
		}
	}
	return t
}

// MentionsInactive says that Inactive is in a type that stands in the name of a function.
func (f Func) MentionsInactive() bool { return !f.IsZero() && f.inactive }
