package tables

import (
	"slices"

	"procad/proc"
)

// A table is what is computed before a loop, for all numbers of some loops
// inside it; one number if there are none.
type table struct {
	term   *term
	axes   []level // the loops whose index it depends on, outermost first
	guards []*term // the numbers of iterations of the others that may be 0, of all if it has no axes, but of those inside the last axis
	name   string  // in Θ, once it is written
}

// An item is a candidate with its table.
type item struct {
	*candidate
	table *table
	axes  []level // as the table's, on this way
}

// choose is what a loop is to have tables for. A candidate
//
//	e  in loops over i1 < n1, …                  where the first ones are the loop's own indices
//
// gets one if it depends on not all of these, if no n depends on an index, if
// nothing in it can be out of range, and if a table is no larger than an array
// that it reads: some a[…] in e is indexed by all indices that e depends on.
// Each iteration of the loop computes all of e, so a table is never more work, but if there
// are no iterations: where another loop may have none, the table has no elements then. It is
// read where its last index is known. So for a loop inside of there it has elements, and the
// sums in them are empty.
func (s *scan) choose(indices int, found []*candidate) []item {
	var fit []item
	for _, c := range found {
		if t := s.fits(indices, c); t != nil {
			fit = append(fit, item{c, t, t.axes})
		}
	}
	same := map[*term][]*table{}
	var chosen []item
	for _, i := range fit {
		if slices.ContainsFunc(fit, func(j item) bool {
			return j.candidate.term != i.candidate.term && j.candidate.term.within(i.candidate.term)
		}) {
			continue // it is part of another; in the next round what else uses it will get a table
		}
		t := i.table
		if k := slices.IndexFunc(same[t.term], t.equal); k >= 0 {
			i.table = same[t.term][k]
		} else {
			same[t.term] = append(same[t.term], t)
		}
		chosen = append(chosen, i)
	}
	return chosen
}

// equal says that one table serves both, which have the same term.
func (t *table) equal(u *table) bool {
	if !slices.Equal(t.guards, u.guards) {
		return false
	}
	return slices.EqualFunc(t.axes, u.axes, func(a, b level) bool { return a.bound == b.bound })
}

// fits is the table for a candidate, or nil.
func (s *scan) fits(indices int, c *candidate) *table {
	t := &table{}
	var inside []*term // as guards, of the loops inside the last axis
	for _, l := range c.levels {
		if slices.ContainsFunc(c.levels, func(m level) bool { return m.index != nil && l.bound.within(m.index) }) {
			return nil
		}
		switch {
		case l.index != nil && c.term.within(l.index):
			t.axes = append(t.axes, l)
			t.guards, inside = append(t.guards, inside...), nil
		case !s.positive(l.bound):
			inside = append(inside, l.bound)
		}
	}
	if len(t.axes) == 0 {
		t.guards, inside = inside, nil
	}
	own := 0
	for _, l := range c.levels[:indices] {
		if l.index == nil || !c.term.within(l.index) {
			own++
		}
	}
	if own == 0 || len(t.axes) > proc.MaxRank || !s.sound(c.term, c.levels) || !t.covered(c.term) || !s.known(c.term, t) {
		return nil
	}
	// Equal terms with other names of indices are one.
	names := newSubstitution(s.terms)
	for k, l := range t.axes {
		names.scalars[l.index] = s.index(part("axis", k))
	}
	if t.term = s.guarded(names.renamed(c.term), inside); t.term == nil {
		return nil
	}
	return t
}

// guarded is t with empty sums if one of the numbers of iterations is 0; nil if
// that is too much to write:
//
//	sum(i < n) e  ↦  sum(i < min(max(m, 0), 1) · n) e
func (s *scan) guarded(t *term, iterations []*term) *term {
	by := s.integer(1)
	for _, m := range iterations {
		by = s.apply("imul", by, s.apply("imin", s.apply("imax", m, s.integer(0)), s.integer(1)))
	}
	var scaled func(t *term) *term
	scaled = func(t *term) *term {
		if len(t.sums()) == 0 {
			return t
		}
		u := term{kind: t.kind, typ: t.typ, name: t.name, bits: t.bits, args: slices.Clone(t.args)}
		if t.kind == sum {
			u.args[0] = s.apply("imul", by, t.args[0])
			return s.terms.of(u)
		}
		for i, a := range t.args {
			u.args[i] = scaled(a)
		}
		return s.terms.of(u)
	}
	if len(iterations) == 0 {
		return t
	}
	return scaled(t)
}

func (s *scan) integer(n int64) *term {
	return s.terms.of(term{kind: number, typ: proc.Int, bits: uint64(n)})
}

func (s *scan) apply(f proc.Func, a, b *term) *term {
	return s.terms.of(term{kind: apply, typ: proc.Int, name: string(f), args: []*term{a, b}})
}

// renamed is t with other indices.
func (s *substitution) renamed(t *term) *term {
	t.each(func(u *term) {
		switch u.kind {
		case scalar:
			s.scalars[u] = u
		case array:
			s.arrays[u] = &view{array: u}
		}
	})
	return s.of(t)
}

// covered says that a table is no larger than an array.
func (t *table) covered(e *term) bool {
	found := len(t.axes) == 0
	e.each(func(u *term) {
		if u.kind == read {
			found = found || !slices.ContainsFunc(t.axes, func(l level) bool { return !slices.Contains(u.args, l.index) })
		}
	})
	return found
}

// known says that everything in a table can be mentioned before the loop.
func (s *scan) known(e *term, t *table) bool {
	ok := true
	visit := func(u *term) {
		switch {
		case u.kind == array:
			v := s.views[u.name]
			ok = ok && v != nil && v.array == u
		case u.kind == scalar && u.name[0] == '&':
			ok = ok && s.shared[u.name[1:]] == u
		case u.kind == scalar:
			_, held := s.held[u]
			ok = ok && held
		}
	}
	e.each(visit)
	for _, l := range t.axes {
		l.bound.each(visit)
	}
	for _, n := range t.guards {
		n.each(visit)
	}
	return ok
}

// sound says that nothing in t can fail, with the indices of the levels around it.
func (s *scan) sound(t *term, levels []level) bool {
	switch t.kind {
	case read, check:
		for axis, i := range t.args[1:] {
			if !s.below(i, s.terms.size(&view{array: t.args[0]}, axis), levels) {
				return false
			}
		}
	case sum:
		if !s.natural(t.args[0], levels) {
			return false
		}
		levels = append(levels[:len(levels):len(levels)], level{index: s.index(t.name), bound: t.args[0]})
	}
	for _, a := range t.args {
		if !s.sound(a, levels) {
			return false
		}
	}
	return true
}

// below says that 0 ≤ i < n.
func (s *scan) below(i, n *term, levels []level) bool {
	for k := len(levels) - 1; k >= 0; k-- {
		if l := levels[k]; l.index == i {
			return s.atMost(l.bound, n) || s.below(l.bound, n, levels[:k])
		}
	}
	if a, known := s.number(i); known && a >= 0 {
		b, known := s.number(n)
		return known && a < b
	}
	return slices.ContainsFunc(s.ranges, func(r fact) bool { return r[0] == i && s.same(r[1], n) })
}

// atMost says that a ≤ b.
func (s *scan) atMost(a, b *term) bool {
	if s.same(a, b) {
		return true
	}
	x, known := s.number(a)
	y, too := s.number(b)
	return known && too && x <= y
}

// number is t, if it is known to be a constant.
func (s *scan) number(t *term) (k int64, known bool) {
	for _, u := range s.class(t) {
		if u.kind == number {
			return int64(u.bits), true
		}
	}
	return 0, false
}

// natural says that a number is not negative.
func (s *scan) natural(n *term, levels []level) bool {
	if n.kind == index {
		return slices.ContainsFunc(levels, func(l level) bool { return l.index == n })
	}
	return slices.ContainsFunc(s.class(n), func(t *term) bool { return t.kind == size || t.kind == number && int64(t.bits) >= 0 })
}

// positive says that a number is known and more than 0.
func (s *scan) positive(n *term) bool {
	k, known := s.number(n)
	return known && k > 0
}

// same says that two numbers are known to be equal.
func (s *scan) same(a, b *term) bool { return a == b || slices.Contains(s.class(a), b) }

// class is what is known to be equal to t.
func (s *scan) class(t *term) []*term {
	list := []*term{t}
	for k := 0; k < len(list); k++ {
		for _, f := range s.facts {
			for side, u := range f {
				if other := f[1-side]; u == list[k] && !slices.Contains(list, other) {
					list = append(list, other)
				}
			}
		}
	}
	return list
}
