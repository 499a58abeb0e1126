package lower

import (
	"maps"
	"slices"

	"procad/source"
)

// An array that one loop makes and another reads, element by element, is not
// made: each element is computed where it is first read.
//
//	let a = [e for i < n] in … sum(j < n) (… a[j] … a[j] …)    ↦    … sum(j < n) (… let x = e[j/i] in x … x …)
//
// So it is if nothing else mentions a, the loop is the only one around the first
// place and of as many turns, every turn comes by there, neither in a branch nor
// in a local function, and the other places are in the same turn. Then each
// element is computed once, as before.

// An element is one of an array that is not made.
type element struct {
	comp  *source.Comp
	turn  []*source.Binder // of the loop that reads it
	index []*source.Var    // by which it is read
	reads int              // in that loop
	depth int              // how many loops, branches, … are around the array
	other bool             // something else mentions the array

	x  value   // in the turn that is lowered
	at []*leaf // the indices of that turn
}

// elements are those of the arrays of a body that are not made, by the variables
// of the arrays.
func elements(body source.Expr) map[*source.Var]*element {
	s := &search{found: map[*source.Var]*element{}}
	s.expr(body)
	maps.DeleteFunc(s.found, func(_ *source.Var, e *element) bool { return e.other || e.reads == 0 })
	return s.found
}

// elementOf is an element of an array that is not made; false if a is another.
func (f *fn) elementOf(a source.Expr) (value, bool) {
	id, ok := a.(*source.Ident)
	if !ok || f.elements[id.Var] == nil {
		return value{}, false
	}
	e := f.elements[id.Var]
	at := make([]*leaf, len(e.index))
	for i, v := range e.index {
		at[i] = f.env[v].leaf
	}
	if !slices.Equal(at, e.at) {
		binders, elem := scalarComp(e.comp)
		for i, b := range binders {
			f.env[b.Var] = value{leaf: at[i]}
		}
		e.x, e.at = f.expr(elem, &target{name: id.Name}), at
	}
	return e.x, true
}

// A search goes through a body and knows what is around each place.
type search struct {
	found  map[*source.Var]*element
	around []*source.Binder // innermost last; nil is something that does not run once
}

// inside goes through part of an expression with more around it.
func (s *search) inside(binders []*source.Binder, do func()) {
	before := len(s.around)
	s.around = append(s.around, binders...)
	do()
	s.around = s.around[:before]
}

// seldom is what may run not at all, or often.
var seldom = []*source.Binder{nil}

func (s *search) exprs(list ...source.Expr) {
	for _, e := range list {
		s.expr(e)
	}
}

func (s *search) branches(list ...source.Expr) { s.inside(seldom, func() { s.exprs(list...) }) }

func (s *search) loop(binders []*source.Binder, body source.Expr) {
	for i, b := range binders {
		s.inside(binders[:i], func() { s.expr(b.Bound) })
	}
	s.inside(binders, func() { s.expr(body) })
}

func (s *search) expr(e source.Expr) {
	switch e := e.(type) {
	case *source.Ident:
		if a := s.found[e.Var]; a != nil {
			a.other = true
		}
	case *source.TupleExpr:
		s.exprs(e.Elems...)
	case *source.Annot:
		s.expr(e.X)
	case *source.Inject:
		s.expr(e.X)
	case *source.Unary:
		s.expr(e.X)
	case *source.Binary:
		s.expr(e.X)
		if e.Op == source.And || e.Op == source.Or {
			s.branches(e.Y)
		} else {
			s.expr(e.Y)
		}
	case *source.Index:
		s.index(e)
	case *source.Call:
		s.exprs(e.Args...)
	case *source.Let:
		for _, b := range e.Binds {
			s.bind(b)
		}
		s.expr(e.Body)
	case *source.If:
		s.expr(e.Cond)
		s.branches(e.Then, e.Else)
	case *source.Case:
		s.expr(e.X)
		s.branches(e.L, e.R)
	case *source.Comp:
		s.loop(e.Binders, e.Elem)
	case *source.Reduce:
		s.loop(e.Binders, e.Body)
	case *source.Fold:
		s.expr(e.Init)
		s.branches(e.Over, e.Body)
	case *source.NTimes:
		s.exprs(e.N, e.Init)
		s.branches(e.Body)
	case *source.While:
		s.exprs(e.N, e.Init)
		s.branches(e.Cond, e.Body)
	case *source.Ccl:
		s.exprs(e.N, e.Init)
		s.branches(e.Body)
	case *source.SizeOf:
		s.expr(e.X)
	case *source.SetAt:
		s.expr(e.X)
		s.exprs(e.Index...)
		s.expr(e.Value)
	case *source.StopGradient:
		s.expr(e.X)
	case *source.Assert:
		s.expr(e.Cond)
	}
}

func (s *search) bind(b source.Bind) {
	switch b := b.(type) {
	case *source.LetValue:
		s.expr(b.Value)
		comp, ok := b.Value.(*source.Comp)
		if ok && b.Pat.Kind == source.PatVar && b.Pat.Wanted == nil {
			s.found[b.Pat.Var] = &element{comp: comp, depth: len(s.around)}
		}
	case *source.LocalFunc:
		for _, inst := range b.Instances {
			s.branches(inst.Body)
		}
	}
}

// index counts a[j, …].
func (s *search) index(e *source.Index) {
	base, args := indexed(e)
	s.exprs(args...)
	id, ok := base.(*source.Ident)
	if !ok {
		s.expr(base)
		return
	}
	a := s.found[id.Var]
	if a == nil {
		return
	}
	a.reads++
	if a.reads == 1 {
		a.first(args, s.around[a.depth:])
	} else {
		a.again(args, s.around[a.depth:])
	}
}

// first is the first place that reads the array.
func (e *element) first(args []source.Expr, around []*source.Binder) {
	binders, _ := scalarComp(e.comp)
	e.turn = slices.Clone(around)
	if e.other = e.other || len(args) != len(binders) || len(around) != len(binders); e.other {
		return
	}
	rest := slices.Clone(around)
	for i, arg := range args {
		j, ok := arg.(*source.Ident)
		k := slices.IndexFunc(rest, func(b *source.Binder) bool { return b != nil && ok && b.Var == j.Var })
		if k < 0 || !equal(rest[k].Bound, binders[i].Bound) {
			e.other = true
			return
		}
		rest[k] = nil // an index for one dimension only
		e.index = append(e.index, j.Var)
	}
}

// again is another place.
func (e *element) again(args []source.Expr, around []*source.Binder) {
	same := len(args) == len(e.index) && len(around) >= len(e.turn) && slices.Equal(around[:len(e.turn)], e.turn)
	for i, arg := range args {
		j, ok := arg.(*source.Ident)
		same = same && ok && j.Var == e.index[i]
	}
	e.other = e.other || !same
}

// indexed takes a[i][j, k] apart into a and i, j, k.
func indexed(e *source.Index) (base source.Expr, args []source.Expr) {
	args, base = e.Args, e.X
	for {
		inner, ok := base.(*source.Index)
		if !ok {
			return base, args
		}
		args = append(inner.Args[:len(inner.Args):len(inner.Args)], args...)
		base = inner.X
	}
}

// scalarComp takes [[e for j < m] for i < n] apart into i, j and e. There are no
// binders if the elements are arrays of another form.
func scalarComp(c *source.Comp) (binders []*source.Binder, elem source.Expr) {
	elem = c
	for {
		inner, ok := elem.(*source.Comp)
		if !ok {
			break
		}
		binders = append(binders, inner.Binders...)
		elem = inner.Elem
	}
	if _, array := elem.Type().(*source.Array); array {
		return nil, nil
	}
	return binders, elem
}

// equal says that two bounds are the same number.
func equal(a, b source.Expr) bool {
	switch a := a.(type) {
	case *source.IntLit:
		b, ok := b.(*source.IntLit)
		return ok && a.Value == b.Value
	case *source.Ident:
		b, ok := b.(*source.Ident)
		return ok && a.Var == b.Var
	case *source.SizeOf:
		b, ok := b.(*source.SizeOf)
		return ok && a.Axis == b.Axis && equal(a.X, b.X)
	case *source.Binary:
		b, ok := b.(*source.Binary)
		return ok && a.Op == b.Op && equal(a.X, b.X) && equal(a.Y, b.Y)
	}
	return false
}
