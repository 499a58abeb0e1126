package hoist

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// round moves before a loop, which is in a place behind bindings, what can be moved out
// of it, and says whether there was anything. The next round finds what that has made invariant.
func (h *hoister) round(at *core.Term, loop core.Term) bool {
	f := h.find(loop)
	if len(f.found) == 0 {
		return false
	}
	for *at != loop {
		at = &(*at).(*core.Let).Body
	}
	m := &mover{finder: f, facts: known.New(), made: map[string]*core.Var{}, counts: map[*core.Term]func() core.Term{}}
	for _, c := range f.found {
		m.move(c)
	}
	for _, o := range slices.Backward(f.opened) {
		inline.Variables(o.at)
	}
	for _, let := range m.lets {
		let.Of, let.Body = loop.Type(), loop
		*at = let
		at = &let.Body
	}
	return true
}

// A mover writes the bindings before a loop.
type mover struct {
	*finder
	facts  *known.Facts
	made   map[string]*core.Var            // variables by what they are bound to
	counts map[*core.Term]func() core.Term // of the loop
	lets   []*core.Let
}

// move moves a candidate e.
func (m *mover) move(c candidate) {
	e := *c.at
	axes := map[*core.Var]*core.Var{}
	for _, k := range c.axes {
		v := *c.levels[k].index
		axes[c.levels[k].index] = &v
	}
	value := m.renamed(e, axes)
	m.order(value, c, axes)
	binders := make([]core.Binder, len(c.axes))
	for i, k := range c.axes {
		binders[i] = core.Binder{Var: axes[c.levels[k].index], Size: m.count(c.levels[k], axes)}
	}
	var outer []core.Term // counts without axes
	seen := map[string]bool{}
	for _, k := range slices.Backward(c.guards) {
		n := m.count(c.levels[k], axes)
		if key, short := m.facts.Key(n); short && seen[key] {
			continue
		} else {
			seen[key] = short
		}
		if c.levels[k].info.axes == 0 && len(binders) > 0 && !literal(binders) {
			outer = append(outer, n)
			continue
		}
		value = given(n, value, none(core.Node{At: e.Pos(), Of: e.Type()}))
	}
	if len(binders) > 0 {
		for _, n := range outer {
			binders[0].Size = given(n, binders[0].Size, whole(e.Pos(), 0))
		}
		value = &core.Build{Node: core.Node{At: e.Pos(), Of: core.ArrayOf(e.Type(), len(binders))}, Binders: binders, Body: value}
	}
	before := len(m.lets)
	x := m.bound(value, name(e))
	m.moved += len(m.lets) - before
	if *c.at = core.UseOf(x); len(binders) > 0 {
		element := &core.Index{Node: core.Node{At: e.Pos(), Of: e.Type()}, X: *c.at}
		for _, k := range c.axes {
			element.At = append(element.At, core.UseOf(c.levels[k].index))
		}
		*c.at = element
	}
}

// bound is a variable that is bound to a value before the loop.
func (m *mover) bound(value core.Term, name string) *core.Var {
	key, short := m.facts.Key(value)
	if x := m.made[key]; short && x != nil {
		return x
	}
	x := &core.Var{Pos: value.Pos(), Name: name, Type: value.Type()}
	if short {
		m.made[key] = x
	}
	m.lets = append(m.lets, &core.Let{Node: core.Node{At: value.Pos()}, Var: x, Bound: value})
	return x
}

// order puts axes in the order in which a read in e has them.
func (m *mover) order(e core.Term, c candidate, axes map[*core.Var]*core.Var) {
	core.Visit(e, func(t core.Term) {
		read, ok := t.(*core.Index)
		if !ok {
			return
		}
		_, at := core.Indexed(read)
		place := func(k int) int {
			return slices.IndexFunc(at, func(i core.Term) bool {
				use, ok := i.(*core.Use)
				return ok && use.Var == axes[c.levels[k].index]
			})
		}
		if !slices.ContainsFunc(c.axes, func(k int) bool { return place(k) < 0 }) {
			slices.SortFunc(c.axes, func(a, b int) int { return place(a) - place(b) })
		}
	})
}

// count is how many iterations a loop has, mentioned before the one in question. The
// counts of that are bound to variables.
func (m *mover) count(l level, axes map[*core.Var]*core.Var) core.Term {
	if l.own && l.info.axes == 0 {
		use := m.counts[l.count]
		if use == nil {
			use = m.shared(l)
			m.counts[l.count] = use
		}
		return use()
	}
	n := m.renamed(*l.count, axes)
	unchecked(&n)
	if l.over {
		n = size(n)
	}
	wholes(&n)
	return n
}

// shared is what makes uses of the count of a loop: a variable is bound to it unless
// it is as cheap as one.
func (m *mover) shared(l level) func() core.Term {
	t := *l.count
	switch u := t.(type) {
	case *core.IntConst, *core.Use:
	case *core.Size:
		if _, ok := u.X.(*core.Use); !ok {
			t = nil
		}
	default:
		t = nil
	}
	if t == nil {
		name := "count"
		if l.over {
			name = "over"
		}
		t = core.UseOf(m.bound(*l.count, name))
		*l.count = core.Copy(t)
	}
	if l.over {
		t = size(t)
	}
	return func() core.Term { return core.Copy(t) }
}

// wholes takes for the size of a row that of the array.
//
//	size(a[i], k) = size(a, k + 1)
func wholes(at *core.Term) {
	for _, p := range core.Places(*at) {
		wholes(p)
	}
	if size, ok := (*at).(*core.Size); ok {
		if row, ok := size.X.(*core.Index); ok {
			base, idx := core.Indexed(row)
			*at = &core.Size{Node: size.Node, X: base, Axis: size.Axis + len(idx)}
		}
	}
}

// size is how many iterations a loop over an array has.
func size(a core.Term) core.Term {
	return &core.Size{Node: core.Node{At: a.Pos(), Of: core.Int}, X: a}
}

// renamed is a copy of t with other names of axes, and what they are bound to for the
// other variables that are bound in the loop. Checks of sizes stay in the loop.
func (m *mover) renamed(t core.Term, axes map[*core.Var]*core.Var) core.Term {
	t = core.Copy(t)
	m.rename(&t, axes)
	return t
}

func (m *mover) rename(at *core.Term, axes map[*core.Var]*core.Var) {
	switch t := (*at).(type) {
	case *core.Use:
		if v := axes[t.Var]; v != nil {
			t.Var = v
		} else if value := m.vars[t.Var].value; value != nil {
			*at = core.Copy(value)
			unchecked(at)
			m.rename(at, axes)
		}
		return
	case *core.Index:
		defer func() { t.X, t.At = core.Indexed(t) }()
	}
	for _, p := range core.Places(*at) {
		m.rename(p, axes)
	}
}

// unchecked takes terms for checks of their sizes.
func unchecked(at *core.Term) {
	for {
		check, ok := (*at).(*core.SizeCheck)
		if !ok {
			break
		}
		*at = check.X
	}
	for _, p := range core.Places(*at) {
		unchecked(p)
	}
}

// literal says that all sizes are numbers.
func literal(binders []core.Binder) bool {
	return !slices.ContainsFunc(binders, func(b core.Binder) bool { _, ok := b.Size.(*core.IntConst); return !ok })
}

// given is if 0 < n then t else other.
func given(n, t, other core.Term) core.Term {
	positive := &core.Prim{Node: core.Node{At: t.Pos(), Of: core.Bool}, Op: core.Lt, Args: []core.Term{whole(t.Pos(), 0), n}}
	return &core.Case{Node: core.Node{At: t.Pos(), Of: t.Type()}, X: positive, Arms: []core.Arm{core.True: {Body: t}, core.False: {Body: other}}}
}
