package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// The stacks are linear, and push and pop are each other's transposes. Beside
// a Stack X runs a Stack δX or a Stack (cot X), unless X is discrete.

// emptyRule, and slotsRule with slots for empty:
//
//	fwd$empty (n, ()) = (empty n, empty n)      revr$empty ((), s̄) = drained s̄
func emptyRule(m member, d proc.Deriv) *proc.Def { return m.newStackRule(d, "empty") }

func slotsRule(m member, d proc.Deriv) *proc.Def { return m.newStackRule(d, "slots") }

func (m member) newStackRule(d proc.Deriv, family string) *proc.Def {
	x := m.types[0]
	switch d {
	case deriv.Fwd:
		if deriv.Discrete(x) {
			return m.forward(nil)
		}
		return define(m.name, nil, proc.NewTuple(proc.Int, proc.Unit), func(w *writer, i proc.Var) proc.Var {
			n, ndot := w.pair(i)
			w.Elim(ndot)
			n, room := w.Dup(n)
			return w.Tuple("o", w.call(m.base, n), w.family(family, room, deriv.Tangent(x)))
		})
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(onStack(x, func(w *writer, sbar proc.Var) proc.Var {
		return w.family("drained", sbar, deriv.Cotangent(x))
	}))
}

// pushRule:
//
//	fwd$push ((s, x), (ṡ, ẋ)) = (push (s, x), push (ṡ, ẋ))      revr$push ((), s̄) = pop s̄
func pushRule(m member, d proc.Deriv) *proc.Def { return m.stackRule(d, "push", "pop") }

// popRule:
//
//	fwd$pop (s, ṡ) = (pop s, pop ṡ)      revr$pop ((), (s̄, x̄)) = push (s̄, x̄)
func popRule(m member, d proc.Deriv) *proc.Def { return m.stackRule(d, "pop", "push") }

// stackRule differentiates a family by itself on tangents, and by its
// transpose on cotangents.
func (m member) stackRule(d proc.Deriv, family, transpose string) *proc.Def {
	x := m.types[0]
	switch d {
	case deriv.Fwd:
		return m.forward(func(w *writer, adot proc.Var) proc.Var { return w.family(family, adot, deriv.Tangent(x)) })
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(onStack(x, func(w *writer, rbar proc.Var) proc.Var {
		return w.family(transpose, rbar, deriv.Cotangent(x))
	}))
}

// drainedRule:
//
//	fwd$drained (s, ṡ) = (drained s, drained ṡ)      revr$drained ((), ()) = empty 0
func drainedRule(m member, d proc.Deriv) *proc.Def {
	x := m.types[0]
	switch d {
	case deriv.Fwd:
		return define(m.name, nil, proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In)), func(w *writer, i proc.Var) proc.Var {
			s, sdot := w.pair(i)
			if !deriv.Discrete(x) {
				sdot = w.family("drained", sdot, deriv.Tangent(x))
			}
			return w.Tuple("o", w.call(m.base, s), sdot)
		})
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(onStack(x, func(w *writer, rbar proc.Var) proc.Var {
		w.Elim(rbar)
		return w.family("empty", w.Int("n", 0), deriv.Cotangent(x))
	}))
}

// onStack is the transpose of a stack's function: rule, or the identity on ()
// where the stack of cotangents is ().
func onStack(x proc.Type, rule func(w *writer, rbar proc.Var) proc.Var) func(*writer, proc.Var) proc.Var {
	if deriv.Cotangent(x) != proc.Unit {
		return rule
	}
	return func(_ *writer, rbar proc.Var) proc.Var { return rbar }
}
