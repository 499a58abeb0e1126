package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// bytesRule: the value passes through, and how large it is depends on no Real.
//
//	fwd$bytes (a, ȧ) = (bytes a, (ȧ, ()))      revr$bytes ((), (ā, ())) = ā
func bytesRule(m member, d proc.Deriv) *proc.Def {
	switch d {
	case deriv.Fwd:
		return m.forward(func(w *writer, adot proc.Var) proc.Var { return w.Tuple("v", adot, w.Unit()) })
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		if rbar.Type == proc.Unit {
			return rbar
		}
		abar, n := w.pair(rbar)
		w.Elim(n)
		return abar
	})
}
