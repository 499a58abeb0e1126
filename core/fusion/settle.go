package fusion

import (
	"maps"
	"slices"

	"procad/core"
	"procad/core/known"
)

// settle finds the iteration that reads the array and what it computes; false if
// there is none.
func (a *array) settle() bool {
	if a.other || a.calls > 0 || len(a.reads) == 0 || !a.spanned() {
		return false
	}
	for n := len(a.binders); n > 0; n-- {
		first := a.reads[0].around
		if len(first) < n || slices.ContainsFunc(a.sizes[n:], unknown) || !a.evenRows(a.elem, a.inner) {
			continue
		}
		a.iteration = first[n-1].iteration
		if here := len(a.reads) == 1 && len(first) == n; a.iteration == nil && !here {
			continue
		}
		if a.fix(n) {
			return true
		}
	}
	return false
}

func unknown(p known.Poly) bool { return p == nil }

// fix fixes the first n indices of the array by those of the loops that are around
// all places that read it; false if that cannot be. An index is for one dimension
// only.
func (a *array) fix(n int) bool {
	places := a.reads[0].around[:n]
	for _, r := range a.reads {
		if len(r.args) < n {
			return false
		}
	}
	rest := slices.Clone(places)
	a.fixed, a.index = n, nil
	for axis := range n {
		i := a.facts.Int(a.reads[0].args[axis])
		if i == nil || a.sizes[axis] == nil {
			return false
		}
		for _, r := range a.reads[1:] {
			if other := a.facts.Int(r.args[axis]); other == nil || !other.Equal(i) {
				return false
			}
		}
		k := slices.IndexFunc(rest, func(p place) bool { return a.reaches(p, axis, i) != nil })
		if k < 0 {
			return false
		}
		a.index = append(a.index, a.reaches(rest[k], axis, i))
		rest[k] = place{}
	}
	return true
}

// reaches is an index along an axis as a term of the index of a loop, if it takes
// each value once while that loop runs; nil if it may not.
//
//	i < n        n - 1 - i < n
func (a *array) reaches(p place, axis int, index known.Poly) core.Term {
	if p.Var == nil {
		return nil
	}
	n := a.facts.Int(p.Size)
	if n == nil || !n.Equal(a.sizes[axis]) {
		return nil
	}
	i := core.UseOf(p.Var)
	switch up := a.facts.Int(i); {
	case index.Equal(up):
		return i
	case index.Equal(n.Plus(up, -1).Plus(known.Const(1), -1)):
		at := core.Node{At: a.reads[0].args[axis].Pos(), Of: core.Int}
		last := &core.Prim{Node: at, Op: core.Sub, Args: []core.Term{core.Copy(a.binders[axis].Size), &core.IntConst{Node: at, Value: 1}}}
		return &core.Prim{Node: at, Op: core.Sub, Args: []core.Term{last, i}}
	}
	return nil
}

// spanned says that the sizes of the array that are used are known where it is.
func (a *array) spanned() bool {
	return !slices.ContainsFunc(a.spans, func(s span) bool {
		if s.axis < len(a.binders) {
			return a.sizes[s.axis] == nil
		}
		return a.row == nil
	})
}

// evenRows says that all elements have the same sizes, if they are arrays. What an
// element binds to what depends on its indices differs from one to the next as they do.
func (a *array) evenRows(elem core.Term, inner map[*core.Var]bool) bool {
	if _, rows := elem.Type().(*core.ArrayType); !rows {
		return true
	}
	switch elem := elem.(type) {
	case *core.Let:
		return a.evenRows(elem.Body, binding(inner, elem.Bound, elem.Var))
	case *core.Untuple:
		return a.evenRows(elem.Body, binding(inner, elem.Bound, elem.Vars...))
	case *core.Literal:
		return true
	case *core.Build:
		even := !slices.ContainsFunc(elem.Binders, func(b core.Binder) bool { return a.outside(b.Size, inner) == nil })
		return even && a.evenRows(elem.Body, inner)
	case *core.Use:
		return !inner[elem.Var]
	case *core.Index:
		base, _ := core.Indexed(elem)
		use, ok := base.(*core.Use)
		return ok && !inner[use.Var]
	}
	return false
}

// binding is inner with the variables that are bound to a term, if that depends on it.
func binding(inner map[*core.Var]bool, bound core.Term, vars ...*core.Var) map[*core.Var]bool {
	if core.Independent(bound, inner) {
		return inner
	}
	inner = maps.Clone(inner)
	for _, v := range vars {
		inner[v] = true
	}
	return inner
}

// doubtful are the sizes that may be negative, and are then compared with 0 by
// nothing else that always runs.
func (a *array) doubtful() []core.Term {
	compared := slices.Clone(a.outer)
	for _, p := range a.reads[0].around[:a.fixed] {
		if p.over {
			compared = append(compared, a.facts.Int(p.Size))
		}
	}
	var list []core.Term
	check := func(size core.Term, p known.Poly) {
		if p.Sized() || slices.ContainsFunc(compared, func(q known.Poly) bool { return q != nil && q.Equal(p) }) {
			return
		}
		compared = append(compared, p)
		list = append(list, core.Copy(size))
	}
	for axis, b := range a.binders {
		check(b.Size, a.sizes[axis])
	}
	for _, n := range a.row {
		check(n, a.facts.Int(n))
	}
	return list
}
