package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// forward makes
//
//	fwd$f (a, ȧ) = (f a, tangent ȧ)
//
// and (f a, ()) for a result whose tangent is ().
func (m member) forward(tangent func(w *writer, adot proc.Var) proc.Var) *proc.Def {
	return define(m.name, m.sig.Zone, proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In)), func(w *writer, i proc.Var) proc.Var {
		a, adot := w.pair(i)
		r := w.call(m.base, a, refNames(m.sig.Zone)...)
		if deriv.Discrete(m.sig.Out) {
			w.Elim(adot)
			return w.Tuple("o", r, w.Unit())
		}
		return w.Tuple("o", r, tangent(w, adot))
	})
}

// keepNothing makes
//
//	revf$f a = (f a, ())
func (m member) keepNothing() *proc.Def {
	return define(m.name, m.sig.Zone, m.sig.In, func(w *writer, a proc.Var) proc.Var {
		r := w.call(m.base, a, refNames(m.sig.Zone)...)
		return w.Tuple("o", r, w.Unit())
	})
}

// reverse makes
//
//	revr$f ((), r̄) = cotangent r̄
func (m member) reverse(cotangent func(w *writer, rbar proc.Var) proc.Var) *proc.Def {
	return define(m.name, m.sig.Zone, proc.NewTuple(proc.Unit, deriv.Cotangent(m.sig.Out)), func(w *writer, i proc.Var) proc.Var {
		k, rbar := w.pair(i)
		w.Elim(k)
		return cotangent(w, rbar)
	})
}

// discrete differentiates functions whose result has no cotangent: the
// comparisons, the arithmetic of Int, int, assert and agree.
//
//	fwd$f (a, ȧ) = (f a, ())      revf$f a = (f a, ())      revr$f ((), ()) = 0
func discrete(m member, d proc.Deriv) *proc.Def {
	switch d {
	case deriv.Fwd:
		return m.forward(nil)
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		w.Elim(rbar)
		return w.flatZero(deriv.Cotangent(m.sig.In))
	})
}

// stopRule:
//
//	fwd$stop (a, ȧ) = (stop a, 0)      revf$stop a = (stop a, k)      revr$stop (k, r̄) = 0
//
// k is a where the zero needs the tag of a sum, and else ().
func stopRule(m member, d proc.Deriv) *proc.Def {
	t := m.types[0]
	cot := deriv.Cotangent(t)
	switch {
	case d == deriv.Fwd:
		return define(m.name, nil, proc.NewTuple(t, deriv.Tangent(t)), func(w *writer, i proc.Var) proc.Var {
			a, adot := w.pair(i)
			w.Elim(adot)
			a, shape := w.Dup(a)
			return w.Tuple("o", w.call(m.base, a), w.zero(t, shape))
		})
	case hasSum(cot) && d == deriv.RevF:
		return define(m.name, nil, t, func(w *writer, a proc.Var) proc.Var {
			a, shape := w.Dup(a)
			return w.Tuple("o", w.call(m.base, a), shape)
		})
	case hasSum(cot):
		return define(m.name, nil, proc.NewTuple(t, cot), func(w *writer, i proc.Var) proc.Var {
			shape, rbar := w.pair(i)
			w.Elim(rbar)
			return w.zero(t, shape)
		})
	case d == deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		w.Elim(rbar)
		return w.flatZero(cot)
	})
}

// unreachableRule: what derives from code that cannot be reached cannot be reached.
//
//	fwd$unreachable{A, B} = unreachable{(A, δA), (B, δB)}
//	revf$unreachable{A, B} = unreachable{A, (B, ())}      revr$unreachable{A, B} = unreachable{((), cot B), cot A}
func unreachableRule(m member, d proc.Deriv) *proc.Def {
	a, b := m.types[0], m.types[1]
	var in, out proc.Type
	switch d {
	case deriv.Fwd:
		in, out = proc.NewTuple(a, deriv.Tangent(a)), proc.NewTuple(b, deriv.Tangent(b))
	case deriv.RevF:
		in, out = a, proc.NewTuple(b, proc.Unit)
	default:
		in, out = proc.NewTuple(proc.Unit, deriv.Cotangent(b)), deriv.Cotangent(a)
	}
	return define(m.name, nil, in, func(w *writer, i proc.Var) proc.Var { return w.family("unreachable", i, in, out) })
}
