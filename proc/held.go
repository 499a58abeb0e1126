package proc

// Hold is H τ: what holds a τ that does not move.
//
//	H Real = Held    H Int = Int    H (τ1, …) = (H τ1, …)    H (τ1 + τ2) = H τ1 + H τ2    H (Array^r σ) = Array^r (H σ)
//
// A stack belongs to a derivative, where things move: H (Stack τ) = Stack τ.
func Hold(t Type) Type {
	return withReals(&holds, t, Held, false)
}

// Free is τ for any type between τ and H τ: what is held where a program runs
// is a Real like any other.
func Free(t Type) Type {
	return withReals(&frees, t, Real, true)
}

// withReals is t with one type for all Reals and Helds in it.
func withReals(m *memo, t Type, to Type, stacks bool) Type {
	switch t {
	case Real, Held:
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

// Unheld is f for hold.I.O$f, and any other function itself.
func (f Func) Unheld() Func {
	d, base, _ := f.Derived()
	if _, _, ok := d.IsHolding(); ok {
		return base
	}
	return f
}

// Holds says that the types of f have Held because of its name: f is hold, free, made
// for a type with Held, or derived from one of these or from some hold.I.O$g. It is
// not so of erased$f.
func (f Func) Holds() bool {
	if _, body, ok := f.Loop(); ok {
		return body.Holds()
	}
	if d, base, ok := f.Derived(); ok {
		if d == Erased {
			return false
		}
		_, _, holding := d.IsHolding()
		return holding || base.Holds()
	}
	family, types, _ := f.Family()
	if family == "hold" || family == "free" {
		return true
	}
	for _, t := range types {
		if Free(t) != t {
			return true
		}
	}
	return false
}

// Unerased is f for erased$f, and any other function itself.
func (f Func) Unerased() Func {
	if d, base, _ := f.Derived(); d == Erased {
		return base
	}
	return f
}

// MentionsHeld says that Held is in a type that stands in the name of a function.
func (f Func) MentionsHeld() bool { return !f.IsZero() && f.held }
