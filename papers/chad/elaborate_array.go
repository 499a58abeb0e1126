package chad

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// array is t in the source language, for the terms on arrays, loops and checks.
func (e *elaborator) array(t core.Term) Term {
	switch t := t.(type) {
	case *core.Literal:
		if e.inTerms && core.HasFunc(t.Of) {
			panic(unsaid{t.At, "an array of functions"})
		}
		elems := e.terms(t.Elems)
		return &Op{t.At, Literal{t.Dims, typeOf(t.At, t.Of.(*core.ArrayType).Elem)}, elems}
	case *core.Index:
		return &Op{t.Pos(), Index{len(t.At)}, append([]Term{e.term(t.X)}, e.terms(t.At)...)}
	case *core.Size:
		return &Op{t.At, Size{t.Axis}, []Term{e.term(t.X)}}
	case *core.Set:
		return &Op{t.Pos(), Set{}, append(append([]Term{e.term(t.X)}, e.terms(t.At)...), e.term(t.Value))}
	case *core.SizeCheck:
		x := newVar("x", typeOf(t.At, t.Of))
		return &Let{x, e.term(t.X), e.checks(t, t.Shape, t.Of, use(x), func() Term { return use(x) })}
	case *core.Assert:
		return &Op{t.At, Assert{"assert", "assertion failed: " + t.Message}, []Term{e.term(t.Cond)}}
	case *core.Build:
		return e.build(t)
	case *core.Reduce:
		return e.reduce(t)
	}
	return e.loop(t)
}

// checks is assert(size(x, k) == n) for all sizes of the shape, and then body.
func (e *elaborator) checks(t *core.SizeCheck, s core.Shape, of core.Type, x Term, body func() Term) Term {
	switch s := s.(type) {
	case *core.ArrayShape:
		out := body
		for axis := len(s.Sizes) - 1; axis >= 0; axis-- {
			if size := s.Sizes[axis]; size.Size != nil {
				rest := out
				out = func() Term {
					ok := &Op{t.At, Scalar{core.Eq}, []Term{&Op{Op: Size{axis}, Args: []Term{x}}, e.term(size.Size)}}
					text := fmt.Sprintf("sizes disagree: dimension %d of %s and %s", axis, t.Name, size.Name)
					return &Let{newVar("_", UnitType{}), &Op{t.At, Assert{"sizes-disagree", text}, []Term{ok}}, rest()}
				}
			}
		}
		return out()
	case *core.TupleShape:
		types := of.(*core.TupleType).Elems
		var from func(i int) Term
		from = func(i int) Term {
			if i == len(s.Elems) {
				return body()
			}
			return e.checks(t, s.Elems[i], types[i], part(x, i, len(types)), func() Term { return from(i + 1) })
		}
		return from(0)
	case *core.SumShape:
		checked := e.sumChecks(t, s.Cons, of.(*core.SumType).Cons, x)
		return &Let{newVar("_", UnitType{}), checked, body()}
	}
	return body()
}

// sumChecks is <>, after the checks of the constructor that x has.
func (e *elaborator) sumChecks(t *core.SizeCheck, shapes []core.Shape, cons []core.Con, x Term) Term {
	done := func() Term { return &Unit{} }
	if len(cons) == 1 {
		return e.checks(t, shapes[0], cons[0].Of, x, done)
	}
	l, r := newVar("x", typeOf(t.At, cons[0].Of)), newVar("y", sumType(t.At, cons[1:]))
	return &Case{x, l, r, e.checks(t, shapes[0], cons[0].Of, use(l), done), e.sumChecks(t, shapes[1:], cons[1:], use(r))}
}

// binders is the size n1*…*nk and the variable i1*…*ik of binders whose sizes do not
// depend on each other.
func (e *elaborator) binders(list []core.Binder, body func() Term) (size Term, i *Var, out Term) {
	if len(list) == 1 {
		size = e.term(list[0].Size)
		i = e.variableOf(list[0].Var, list[0].Size.Pos(), core.Int)
		return size, i, body()
	}
	sizes, vars := make([]Term, len(list)), make([]*core.Var, len(list))
	for k, b := range list {
		sizes[k], vars[k] = e.term(b.Size), b.Var
	}
	i = newVar("i", intsType(len(list)))
	return pairs(sizes...), i, e.components(vars, use(i), body)
}

func (e *elaborator) build(t *core.Build) Term {
	size, i, body := e.binders(t.Binders, func() Term { return e.term(t.Body) })
	return &Build{Pos: t.At, Size: size, Row: e.terms(t.Row), Var: i, Body: body}
}

// reduce is a sum or a maximum. A sum in which a size depends on an index is a sum of sums,
// and a maximum in which it does is loops in loops.
func (e *elaborator) reduce(t *core.Reduce) Term {
	dependent := false
	vars := map[*core.Var]bool{}
	for _, b := range t.Binders {
		for v := range vars {
			dependent = dependent || core.Mentions(b.Size, v)
		}
		vars[b.Var] = true
	}
	switch {
	case t.Op == core.Sum && dependent:
		return e.sums(t, t.Binders)
	case t.Op == core.Sum:
		size, i, body := e.binders(t.Binders, func() Term { return e.term(t.Body) })
		return &Sum{Pos: t.At, Size: size, Zero: e.zero(t.At, t.Of, t.Zero), Var: i, Body: body}
	case dependent:
		r := newVar("r", ProdType{boolType, typeOf(t.At, t.Of)})
		some := &Op{t.At, Assert{"empty-max", "the maximum or minimum of no values"}, []Term{fst(use(r))}}
		none := &Pair{&Inr{&Unit{}, UnitType{}}, constant(0)}
		if t.Of == core.Type(core.Int) {
			none.B = whole(0)
		}
		return &Let{r, e.maxima(t, t.Binders, none), &Let{newVar("_", UnitType{}), some, snd(use(r))}}
	}
	size, i, body := e.binders(t.Binders, func() Term { return e.term(t.Body) })
	return &Max{Pos: t.At, Index: t.Op == core.ArgMax, Size: size, Var: i, Body: body}
}

func (e *elaborator) sums(t *core.Reduce, binders []core.Binder) Term {
	size := e.term(binders[0].Size)
	i := e.variableOf(binders[0].Var, t.At, core.Int)
	s := &Sum{Pos: t.At, Size: size, Var: i, Inner: len(binders) < len(t.Binders)}
	if len(binders) == 1 {
		s.Body = e.term(t.Body)
	} else {
		s.Body = e.sums(t, binders[1:])
	}
	if !s.Inner {
		s.Zero = e.zero(t.At, t.Of, t.Zero)
	}
	return s
}

// maxima is whether there were values that a maximum is of, and the first of the largest, as loops in loops
// which begin with those before.
//
//	max(i < n, …) from r = loop(n, r, <i, r>. max(…) from r)
//	max() e from r       = let x = e in if fst r then (if snd r < x then <true, x> else r) else <true, x>
func (e *elaborator) maxima(t *core.Reduce, binders []core.Binder, before Term) Term {
	both := ProdType{boolType, typeOf(t.At, t.Of)}
	r := newVar("r", both)
	if len(binders) == 0 {
		x := newVar("x", both.B)
		first := func() Term { return &Pair{&Inl{&Unit{}, UnitType{}}, use(x)} }
		choose := func(cond, yes, no Term) Term {
			return &Case{cond, newVar("_", UnitType{}), newVar("_", UnitType{}), yes, no}
		}
		larger := &Op{Op: Scalar{core.Lt}, Args: []Term{snd(use(r)), use(x)}}
		return &Let{r, before, &Let{x, e.term(t.Body), choose(fst(use(r)), choose(larger, first(), use(r)), first())}}
	}
	size := e.term(binders[0].Size)
	i := e.variableOf(binders[0].Var, t.At, core.Int)
	p := newVar("p", ProdType{IntType{}, both})
	return &Loop{Pos: t.At, Count: size, Init: before, Var: p, Body: &Let{i, fst(use(p)), e.maxima(t, binders[1:], snd(use(p)))}}
}

// zero is the sum of nothing: nil if the sizes of an array are not known.
func (e *elaborator) zero(at diag.Pos, of core.Type, s core.Shape) Term {
	switch of := of.(type) {
	case core.Basic:
		if of == core.Int {
			return whole(0)
		}
		return constant(0)
	case *core.TupleType:
		parts := make([]Term, len(of.Elems))
		shapes, _ := s.(*core.TupleShape)
		for i, t := range of.Elems {
			var inner core.Shape
			if shapes != nil {
				inner = shapes.Elems[i]
			}
			if parts[i] = e.zero(at, t, inner); parts[i] == nil {
				return nil
			}
		}
		return pairs(parts...)
	}
	a := of.(*core.ArrayType)
	shape, _ := s.(*core.ArrayShape)
	if shape == nil {
		return nil
	}
	sizes := make([]Term, a.Rank)
	for axis := range sizes {
		if shape.Sizes[axis].Size == nil {
			return nil
		}
		sizes[axis] = e.term(shape.Sizes[axis].Size)
	}
	return &Build{Pos: at, Size: pairs(sizes...), Var: newVar("i", intsType(a.Rank)), Body: e.zero(at, a.Elem, nil)}
}

// loop is a sequential loop.
func (e *elaborator) loop(t core.Term) Term {
	switch t := t.(type) {
	// fold(\(acc, x). e, a, v) = let v = v in loop(size v, a, <i, acc>. let x = v[i] in e)
	case *core.Fold:
		t = t.Plain()
		over := newVar("v", typeOf(t.At, t.Over.Type()))
		init, bound := e.term(t.Init), e.term(t.Over)
		p, body := e.step(t, nil, t.Acc, func(i Term) Term {
			a := t.Over.Type().(*core.ArrayType)
			x := e.variableOf(t.Elem, t.At, core.ArrayOf(a.Elem, a.Rank-1))
			return &Let{x, &Op{t.At, Index{1}, []Term{use(over), i}}, e.term(t.Body)}
		})
		return &Let{over, bound, &Loop{Pos: t.At, Count: size(use(over)), Init: init, Var: p, Body: body}}
	case *core.NTimes:
		count, init := e.term(t.Count), e.term(t.Init)
		p, body := e.step(t, nil, t.State, func(Term) Term { return e.term(t.Body) })
		return &Loop{Pos: t.At, Count: count, Init: init, Var: p, Body: body}
	case *core.While:
		limit, init := e.term(t.Limit), e.term(t.Init)
		test := e.variableOf(t.Test, t.At, t.Of)
		cond := e.term(t.Cond)
		p, body := e.step(t, nil, t.State, func(Term) Term { return e.term(t.Body) })
		return &Loop{Pos: t.At, Count: limit, Init: init, Var: p, Body: body, CondV: test, Cond: cond}
	case *core.Ccl:
		count, init := e.term(t.Count), e.term(t.Init)
		p, body := e.step(t, t.Index, t.State, func(Term) Term { return e.term(t.Body) })
		return &Loop{Pos: t.At, Count: count, Down: true, Init: init, Var: p, Body: body}
	}
	panic(unsaid{t.Pos(), fmt.Sprintf("%T", t)})
}

// step is the variable p = <i, a> of a loop's body, and let i = fst p in let a = snd p in body.
func (e *elaborator) step(t core.Term, index, state *core.Var, body func(i Term) Term) (*Var, Term) {
	p := newVar("p", ProdType{IntType{}, typeOf(t.Pos(), t.Type())})
	return p, e.components([]*core.Var{index, state}, use(p), func() Term { return body(fst(use(p))) })
}
