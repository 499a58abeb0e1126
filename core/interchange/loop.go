package interchange

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// A loop is a copy of a sequential loop whose state is made of arrays.
type loop struct {
	*finder
	node   core.Node
	count  core.Term // of an nTimes
	over   core.Term // of a fold
	elem   *core.Var // of a fold
	init   core.Term
	state  *core.Var
	body   core.Term
	arrays []*core.ArrayType // of the state

	starts   []*core.Var              // the first state
	sizes    []known.Poly             // of all arrays
	index    []*core.Var              // of an element
	parts    []*core.Var              // the elements of the state
	elements map[*core.Var]*core.Var  // of arrays that variables in the body are bound to
	whole    map[*core.Var]bool       // names of the state, if that is a tuple
	binds    []binding                // of an iteration over elements
	below    map[*core.Var]known.Poly // what indices are less than
	inlined  int                      // how many terms are inlined
}

// A binding is let v = e, or let (v, …) = e.
type binding struct {
	vars  []*core.Var
	tuple bool
	bound core.Term
}

// loopOf is the loop that t is; nil if it is none, or one that stays.
func (f *finder) loopOf(t core.Term) *loop {
	arrays := arraysOf(t.Type())
	if arrays == nil || core.PlanOf(t) != (core.Plan{}) {
		return nil
	}
	l := &loop{finder: f, arrays: arrays, elements: map[*core.Var]*core.Var{}, whole: map[*core.Var]bool{}, below: map[*core.Var]known.Poly{}}
	switch t := t.(type) {
	case *core.NTimes:
		c := core.Copy(t).(*core.NTimes)
		l.node, l.count, l.init, l.state, l.body = c.Node, c.Count, c.Init, c.State, c.Body
	case *core.Fold:
		if t.Adds {
			return nil
		}
		c := core.Copy(t).(*core.Fold)
		l.node, l.over, l.elem, l.init, l.state, l.body = c.Node, c.Over, c.Elem, c.Init, c.Acc, c.Body
	default:
		return nil
	}
	if l.state == nil {
		return nil
	}
	f.facts.Learn(l.body)
	return l
}

// arraysOf are the arrays of Reals and Ints that a t is: one, or the parts of a tuple, all of one rank. It is nil of other types.
func arraysOf(t core.Type) []*core.ArrayType {
	elems := []core.Type{t}
	if tuple, ok := t.(*core.TupleType); ok {
		elems = tuple.Elems
	}
	var list []*core.ArrayType
	for _, e := range elems {
		a, ok := e.(*core.ArrayType)
		if !ok || a.Elem != core.Real && a.Elem != core.Int || len(list) > 0 && a.Rank != list[0].Rank {
			return nil
		}
		list = append(list, a)
	}
	return list
}

// interchanged is the loop inside of loops over elements; nil if it stays.
func (l *loop) interchanged(wanted []*core.Var) core.Term {
	once := l.once()
	if !l.sized() {
		return nil
	}
	if len(l.arrays) == 1 {
		l.name(l.state, 0)
	} else {
		l.whole[l.state] = true
	}
	results := l.iteration(l.body)
	if results == nil {
		return nil
	}
	t := l.elementwise(l.iterated(results), wanted)
	if l.count != nil {
		if n := l.facts.Int(l.count); n == nil || !n.Sized() {
			t = core.Counted(l.node.At, core.Copy(l.count), t)
		}
	}
	return lets(once, t)
}

// once binds what the loop evaluates once, in its order: the count, the arrays of the first state, and what a fold goes through.
func (l *loop) once() (binds []binding) {
	named := func(t core.Term, name string) core.Term {
		switch t.(type) {
		case *core.Use, *core.IntConst:
			return t
		}
		v := &core.Var{Pos: t.Pos(), Name: name, Type: t.Type()}
		binds = append(binds, binding{[]*core.Var{v}, false, t})
		l.facts.Bind(v, t)
		return core.UseOf(v)
	}
	if l.count != nil {
		l.count = named(l.count, "k")
	}
	arrays := []core.Term{l.init}
	if tuple, ok := l.init.(*core.Tuple); ok {
		arrays = tuple.Elems
	}
	for k, a := range l.arrays {
		if len(arrays) == len(l.arrays) {
			l.starts = append(l.starts, named(arrays[k], "a").(*core.Use).Var)
		} else {
			l.starts = append(l.starts, &core.Var{Pos: l.init.Pos(), Name: "a", Type: a})
		}
	}
	if len(arrays) < len(l.arrays) {
		binds = append(binds, binding{l.starts, true, l.init})
	}
	if l.over != nil {
		l.over = named(l.over, "v")
	}
	return binds
}

// sized says that all arrays of the first state have the same sizes, which are not those of a few elements, and names their elements.
func (l *loop) sized() bool {
	for axis := range l.arrays[0].Rank {
		n := l.facts.Size(core.UseOf(l.starts[0]), axis)
		if n == nil {
			return false
		}
		i := &core.Var{Pos: l.node.At, Name: "i", Type: core.Int}
		l.sizes, l.index, l.below[i] = append(l.sizes, n), append(l.index, i), n
	}
	for _, a := range l.starts[1:] {
		for axis, n := range l.sizes {
			if m := l.facts.Size(core.UseOf(a), axis); m == nil || !m.Equal(n) {
				return false
			}
		}
	}
	for k, a := range l.arrays {
		l.parts = append(l.parts, &core.Var{Pos: l.node.At, Name: l.starts[k].Name, Type: a.Elem})
	}
	return !few(l.sizes)
}

// few says that arrays of these sizes have few elements, of which scalars are made.
func few(sizes []known.Poly) bool {
	elements := int64(1)
	for _, n := range sizes {
		k, constant := n.Constant()
		if !constant || k > inline.MostFew {
			return false
		}
		elements *= k
	}
	return elements <= inline.MostFew
}

// iterated is the loop over the elements at an index, with what an iteration gives of each.
func (l *loop) iterated(results []core.Term) core.Term {
	types, init := make([]core.Type, len(results)), make([]core.Term, len(results))
	for k, a := range l.arrays {
		types[k] = a.Elem
		init[k] = &core.Index{Node: core.Node{At: l.init.Pos(), Of: a.Elem}, X: core.UseOf(l.starts[k]), At: l.indices()}
	}
	node := core.Node{At: l.node.At, Of: core.TupleOf(types...)}
	state, start, next := l.parts[0], init[0], results[0]
	if len(results) > 1 {
		state = &core.Var{Pos: l.node.At, Name: l.state.Name, Type: node.Of}
		start, next = &core.Tuple{Node: node, Elems: init}, &core.Tuple{Node: node, Elems: results}
		l.binds = append([]binding{{l.parts, true, core.UseOf(state)}}, l.binds...)
	}
	body := lets(l.binds, next)
	if l.count != nil {
		return &core.NTimes{Node: node, Count: l.count, Init: start, State: state, Body: body}
	}
	return &core.Fold{Node: node, Acc: state, Elem: l.elem, Body: body, Init: start, Over: l.over}
}

// indices are uses of the index of an element.
func (l *loop) indices() []core.Term {
	list := make([]core.Term, len(l.index))
	for axis, i := range l.index {
		list[axis] = core.UseOf(i)
	}
	return list
}

// elementwise is loops over elements around a loop over one: a loop that makes the only array that is wanted, or one that makes all, whose
// parts others take.
//
//	[it for i < n]        ([it.0 for i < n], t)        let c = [it for i < n] in ([c[i].0 for i < n], [c[i].1 for i < n])
func (l *loop) elementwise(it core.Term, wanted []*core.Var) core.Term {
	if len(l.arrays) == 1 {
		return l.build(it, l.index)
	}
	tuple := &core.Tuple{Node: l.node}
	if only := slices.IndexFunc(wanted, used); only >= 0 && !slices.ContainsFunc(wanted[only+1:], used) {
		for _, a := range l.starts {
			tuple.Elems = append(tuple.Elems, core.UseOf(a))
		}
		tuple.Elems[only] = l.build(l.part(it, only), l.index)
		return tuple
	}
	all := l.build(it, l.index)
	c := &core.Var{Pos: l.node.At, Name: "c", Type: all.Type()}
	for k := range l.arrays {
		index, at := make([]*core.Var, len(l.index)), make([]core.Term, len(l.index))
		for axis, i := range l.index {
			other := *i
			index[axis], at[axis] = &other, core.UseOf(&other)
		}
		elem := &core.Index{Node: core.Node{At: l.node.At, Of: it.Type()}, X: core.UseOf(c), At: at}
		tuple.Elems = append(tuple.Elems, l.build(l.part(elem, k), index))
	}
	return lets([]binding{{[]*core.Var{c}, false, all}}, tuple)
}

func used(v *core.Var) bool { return v != nil }

// part is the k-th component of a tuple.
func (l *loop) part(tuple core.Term, k int) core.Term {
	vars := make([]*core.Var, len(l.arrays))
	vars[k] = &core.Var{Pos: l.node.At, Name: l.parts[k].Name, Type: l.arrays[k].Elem}
	return lets([]binding{{vars, true, tuple}}, core.UseOf(vars[k]))
}

// build is [elem for i < size(a, 0), …].
func (l *loop) build(elem core.Term, index []*core.Var) core.Term {
	node := core.Node{At: l.node.At, Of: core.ArrayOf(elem.Type(), len(index))}
	build := &core.Build{Node: node, Body: elem}
	for axis, i := range index {
		build.Binders = append(build.Binders, core.Binder{Var: i, Size: l.size(axis)})
	}
	return build
}

// size is that of all arrays along an axis.
func (l *loop) size(axis int) core.Term {
	return &core.Size{Node: core.Node{At: l.node.At, Of: core.Int}, X: core.UseOf(l.starts[0]), Axis: axis}
}

// lets is let b1; …; bn in t.
func lets(binds []binding, t core.Term) core.Term {
	for _, b := range slices.Backward(binds) {
		node := core.Node{At: b.bound.Pos(), Of: t.Type()}
		if b.tuple {
			t = &core.Untuple{Node: node, Vars: b.vars, Bound: b.bound, Body: t}
		} else {
			t = &core.Let{Node: node, Var: b.vars[0], Bound: b.bound, Body: t}
		}
	}
	return t
}
