package hoist

import (
	"math/bits"
	"slices"

	"procad/core"
	"procad/core/inline"
)

// A finder goes through a loop for what can be moved out of it.
type finder struct {
	*hoister
	levels []level // the loops around the term at hand, the one in question outermost
	own    int     // how many of the levels are of the one in question
	vars   map[*core.Var]variable
	found  []candidate
	opened []opening
	counts bool // what is gone through is the count of a loop
}

// A level is a loop i < n. The index is nil if it has none.
type level struct {
	index *core.Var
	count *core.Term // n; an array, if it runs over one
	over  bool       // it runs over an array
	info  info       // of the count
	own   bool       // it is of the loop in question
}

// A variable is one that is bound in the loop.
type variable struct {
	info  info
	value core.Term // what may replace it; nil: it is an index, or nothing may
}

// A candidate is a term that can be moved before the loop.
type candidate struct {
	at     *core.Term
	levels []level // around it
	axes   []int   // numbers of levels
	guards []int   // and of those that may have no iterations
}

// find is what can be moved out of a loop, the largest terms there are.
func (h *hoister) find(loop core.Term) *finder {
	f := &finder{hoister: h, vars: map[*core.Var]variable{}}
	f.loop(loop, 0, false)
	return f
}

// term is what a term in a place needs, which is so many terms deep in the loop. If each
// iteration evaluates it, candidates are looked for.
func (f *finder) term(at *core.Term, depth int, always bool) info {
	found, opened := len(f.found), len(f.opened)
	n := f.node(at, depth, always)
	if !always {
		return n
	}
	if c := f.candidate(at, n, depth); c != nil {
		f.close(opened)
		f.found = append(f.found[:found], *c)
	}
	return n
}

func (f *finder) node(at *core.Term, depth int, always bool) info {
	switch t := (*at).(type) {
	case *core.Use:
		if v, bound := f.vars[t.Var]; bound {
			if f.counts && v.value != nil && v.info.weight <= mostTerms {
				return f.term(&v.value, depth, false)
			}
			v.info.reads = true
			return v.info
		}
		n := leaf(t)
		n.reads = true
		return n
	case *core.Let:
		n := f.term(&t.Bound, depth+1, always)
		f.let(t)
		f.bind(t.Var, t.Bound, n, depth)
		return n.and(f.term(&t.Body, depth+1, always))
	case *core.Index:
		x := f.term(&t.X, depth+1, always)
		n := leaf(t).and(x)
		rows := x.rows
		for i := range t.At {
			k := f.term(&t.At[i], depth+1, always)
			n = n.and(k)
			rows |= k.index
		}
		n = n.covering(rows)
		n.rows = rows
		return n
	case *core.SizeCheck:
		x := f.term(&t.X, depth+1, always)
		n := leaf(t).and(x)
		for _, s := range core.Carried(t) {
			n = n.and(f.term(s, depth+1, false))
		}
		n.rows = x.rows
		return n
	case *core.Size:
		if f.counts {
			array := f.whole(t.X)
			return leaf(t).and(f.term(&array, depth+1, false))
		}
	case *core.Prim:
		n := f.slots(t, depth, always)
		n.work = max(n.work, ofPrim(t))
		return n
	case *core.Apply:
		return f.call(at, t, depth, always)
	case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.Ccl:
		return f.loop(t, depth, always)
	}
	return f.slots(*at, depth, always)
}

// slots is a term with what is in it.
func (f *finder) slots(t core.Term, depth int, always bool) info {
	f.hide(core.Bound(t), depth)
	n := leaf(t)
	now, others := core.Slots(t)
	for _, s := range now {
		n = n.and(f.term(s, depth+1, always))
	}
	for _, s := range append(others, core.Carried(t)...) {
		n = n.and(f.term(s, depth+1, false))
	}
	if _, while := t.(*core.While); while {
		n.work = much
	}
	return n
}

// whole is the array of which t is a row. The sizes of all its rows are the same.
func (f *finder) whole(t core.Term) core.Term {
	switch u := t.(type) {
	case *core.Index:
		return f.whole(u.X)
	case *core.SizeCheck:
		return f.whole(u.X)
	case *core.Use:
		if value := f.vars[u.Var].value; value != nil {
			return f.whole(value)
		}
	}
	return t
}

// hide binds variables that cannot be replaced.
func (f *finder) hide(vars []*core.Var, depth int) {
	n := info{bound: depth, weight: 1}
	for _, v := range vars {
		if v != nil {
			f.vars[v] = variable{info: n}
		}
	}
}

// bind binds a variable to a term.
func (f *finder) bind(v *core.Var, t core.Term, n info, depth int) {
	if v == nil {
		return
	}
	if n.work == much || !inline.Cheap(t) {
		f.hide([]*core.Var{v}, depth)
		return
	}
	n.work = little
	f.vars[v] = variable{n, t}
}

// loop is a loop with what is in it. The one in question is at depth 0.
func (f *finder) loop(t core.Term, depth int, always bool) info {
	f.hide(core.Bound(t), depth)
	before := len(f.levels)
	n := leaf(t)
	if _, builds := t.(*core.Build); !builds { // which takes what its elements take
		n.work = much
	}
	enter := func(index *core.Var, count *core.Term, over, now bool) {
		n = n.and(f.term(count, depth+1, always && now))
		f.level(level{index: index, count: count, over: over, own: depth == 0}, depth)
	}
	var body *core.Term
	switch t := t.(type) {
	case *core.Build:
		for i := range t.Binders {
			enter(t.Binders[i].Var, &t.Binders[i].Size, false, true)
		}
		body = &t.Body
	case *core.Reduce:
		for i := range t.Binders {
			enter(t.Binders[i].Var, &t.Binders[i].Size, false, i == 0)
		}
		body = &t.Body
	case *core.Fold:
		n = n.and(f.term(&t.Init, depth+1, always))
		if over, ok := t.Over.(*core.Build); ok { // its elements are those that the fold sees
			n = n.and(f.term(&t.Over, depth+1, always))
			f.level(level{index: nil, count: &over.Binders[0].Size, own: depth == 0}, depth)
		} else {
			enter(nil, &t.Over, true, true)
		}
		body = &t.Body
	case *core.NTimes:
		n = n.and(f.term(&t.Init, depth+1, always))
		enter(nil, &t.Count, false, true)
		body = &t.Body
	case *core.Ccl:
		n = n.and(f.term(&t.Init, depth+1, always))
		enter(t.Index, &t.Count, false, true)
		body = &t.Body
	}
	if depth == 0 {
		f.own = len(f.levels)
	}
	n = n.and(f.term(body, depth+1, (always || depth == 0) && len(f.levels) < deepest))
	for _, s := range core.Carried(t) {
		n = n.and(f.term(s, depth+1, false))
	}
	for len(f.levels) > before {
		last := len(f.levels) - 1
		f.levels = f.levels[:last]
		n = n.without(1 << last)
	}
	return n
}

// level enters a loop. Its index may be an axis if its size is invariant.
func (f *finder) level(l level, depth int) {
	count := *l.count
	if l.over {
		count = f.whole(count)
	}
	f.counts = true
	l.info = f.term(&count, depth+1, false)
	f.counts = false
	if l.index != nil && f.invariant(l) && len(f.levels) < deepest {
		n := info{bound: free, weight: 1}
		n.index = 1 << len(f.levels)
		n.axes = n.index
		f.vars[l.index] = variable{info: n}
	}
	f.levels = append(f.levels, l)
}

// invariant says that the count of a loop can be mentioned before the one in question.
func (f *finder) invariant(l level) bool { return l.info.axes == 0 && f.movable(l) }

// movable is invariant, but for the indices that the count uses.
func (f *finder) movable(l level) bool {
	if l.own && l.info.axes == 0 {
		return true
	}
	return l.info.bound == free && l.info.weight <= mostTerms && inline.Cheap(*l.count)
}

// candidate is the term in a place, if it can be moved.
func (f *finder) candidate(at *core.Term, n info, depth int) *candidate {
	t := *at
	if n.work == little || !n.reads || n.bound < depth || n.weight > heaviest || !first(t.Type()) {
		return nil
	}
	switch t.(type) {
	case *core.Tuple, *core.Inject, *core.SizeCheck:
		return nil // what is in it is
	}
	if n.axes != 0 && (n.work == division || t.Type() != core.Real && t.Type() != core.Int || bits.OnesCount64(n.axes) > mostAxes || n.weight > mostTerms || !n.covered(n.axes)) {
		return nil
	}
	c := &candidate{at: at, levels: slices.Clone(f.levels)}
	again, unguarded := false, n.work == division && arithmetic(t)
	for k, l := range f.levels {
		if n.axes&(1<<k) != 0 {
			c.axes = append(c.axes, k)
			continue
		}
		size, known := (*l.count).(*core.IntConst)
		again = again || l.own && !(known && size.Value <= 1)
		if unguarded || known && size.Value > 0 {
			continue
		}
		if l.info.axes&^n.axes != 0 || !f.movable(l) {
			return nil
		}
		c.guards = append(c.guards, k)
	}
	if !again {
		return nil
	}
	return c
}

// arithmetic says that t computes a Real from variables and numbers by primitives that give Reals.
// Those that are divisions at most cannot fail, so t may be evaluated where no iteration does.
func arithmetic(t core.Term) bool {
	switch t := t.(type) {
	case *core.RealConst, *core.IntConst:
		return true
	case *core.Use:
		return t.Type() == core.Real || t.Type() == core.Int
	case *core.Prim:
		return t.Type() == core.Real && !slices.ContainsFunc(t.Args, func(x core.Term) bool { return !arithmetic(x) })
	}
	return false
}

// first says that values of t are something, no functions, and have no stacks in them, which a loop
// cannot read.
func first(t core.Type) bool {
	_, function := t.(*core.FuncType)
	return !function && !core.Equal(t, core.Unit) && !stacks(t)
}

// stacks says that there are stacks in values of t: those of the calls of a recursion.
func stacks(t core.Type) bool {
	switch t := t.(type) {
	case *core.StackType:
		return true
	case *core.TupleType:
		return slices.ContainsFunc(t.Elems, stacks)
	case *core.SumType:
		return slices.ContainsFunc(t.Cons, func(c core.Con) bool { return stacks(c.Of) })
	}
	return false
}
