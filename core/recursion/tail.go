package recursion

import (
	"slices"

	"procad/core"
)

// plain is the loop of a function whose calls are all tail calls of itself, and whose choice
// between a call and a result is cheap: the state is the arguments, and the choice is made
// before an iteration, and for the result once more.
//
//	def f(x) = if c then e else f(g)    ↦    def f(x) = let x = while(…, x, \x. not c, \x. g) in e
//
// It is nil for any other function.
func (m *machine) plain() core.Term {
	e := m.enters[0]
	if len(m.enters) > 1 || len(m.frames) > 0 || !m.decides(e.body) {
		return nil
	}
	at := m.at
	depth := variable(at, "depth", core.Int)
	vars := append([]*core.Var{depth}, e.vars...)
	init := []core.Term{integer(at, 1)}
	for _, k := range e.passed {
		init = append(init, useAt(at, m.entry.Params[k]))
	}
	loop := &core.While{Node: node(at, varsType(vars)), Plan: m.plan(false), Limit: integer(at, m.of.Limit), Init: tuple(at, init...)}
	loop.Test, loop.State = variable(at, "state", loop.Of), variable(at, "state", loop.Of)
	// with is the body for a state, whose tails become others.
	with := func(state core.Term, tails func(t core.Term, depth *core.Var) core.Term) core.Term {
		names, own := map[*core.Var]*core.Var{}, make([]*core.Var, len(vars))
		for i, v := range vars {
			w := *v
			names[v], own[i] = &w, &w
		}
		return untuple(own, state, tails(renamed(e.body, names), own[0]))
	}
	loop.Cond = with(useAt(at, loop.Test), func(t core.Term, _ *core.Var) core.Term {
		return m.tails(t, func(t core.Term) core.Term { return truth(t.Pos(), m.recurs(t)) })
	})
	loop.Body = with(useAt(at, loop.State), func(t core.Term, depth *core.Var) core.Term {
		return m.tails(m.going(t), func(t core.Term) core.Term {
			call, f := m.call(t)
			if f == nil { // not where the condition holds
				return none(at, loop.Of)
			}
			return m.within(call, f, place{depth: depth}, tuple(call.At, m.passes(call, f, depth)...))
		})
	})
	return with(loop, func(t core.Term, _ *core.Var) core.Term {
		return m.tails(t, func(t core.Term) core.Term {
			if m.recurs(t) {
				return none(at, m.entry.Result)
			}
			return t
		})
	})
}

// decides says that it takes little to find out whether a body ends in a call.
func (m *machine) decides(t core.Term) bool {
	switch t := t.(type) {
	case *core.Let:
		return cheap(t.Bound) && m.decides(t.Body)
	case *core.Untuple:
		return cheap(t.Bound) && m.decides(t.Body)
	case *core.Case:
		return !m.recurs(t) || cheap(t.X) && scalar(t.X.Type()) && !slices.ContainsFunc(t.Arms, func(a core.Arm) bool { return !m.decides(a.Body) })
	}
	return true
}

// cheap says that t has no loops, calls and elementary functions in it, and makes no arrays.
func cheap(t core.Term) bool {
	is := true
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.Use, *core.SizeCheck:
		case *core.RealConst, *core.IntConst, *core.Tuple, *core.Inject, *core.Case, *core.Let, *core.Untuple, *core.Index, *core.Size, *core.Unroll, *core.Absent:
			is = is && scalar(t.Type())
		case *core.Prim:
			is = is && !core.Elementary(t.Op)
		default:
			is = false
		}
	})
	return is
}

// tails is a body with others in the places of its ends.
func (s *set) tails(t core.Term, end func(core.Term) core.Term) core.Term {
	switch t := t.(type) {
	case *core.Let:
		return let(t.Var, t.Bound, s.tails(t.Body, end))
	case *core.Untuple:
		return untuple(t.Vars, t.Bound, s.tails(t.Body, end))
	case *core.Case:
		if !s.recurs(t) {
			break
		}
		return branches(t, func(body core.Term) core.Term { return s.tails(body, end) })
	}
	return end(t)
}

// going is a body where it is known to end in a call: the only branch with one is taken.
//
//	if c then e else f(g)    =    f(g)
func (m *machine) going(t core.Term) core.Term {
	switch t := t.(type) {
	case *core.Let:
		return let(t.Var, t.Bound, m.going(t.Body))
	case *core.Untuple:
		return untuple(t.Vars, t.Bound, m.going(t.Body))
	case *core.Case:
		if t.X.Type() != core.Type(core.Bool) {
			break
		}
		for i, arm := range t.Arms {
			if !m.recurs(t.Arms[1-i].Body) {
				return m.going(arm.Body)
			}
		}
	}
	return t
}
