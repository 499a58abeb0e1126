package prim

import (
	"procad/proc"
	"procad/proc/deriv"
)

// zipRule: unzip is its transpose, and undoes it on the arrays themselves.
//
//	fwd$zip ((v, w), (v̇, ẇ)) = (zip (v, w), zip (v̇, ẇ))
//	revr$zip ((), (c, z)) = let (v̄, w̄) = unzip c; (v, w) = unzip z in ((v̄, v), (w̄, w))
func zipRule(m member, d proc.Deriv) *proc.Def {
	a, b := m.types[0], m.types[1]
	switch d {
	case deriv.Fwd:
		return m.forward(func(w *writer, adot proc.Var) proc.Var { return w.zipTangents(a, b, adot) })
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		if deriv.Discrete(m.sig.Out) {
			return w.family("unzip", rbar, a, b)
		}
		c, z := w.pair(rbar)
		abar, bbar := w.pair(w.unzipTangents(a, b, c))
		va, vb := w.pair(w.family("unzip", z, a, b))
		return w.Tuple("o", w.withArray(abar, va), w.withArray(bbar, vb))
	})
}

// unzipRule:
//
//	fwd$unzip (z, ż) = (unzip z, unzip ż)
//	revr$unzip ((), ((v̄, v), (w̄, w))) = (zip (v̄, w̄), zip (v, w))
func unzipRule(m member, d proc.Deriv) *proc.Def {
	a, b := m.types[0], m.types[1]
	switch d {
	case deriv.Fwd:
		return m.forward(func(w *writer, zdot proc.Var) proc.Var { return w.unzipTangents(a, b, zdot) })
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		if deriv.Discrete(m.sig.In) {
			return w.family("zip", rbar, a, b)
		}
		abar, bbar := w.pair(rbar)
		abar, va := w.apart(a, abar)
		bbar, vb := w.apart(b, bbar)
		c := w.zipTangents(a, b, w.Tuple("t", abar, bbar))
		return w.Tuple("o", c, w.family("zip", w.Tuple("t", va, vb), a, b))
	})
}

// withArray is the cotangent of the array v, from c : δA or c : ().
func (w *writer) withArray(c, v proc.Var) proc.Var {
	if c.Type == proc.Unit {
		w.Elim(c)
		return v
	}
	return w.Tuple("t", c, v)
}

// apart takes the cotangent of an array of type a apart into δA and the array.
func (w *writer) apart(a proc.Type, abar proc.Var) (c, v proc.Var) {
	if deriv.Discrete(a) {
		return w.Unit(), abar
	}
	return w.pair(abar)
}

// zipTangents is zip on tangents (ȧ, ḃ), not both (). Where one is (), it adds
// only parts () to the elements of the other.
func (w *writer) zipTangents(a, b proc.Type, pair proc.Var) proc.Var {
	da, db := deriv.Tangent(a), deriv.Tangent(b)
	if da != proc.Unit && db != proc.Unit {
		return w.family("zip", pair, da, db)
	}
	va, vb := w.pair(pair)
	if da == proc.Unit {
		va, vb = vb, va
	}
	w.Elim(vb)
	return w.family("retype", va, va.Type, zippedTangent(a, b))
}

// unzipTangents goes back.
func (w *writer) unzipTangents(a, b proc.Type, z proc.Var) proc.Var {
	da, db := deriv.Tangent(a), deriv.Tangent(b)
	switch {
	case da == proc.Unit:
		return w.Tuple("t", w.Unit(), w.family("retype", z, z.Type, db))
	case db == proc.Unit:
		v := w.family("retype", z, z.Type, da)
		return w.Tuple("t", v, w.Unit())
	}
	return w.family("unzip", z, da, db)
}

func zippedTangent(a, b proc.Type) proc.Type {
	x, y := a.(*proc.ArrayType), b.(*proc.ArrayType)
	return deriv.Tangent(proc.NewArray(x.Rank, proc.NewTuple(x.Elem, y.Elem)))
}

// retypeRule: parts () carry no derivative.
//
//	fwd$retype (v, v̇) = (retype v, retype v̇)      revr$retype ((), (c, v)) = (retype c, retype v)
func retypeRule(m member, d proc.Deriv) *proc.Def {
	a, b := m.types[0], m.types[1]
	switch d {
	case deriv.Fwd:
		return m.forward(func(w *writer, adot proc.Var) proc.Var {
			return w.family("retype", adot, deriv.Tangent(a), deriv.Tangent(b))
		})
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, rbar proc.Var) proc.Var {
		if deriv.Discrete(b) {
			return w.family("retype", rbar, b, a)
		}
		c, v := w.pair(rbar)
		c = w.family("retype", c, deriv.Tangent(b), deriv.Tangent(a))
		return w.Tuple("o", c, w.family("retype", v, b, a))
	})
}

// withoutUnits is an element type without the parts () of its tuples.
func withoutUnits(t proc.Type) proc.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		var elems []proc.Type
		for _, e := range t.Elems {
			if e = withoutUnits(e); e != proc.Unit {
				elems = append(elems, e)
			}
		}
		return proc.NewTuple(elems...)
	case *proc.SumType:
		return proc.NewSum(withoutUnits(t.L), withoutUnits(t.R))
	}
	return t
}
