package deriv

import (
	"slices"

	"procad/proc"
)

// InactiveReal is Inactive, the type of a Real that depends on nothing that is differentiated in.
var InactiveReal = proc.NamedReal("Inactive")

// Deactivate is H τ, the type of an inactive τ.
//
//	H Real = Inactive    H Int = Int    H (τ1, …) = (H τ1, …)    H (τ1 + τ2) = H τ1 + H τ2    H (Array^r σ) = Array^r (H σ)
//
// A stack belongs to a derivative, where things move: H (Stack τ) = Stack τ.
func Deactivate(t proc.Type) proc.Type {
	return withReals(&holds, t, InactiveReal, false)
}

// Activate is τ for any type between τ and H τ: what is inactive where a program runs
// is a Real like any other.
func Activate(t proc.Type) proc.Type {
	return withReals(&frees, t, proc.Real, true)
}

// withReals is t with one type for all Reals and Inactives in it.
func withReals(m *memo, t proc.Type, to proc.Type, stacks bool) proc.Type {
	switch t {
	case proc.Real, InactiveReal:
		return to
	case proc.Int, proc.Unit:
		return t
	}
	return m.of(t, func() proc.Type { return withRealParts(m, t, to, stacks) })
}

var holds, frees memo

func withRealParts(m *memo, t proc.Type, to proc.Type, stacks bool) proc.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		elems := make([]proc.Type, len(t.Elems))
		same := true
		for i, e := range t.Elems {
			elems[i] = withReals(m, e, to, stacks)
			same = same && elems[i] == e
		}
		if same {
			return t
		}
		return proc.NewTuple(elems...)
	case *proc.SumType:
		return proc.NewSum(withReals(m, t.L, to, stacks), withReals(m, t.R, to, stacks))
	case *proc.ArrayType:
		return proc.NewArray(t.Rank, withReals(m, t.Elem, to, stacks))
	case *proc.StackType:
		if stacks {
			return proc.NewStack(withReals(m, t.Elem, to, stacks))
		}
	}
	return t
}

// MentionsInactive says that Inactive is in a type that stands in the name of a function.
func MentionsInactive(f proc.Func) bool {
	for {
		_, of, derived := f.Deriv()
		_, body, loop := f.Loop()
		switch {
		case derived:
			f = of
		case loop:
			f = body
		default:
			_, types, _ := f.Family()
			return slices.ContainsFunc(types, hasInactive)
		}
	}
}

func hasInactive(t proc.Type) bool { return Activate(t) != t }
