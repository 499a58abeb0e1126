package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// The cotangent of an array A is the pair (c, v) of c : δA and the array v
// itself, or v alone where A is discrete.

// array is the one type of a family of arrays.
func (m member) array() *proc.ArrayType { return m.types[0].(*proc.ArrayType) }

// zonePlus appends the companion of s to the zone [s : &A], unless δA = ().
func (m member) zonePlus(suffix string, mode proc.Mode) []proc.Ref {
	s := m.sig.Zone[0]
	if deriv.Discrete(s.Type) {
		return m.sig.Zone
	}
	return []proc.Ref{s, {Name: s.Name + suffix, Mode: mode, Type: deriv.Tangent(s.Type)}}
}

// zerosRule: zeros do not depend on the elements of s.
//
//	fwd$zeros [s, ṡ] ((), ()) = (zeros [s] (), zeros [s] ())      revr$zeros [s, s̄] ((), r̄) = ()
func zerosRule(m member, d proc.Deriv) *proc.Def {
	var def *proc.Def
	switch d {
	case deriv.Fwd:
		def = m.forward(func(w *writer, adot proc.Var) proc.Var { return w.call(m.base, adot, "s") })
		def.Zone = m.zonePlus(".dot", proc.Shared)
	case deriv.RevF:
		def = m.keepNothing()
	default:
		def = m.reverse(func(w *writer, rbar proc.Var) proc.Var {
			w.Elim(rbar)
			return w.Unit()
		})
		def.Zone = m.zonePlus(".bar", proc.Accumulator)
	}
	return def
}

// copyRule:
//
//	fwd$copy [s, ṡ] ((), ()) = (copy [s] (), copy [ṡ] ())      revr$copy [s, s̄] ((), (c, v)) = Add s̄ c
func copyRule(m member, d proc.Deriv) *proc.Def {
	a := m.array()
	var def *proc.Def
	switch d {
	case deriv.Fwd:
		def = m.forward(func(w *writer, adot proc.Var) proc.Var {
			return w.call(proc.FamilyOf("copy", deriv.Tangent(a)), adot, "s.dot")
		})
		def.Zone = m.zonePlus(".dot", proc.Shared)
	case deriv.RevF:
		def = m.keepNothing()
	default:
		def = m.reverse(func(w *writer, rbar proc.Var) proc.Var {
			v := rbar
			if !deriv.Discrete(a) {
				var c proc.Var
				c, v = w.pair(rbar)
				w.Emit(&proc.Add{Ref: "s.bar", In: c})
			}
			w.Elim(v)
			return w.Unit()
		})
		def.Zone = m.zonePlus(".bar", proc.Accumulator)
	}
	return def
}

// blankRule: a blank array depends on nothing but its dimensions.
//
//	fwd$blank (n, ()) = (blank n, blank n)      revr$blank ((), r̄) = ()
func blankRule(m member, d proc.Deriv) *proc.Def {
	a := m.array()
	switch d {
	case deriv.Fwd:
		return define(m.name, nil, proc.NewTuple(m.sig.In, proc.Unit), func(w *writer, i proc.Var) proc.Var {
			n, ndot := w.pair(i)
			if deriv.Discrete(a) {
				return w.Tuple("o", w.call(m.base, n), ndot)
			}
			w.Elim(ndot)
			n, again := w.Dup(n)
			return w.Tuple("o", w.call(m.base, n), w.family("blank", again, deriv.Tangent(a)))
		})
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		w.Elim(rbar)
		return w.Unit()
	})
}

// swapRule:
//
//	fwd$swap ((v, i, x), (v̇, (), ẋ)) = (swap (v, i, x), swap (v̇, i, ẋ))
//	revf$swap (v, i, x) = let (v', old) = swap (v, i, x) in ((v', old), (i, old))
//	revr$swap ((i, old), ((c', v'), old̄)) = let (c, x̄) = swap (c', i, old̄); (v, x) = swap (v', i, old) in ((c, v), (), x̄)
//
// The reverse pass gives the array back as it was before the update.
func swapRule(m member, d proc.Deriv) *proc.Def {
	a := m.array()
	swap := func(w *writer, array proc.Var, idx []proc.Var, x proc.Var) (proc.Var, proc.Var) {
		args := append(append([]proc.Var{array}, idx...), x)
		return w.pair(w.family("swap", w.Tuple("t", args...), array.Type))
	}
	// args takes the argument apart, or without an array the trace.
	last := func(vs []proc.Var) int { return len(vs) - 1 }
	switch d {
	case deriv.Fwd:
		if deriv.Discrete(a) {
			return m.forward(nil)
		}
		return define(m.name, nil, proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In)), func(w *writer, i proc.Var) proc.Var {
			arg, argdot := w.pair(i)
			as, dots := w.Untuple(arg, "a"), w.Untuple(argdot, "b")
			n := last(as)
			for _, u := range dots[1:n] {
				w.Elim(u)
			}
			idx, again := w.dups(as[1:n])
			v, old := swap(w, as[0], idx, as[n])
			vdot, olddot := swap(w, dots[0], again, dots[n])
			return w.Tuple("o", w.Tuple("r", v, old), w.Tuple("r", vdot, olddot))
		})
	case deriv.RevF:
		return define(m.name, nil, m.sig.In, func(w *writer, i proc.Var) proc.Var {
			as := w.Untuple(i, "a")
			n := last(as)
			idx, kept := w.dups(as[1:n])
			v, old := swap(w, as[0], idx, as[n])
			old, back := w.Dup(old)
			return w.Tuple("o", w.Tuple("r", v, old), w.Tuple("k", append(kept, back)...))
		})
	}
	trace := make([]proc.Type, a.Rank, a.Rank+1)
	for i := range trace {
		trace[i] = proc.Int
	}
	in := proc.NewTuple(proc.NewTuple(append(trace, a.Elem)...), deriv.Cotangent(m.sig.Out))
	return define(m.name, nil, in, func(w *writer, i proc.Var) proc.Var {
		k, rbar := w.pair(i)
		ks := w.Untuple(k, "k")
		n := last(ks)
		idx := ks[:n]
		vbar, xbar := w.pair(rbar)
		if !deriv.Discrete(a) {
			var c, v proc.Var
			c, v = w.pair(vbar)
			var again []proc.Var
			idx, again = w.dups(idx)
			c, xbar = swap(w, c, again, xbar)
			v, x := swap(w, v, idx, ks[n])
			w.Elim(x)
			vbar = w.Tuple("vbar", c, v)
		} else {
			var x proc.Var
			vbar, x = swap(w, vbar, idx, ks[n])
			w.Elim(x)
		}
		parts := append([]proc.Var{vbar}, w.units(n)...)
		return w.Tuple("o", append(parts, xbar)...)
	})
}
