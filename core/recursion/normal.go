package recursion

import (
	"slices"

	"procad/core"
)

// A rest is what follows a term, given its value. It is used once; nil gives the value back.
type rest func(x core.Term) core.Term

func (k rest) of(x core.Term) core.Term {
	if k == nil {
		return x
	}
	return k(x)
}

// normal is k(e) in normal form, where n has no call of the set in it:
//
//	t ::= n | f(n, …) | let x = f(n, …) in t | let x = n in t | let (x, …) = n in t | case n of con x -> t, …
func (s *set) normal(e core.Term, k rest) core.Term {
	if !s.recurs(e) {
		return k.of(e)
	}
	switch e := e.(type) {
	case *core.Let:
		if _, f := s.call(e.Bound); f != nil {
			return s.operands(e.Bound, func() core.Term { return let(e.Var, e.Bound, s.normal(e.Body, k)) })
		}
		return s.normal(e.Bound, func(x core.Term) core.Term { return let(e.Var, x, s.normal(e.Body, k)) })
	case *core.Untuple:
		return s.normal(e.Bound, func(x core.Term) core.Term {
			body := s.normal(e.Body, k)
			return &core.Untuple{Node: node(e.At, body.Type()), Vars: e.Vars, Bound: x, Body: body}
		})
	case *core.Case:
		return s.operands(e, func() core.Term {
			if !s.recurs(e) {
				return k.of(e)
			}
			return s.branches(e, k)
		})
	case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.While, *core.Ccl:
		return s.operands(e, func() core.Term {
			if !s.recurs(e) {
				return k.of(e)
			}
			return s.normal(s.loop(e), k)
		})
	}
	return s.operands(e, func() core.Term {
		if _, f := s.call(e); f == nil || k == nil {
			return k.of(e)
		}
		y := variable(e.Pos(), "y", e.Type())
		return let(y, e, k(useAt(e.Pos(), y)))
	})
}

// branches is a case with a call of the set in its arms. What follows it is a function.
//
//	k(case n of con x -> e, …) = case n of con x -> join(e), …        for def join(y) = k(y)
func (s *set) branches(e *core.Case, k rest) core.Term {
	if k != nil {
		y := variable(e.At, "y", e.Of)
		c := s.joint(y, k(useAt(e.At, y)))
		k = func(x core.Term) core.Term { return c.from(e.At, x) }
	}
	out := *e
	out.Arms = slices.Clone(e.Arms)
	for i := range out.Arms {
		out.Arms[i].Body = s.normal(out.Arms[i].Body, k)
	}
	out.Of = out.Arms[0].Body.Type()
	return &out
}

// joint adds def join(y) = t to the set, for t in normal form.
func (s *set) joint(y *core.Var, t core.Term) *closure {
	c := s.close(y.Pos, s.of.Defs[0].Name+"_join", []*core.Var{y}, t.Type(), t)
	c.def.Body = c.in(t)
	s.join(c)
	s.ready[c.def] = true
	return c
}

// operands is e with the operands that it always evaluates without calls of the set, and
// what is done then. What else takes work is computed before, so that what it is computed
// from need not be kept, but for arrays that come after the last call.
//
//	g(x) + f(y) * h(z)    =    let a = g(x); b = h(z); c = f(y) in a + c * b
func (s *set) operands(e core.Term, done func() core.Term) core.Term {
	slots, _ := core.Slots(e)
	last := -1
	for i, at := range slots {
		if !function(*at) && s.recurs(*at) {
			last = i
		}
	}
	if last < 0 {
		return done()
	}
	type binding struct {
		v     *core.Var
		bound core.Term
	}
	var before []binding
	bind := func(at *core.Term) (*core.Var, core.Term) {
		x := *at
		v := variable(x.Pos(), "x", x.Type())
		*at = useAt(x.Pos(), v)
		return v, x
	}
	for i, at := range slots {
		if function(*at) || atom(*at) || s.recurs(*at) || i > last && !scalar((*at).Type()) {
			continue
		}
		v, x := bind(at)
		before = append(before, binding{v, x})
	}
	var step func(i int) core.Term
	step = func(i int) core.Term {
		if i > last {
			return done()
		}
		at := slots[i]
		if function(*at) || !s.recurs(*at) {
			return step(i + 1)
		}
		return s.normal(*at, func(x core.Term) core.Term {
			if *at = x; atom(x) || i == last {
				return step(i + 1)
			}
			v, x := bind(at)
			return let(v, x, step(i+1))
		})
	}
	t := step(0)
	for _, b := range slices.Backward(before) {
		t = let(b.v, b.bound, t)
	}
	return t
}

// function says that t is what a call calls: a definition, or a derivative of one.
func function(t core.Term) bool {
	_, ok := t.Type().(*core.FuncType)
	return ok
}

// atom says that computing t takes nothing.
func atom(t core.Term) bool {
	switch t := t.(type) {
	case *core.Use, *core.IntConst, *core.RealConst:
		return true
	case *core.Inject:
		return atom(t.X)
	case *core.Tuple:
		return !slices.ContainsFunc(t.Elems, func(e core.Term) bool { return !atom(e) })
	}
	return false
}

// scalar says that values of t have no arrays in them.
func scalar(t core.Type) bool {
	switch t := t.(type) {
	case core.Basic, *core.RecType:
		return true
	case *core.TupleType:
		return !slices.ContainsFunc(t.Elems, func(e core.Type) bool { return !scalar(e) })
	case *core.SumType:
		return !slices.ContainsFunc(t.Cons, func(c core.Con) bool { return !scalar(c.Of) })
	}
	return false
}
