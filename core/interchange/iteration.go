package interchange

import (
	"slices"

	"procad/core"
	"procad/core/inline"
)

// mostInlined bounds how many terms are inlined for a loop.
const mostInlined = 1000

// iteration is what an iteration t gives of an element of each array of the state; nil if it does not make them element by
// element. Bindings are taken in one after the other:
//
//	let (s, t) = state in …          s, t are arrays of the state
//	let a = [e for i < n] in …       x = e for each element, x for a[i]
//	let y = e in …                   y = e for each element, if that takes little
func (l *loop) iteration(t core.Term) []core.Term {
	for {
		t = l.facts.Unchecked(t)
		switch u := t.(type) {
		case *core.Let, *core.Untuple:
			at := bound(u)
			*at = l.facts.Unchecked(*at)
			if next := unnested(u); next != nil {
				t = next
			} else if binds := apart(u); binds != nil {
				t = lets(binds, *body(u))
			} else if !l.call(at) {
				if !l.binding(u) {
					return nil
				}
				t = *body(u)
			}
			continue
		case *core.Apply:
			if l.call(&t) {
				continue
			}
		case *core.Tuple:
			if named := l.named(u); named != t {
				t = named
				continue
			}
		}
		return l.results(t)
	}
}

// named is a tuple of arrays with variables for what makes them in another way than by one loop.
func (l *loop) named(t *core.Tuple) core.Term {
	var binds []binding
	out := *t
	out.Elems = slices.Clone(t.Elems)
	for k, e := range t.Elems {
		switch e.(type) {
		case *core.Apply, *core.Let, *core.Untuple:
			v := &core.Var{Pos: e.Pos(), Name: l.parts[k].Name, Type: e.Type()}
			binds, out.Elems[k] = append(binds, binding{[]*core.Var{v}, false, e}), core.UseOf(v)
		}
	}
	if len(binds) == 0 {
		return t
	}
	return lets(binds, &out)
}

// results are the elements of what an iteration gives.
func (l *loop) results(t core.Term) []core.Term {
	arrays := []core.Term{t}
	if len(l.arrays) > 1 {
		tuple, ok := t.(*core.Tuple)
		if !ok {
			return nil
		}
		arrays = tuple.Elems
	}
	var out []core.Term
	for _, a := range arrays {
		x := l.element(a)
		if x == nil {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// call inlines the call in a place, if it gives arrays and its function is known.
func (l *loop) call(at *core.Term) bool {
	call, ok := (*at).(*core.Apply)
	if !ok || arraysOf(call.Of) == nil {
		return false
	}
	c := inline.Known(call.Func, l.facts.Lambda)
	if c == nil {
		return false
	}
	if l.inlined += inline.Weight(c.Body); l.inlined > mostInlined {
		return false
	}
	*at = inline.Call(c, call)
	l.facts.Learn(*at)
	return true
}

// binding takes in a binding; false if an iteration cannot have it.
func (l *loop) binding(t core.Term) bool {
	switch t := t.(type) {
	case *core.Untuple:
		if use, ok := t.Bound.(*core.Use); ok && l.whole[use.Var] {
			for k, v := range t.Vars {
				l.name(v, k)
			}
			return true
		}
		return l.scalars(binding{t.Vars, true, t.Bound})
	case *core.Let:
		if use, ok := t.Bound.(*core.Use); ok && l.whole[use.Var] {
			l.whole[t.Var] = true
			return true
		}
		if a, ok := t.Bound.Type().(*core.ArrayType); ok && t.Var != nil {
			x := &core.Var{Pos: t.Var.Pos, Name: t.Var.Name, Type: a.Elem}
			e := l.element(t.Bound)
			if e != nil {
				l.elements[t.Var] = x
				l.binds = append(l.binds, binding{[]*core.Var{x}, false, e})
			}
			return e != nil
		}
		return l.scalars(binding{[]*core.Var{t.Var}, false, t.Bound})
	}
	return false
}

// name notes that a variable is array k of the state. It is as large as that of the first state.
func (l *loop) name(v *core.Var, k int) {
	if v != nil {
		l.elements[v] = l.parts[k]
		l.facts.Bind(v, core.UseOf(l.starts[k]))
	}
}

// scalars takes in a binding of scalars that take little.
func (l *loop) scalars(b binding) bool {
	if _, array := b.bound.Type().(*core.ArrayType); array || !inline.Cheap(b.bound) || !l.rewrite(&b.bound) || !l.safe(b.bound) {
		return false
	}
	l.binds = append(l.binds, b)
	return true
}

// element is element i of an array that an iteration makes, in terms of elements i of others; nil if it is made in another way.
func (l *loop) element(t core.Term) core.Term {
	t = l.facts.Unchecked(t)
	if use, ok := t.(*core.Use); ok && l.elements[use.Var] != nil {
		return core.UseOf(l.elements[use.Var])
	}
	index := map[*core.Var]*core.Var{}
	for len(index) < len(l.index) {
		build, ok := t.(*core.Build)
		if !ok || len(index)+len(build.Binders) > len(l.index) {
			return nil
		}
		for _, b := range build.Binders {
			if n := l.facts.Int(b.Size); n == nil || !n.Equal(l.sizes[len(index)]) {
				return nil
			}
			index[b.Var] = l.index[len(index)]
		}
		t = build.Body
	}
	core.Visit(t, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && index[use.Var] != nil {
			use.Var = index[use.Var]
		}
	})
	if !l.rewrite(&t) || !l.safe(t) {
		return nil
	}
	return t
}

// rewrite makes variables of elements i of arrays, and sizes of the first state of theirs; false if t mentions arrays in other ways.
func (l *loop) rewrite(at *core.Term) bool {
	switch t := (*at).(type) {
	case *core.Use:
		return l.elements[t.Var] == nil && !l.whole[t.Var]
	case *core.Index:
		base, args := core.Indexed(t)
		use, ok := base.(*core.Use)
		if !ok || l.elements[use.Var] == nil {
			break
		}
		for axis, i := range l.index {
			if j, ok := args[axis].(*core.Use); !ok || j.Var != i {
				return false
			}
		}
		*at = core.UseOf(l.elements[use.Var])
		return true
	case *core.Size:
		if use, ok := t.X.(*core.Use); ok && l.elements[use.Var] != nil {
			*at = l.size(t.Axis)
			return true
		}
	}
	for _, p := range core.Places(*at) {
		if !l.rewrite(p) {
			return false
		}
	}
	return true
}
