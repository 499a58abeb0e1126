package lower

import (
	"maps"
	"slices"

	"procad/core"
	"procad/proc"
)

// An array that one loop makes and another reads is not made: what a turn reads
// of it is computed in that turn.
//
//	let a = [e for i < n] in … sum(j < n) (… a[j] … a[j] …)    ↦    … sum(j < n) (let x = e[j/i] in … x … x …)
//	let a = [e for i < n, c < k] in … sum(j < n) (… a[j, s] …)    ↦    … sum(j < n) (let r = [e[j/i] for c < k] in … r[s] …)
//
// So it is if nothing else mentions a, and the loop runs once where a is, and
// has as many turns. Then each element is computed once, as before.

// An element is what a turn reads of an array that is not made: a scalar or a row.
type element struct {
	comp     *core.Build
	number   int                // in the order of the text
	inner    map[*core.Var]bool // what is bound in it
	doubtful []core.Term        // its bounds that may be negative
	depth    int                // how many loops, branches, … are around the array
	reads    []read
	other    bool // something else mentions the array

	fixed []core.Binder // of the array, those that the turn fixes
	index []*core.Var   // of the turn, by which it fixes them
	start core.Term     // the turn computes it first; nil: at the first place that reads it

	there bool // it has few elements, which are computed where it is

	x  value   // in the turn that is lowered
	at []*leaf // the indices of that turn
}

// A read is a[i, …].
type read struct {
	args   []core.Term
	around []place
}

// A place is in the turns of a loop, or in something that does not run once.
type place struct {
	index *core.Var // nil of what is no loop
	size  core.Term
	turn  core.Term // of the innermost index of the loop; nil if nothing can be computed before it
}

// elementsOf are those of the arrays of a body that are not made, by the variables
// of the arrays.
func (l *lowerer) elementsOf(body core.Term) map[*core.Var]*element {
	s := &search{lowerer: l, found: map[*core.Var]*element{}, sizes: map[*core.Var]bool{}}
	s.expr(body)
	maps.DeleteFunc(s.found, func(_ *core.Var, e *element) bool { return e.other || len(e.reads) == 0 || !e.settle() })
	return s.found
}

// starts are the arrays of which a turn computes first what it reads, in the
// order in which they would have been made.
func starts(found map[*core.Var]*element) map[core.Term][]*core.Var {
	list := map[core.Term][]*core.Var{}
	for v, e := range found {
		if e.start != nil {
			list[e.start] = append(list[e.start], v)
		}
	}
	for _, vars := range list {
		slices.SortFunc(vars, func(v, w *core.Var) int { return found[v].number - found[w].number })
	}
	return list
}

// elementOf is what a[args] reads if a is not made, and the indices that are left
// to read it by.
func (f *fn) elementOf(a core.Term, args []core.Term) (x value, rest []core.Term, ok bool) {
	id, ok := a.(*core.Use)
	if !ok || f.unmade(id.Var) == nil {
		return value{}, nil, false
	}
	e := f.elements[id.Var]
	if e.start == nil {
		f.compute(e, id.Var.Name)
	}
	return e.x, args[len(e.fixed):], true
}

// begin computes what the turn e reads.
func (f *fn) begin(turn core.Term) {
	for _, v := range f.starts[turn] {
		if e := f.unmade(v); e != nil {
			f.compute(e, v.Name)
		}
	}
}

// unmade is what turns read of v; nil if that is an array, or has few elements
// that are there.
func (f *fn) unmade(v *core.Var) *element {
	if e := f.elements[v]; e != nil && !e.there {
		return e
	}
	return nil
}

// compute computes an element, once in a turn.
func (f *fn) compute(e *element, name string) {
	at := make([]*leaf, len(e.index))
	for i, v := range e.index {
		at[i] = f.env[v].leaf
	}
	if slices.Equal(at, e.at) {
		return
	}
	for i, b := range e.fixed {
		f.set(b.Var, value{leaf: at[i]})
	}
	e.at = at
	binders, elem := flatComp(e.comp)
	if rest := binders[len(e.fixed):]; len(rest) == 1 && f.columned(e.comp) {
		e.x = f.column(e.comp)
	} else if len(rest) > 0 {
		e.x = value{leaf: f.compOf(e.comp.Pos(), rest, elem, nil, &target{name: name})}
	} else {
		e.x = f.expr(elem, &target{name: name})
	}
}

// elementExtents is the sizes of a[args] if a is not made.
func (f *fn) elementExtents(a core.Term, args []core.Term) []func() proc.Var {
	id, ok := a.(*core.Use)
	if !ok || f.unmade(id.Var) == nil {
		return nil
	}
	var list []func() proc.Var
	binders, elem := flatComp(f.elements[id.Var].comp)
	for _, b := range binders {
		list = append(list, func() proc.Var { return f.scalar(b.Size) })
	}
	if _, rows := elem.Type().(*core.ArrayType); rows {
		list = append(list, f.extents(elem)...)
	}
	return list[len(args):]
}

// counted does what making the array would do if one of its sizes is negative:
//
//	z = Call build2{zero} (n, 0)
func (f *fn) counted(e *element) {
	pos := e.comp.Pos()
	for _, bound := range e.doubtful {
		n := f.scalar(bound)
		f.zeros(pos, proc.NewArray(2, proc.Int), []proc.Var{n, f.intConst(pos, 0)})
	}
}
