package interchange

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// deepest bounds how many calls in calls are looked into.
const deepest = 10

// safe says that t cannot fail, whatever the values of what it uses, and prints nothing. An element of an array cannot fail
// where an index is less than the size of the array as the text tells.
func (l *loop) safe(t core.Term) bool { return (&safety{loop: l}).term(t) }

type safety struct {
	*loop
	depth int // of calls
}

func (s *safety) term(t core.Term) bool {
	switch t := t.(type) {
	case *core.Use, *core.RealConst, *core.IntConst, *core.Global, *core.Lambda:
		return true // what a lambda does counts where it is called
	case *core.Let, *core.Untuple, *core.Tuple, *core.Inject, *core.Case, *core.Size, *core.StopGradient:
	case *core.Prim:
		if t.Op == "int" || (t.Op == core.IDiv || t.Op == core.IMod || t.Op == core.Powi) && !nonzero(t) {
			return false
		}
	case *core.Index:
		base, args := core.Indexed(t)
		if _, variable := base.(*core.Use); !variable || !s.inside(base, args) {
			return false
		}
	case *core.Apply:
		c := inline.Known(t.Func, s.facts.Lambda)
		if c == nil || s.depth == deepest {
			return false
		}
		s.depth++
		ok := s.term(c.Body)
		s.depth--
		return ok && !slices.ContainsFunc(t.Args, func(x core.Term) bool { return !s.term(x) })
	case *core.Build:
		if !s.binders(t.Binders) || len(t.Row) > 0 {
			return false
		}
	case *core.Reduce:
		if t.Op != core.Sum || t.Of != core.Real && t.Of != core.Int || !s.binders(t.Binders) {
			return false
		}
	case *core.NTimes:
		if n := s.facts.Int(t.Count); n == nil || !n.Sized() {
			return false
		}
	case *core.Fold:
	default:
		return false
	}
	ok := true
	core.EachSlot(t, func(at *core.Term, _ bool) { ok = ok && s.term(*at) })
	return ok
}

// nonzero says that the second argument of an operation is a number other than 0, or, of a power, one that is not negative.
func nonzero(t *core.Prim) bool {
	k, ok := t.Args[1].(*core.IntConst)
	return ok && k.Value > 0
}

// binders notes what indices are less than; false if a size may be negative.
func (s *safety) binders(list []core.Binder) bool {
	for _, b := range list {
		n := s.facts.Int(b.Size)
		if n == nil || !n.Sized() {
			return false
		}
		s.below[b.Var] = n
	}
	return true
}

// inside says that an element exists: each index is i or n - 1 - i, where i is less than the size n, or a number that is less.
func (s *safety) inside(base core.Term, args []core.Term) bool {
	if a, ok := base.Type().(*core.ArrayType); !ok || a.Rank != len(args) {
		return false
	}
	for axis, x := range args {
		n, index := s.facts.Size(base, axis), s.facts.Int(x)
		if n == nil || index == nil {
			return false
		}
		if k, ok := index.Constant(); ok {
			if size, ok := n.Constant(); !ok || k < 0 || k >= size {
				return false
			}
			continue
		}
		below := func(i *core.Var) bool {
			up := s.facts.Int(core.UseOf(i))
			return s.below[i].Equal(n) && (index.Equal(up) || index.Equal(n.Plus(up, -1).Plus(known.Const(1), -1)))
		}
		found := false
		for i := range s.below {
			found = found || below(i)
		}
		if !found {
			return false
		}
	}
	return true
}
