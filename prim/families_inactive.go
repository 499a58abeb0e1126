package prim

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
)

// inactive and lift compute nothing: H τ is an inactive τ. Where a program
// runs, both are gone.
//
//	inactive{T}    : T → H T      T scalar or an array
//	lift{A, B} : A → B        B has Real in some places where A has Inactive
var inactiveFamilies = map[string]func(ts []proc.Type) (proc.Sig, error){
	"inactive": func(ts []proc.Type) (proc.Sig, error) {
		if _, array := ts[0].(*proc.ArrayType); !array && !proc.Scalar(ts[0]) {
			return proc.Sig{}, fmt.Errorf("inactive takes a scalar or an array, not %s", ts[0])
		}
		return proc.Sig{In: ts[0], Out: deriv.Deactivate(ts[0])}, nil
	},
	"lift": func(ts []proc.Type) (proc.Sig, error) {
		if !freer(ts[0], ts[1]) {
			return proc.Sig{}, fmt.Errorf("%s is not %s with Real in the place of some Inactive", ts[1], ts[0])
		}
		return proc.Sig{In: ts[0], Out: ts[1]}, nil
	},
}

func init() {
	for name, sig := range inactiveFamilies {
		families[name] = sig
	}
	arity["lift"] = 2
	familyRules["inactive"], familyRules["lift"] = inactiveRule, liftRule
}

// freer says that b is a with Real in the place of some Inactive; in an array, of all.
func freer(a, b proc.Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case proc.RealType:
		return b == proc.Real
	case *proc.TupleType:
		b, ok := b.(*proc.TupleType)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i, e := range a.Elems {
			if !freer(e, b.Elems[i]) {
				return false
			}
		}
		return true
	case *proc.SumType:
		b, ok := b.(*proc.SumType)
		return ok && freer(a.L, b.L) && freer(a.R, b.R)
	case *proc.ArrayType:
		return a == deriv.Deactivate(b) && b == deriv.Activate(a)
	}
	return false
}

// inactiveRule:
//
//	fwd$inactive (a, ȧ) = (inactive a, ())      revf$inactive a = (inactive a, k)      revr$inactive (k, ()) = 0
//
// k is a where the zero needs the tag of a sum, and else (). Of an array, the
// cotangent of the result is the array itself, v:
//
//	revr$inactive ((), v) = (0, lift v)
func inactiveRule(m member, d proc.Deriv) *proc.Def {
	t := m.types[0]
	sums := hasSum(deriv.Cotangent(t))
	_, array := t.(*proc.ArrayType)
	switch {
	case d == deriv.Fwd:
		return m.forward(nil)
	case array && d == deriv.RevF:
		return m.keepNothing()
	case array:
		return m.reverse(func(w *writer, v proc.Var) proc.Var {
			return w.zero(t, w.family("lift", v, m.sig.Out, t))
		})
	case sums && d == deriv.RevF:
		return define(m.name, nil, t, func(w *writer, a proc.Var) proc.Var {
			a, shape := w.Dup(a)
			return w.Tuple("o", w.call(m.base, a), shape)
		})
	case sums:
		return define(m.name, nil, proc.NewTuple(t, proc.Unit), func(w *writer, i proc.Var) proc.Var {
			shape, rbar := w.pair(i)
			w.Elim(rbar)
			return w.zero(t, shape)
		})
	}
	return discrete(m, d)
}

// liftRule: what was inactive has no tangent, and needs no cotangent.
//
//	fwd$lift (a, ȧ) = (lift a, ȧ, with 0 where B has Real for Inactive)
//	revf$lift a = (lift a, ())      revr$lift ((), b̄) = b̄ without what is Inactive in A
func liftRule(m member, d proc.Deriv) *proc.Def {
	from, to := m.types[0], m.types[1]
	switch d {
	case deriv.Fwd:
		return define(m.name, nil, proc.NewTuple(from, deriv.Tangent(from)), func(w *writer, i proc.Var) proc.Var {
			a, adot := w.pair(i)
			b, bdot := w.freed(from, to, a, adot)
			return w.Tuple("o", b, bdot)
		})
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(func(w *writer, c proc.Var) proc.Var { return w.narrow(from, to, c) })
}

// freed frees a, and gives it a tangent as a value of type to.
func (w *writer) freed(from, to proc.Type, a, adot proc.Var) (b, bdot proc.Var) {
	switch {
	case from == to:
		return a, adot
	case proc.Scalar(to) && !hasSum(to):
		return w.family("lift", a, from, to), w.widen(from, to, adot)
	}
	switch from := from.(type) {
	case *proc.TupleType:
		to := to.(*proc.TupleType)
		as, dots := w.Untuple(a, "a"), w.units(0)
		if adot.Type == proc.Unit {
			w.Elim(adot)
			dots = w.units(len(as))
		} else {
			dots = w.Untuple(adot, "adot")
		}
		for i := range as {
			as[i], dots[i] = w.freed(from.Elems[i], to.Elems[i], as[i], dots[i])
		}
		return w.Tuple("b", as...), w.Tuple("bdot", dots...)
	case *proc.SumType:
		return w.freedSum(from, to.(*proc.SumType), a, adot)
	}
	w.Elim(adot)
	b = w.family("lift", a, from, to)
	b = w.Share(b, "s", func(s string) { bdot = w.call(proc.FamilyOf("zeros", to), w.Unit(), s) })
	return b, bdot
}

func (w *writer) freedSum(from, to *proc.SumType, a, adot proc.Var) (b, bdot proc.Var) {
	b, bdot = w.Var("b", to), w.Var("bdot", deriv.Tangent(to))
	side := func(left bool, from, to proc.Type) func(x proc.Var) {
		return func(x proc.Var) {
			xdot := adot
			if sum, ok := adot.Type.(*proc.SumType); ok {
				mine := sum.L
				if !left {
					mine = sum.R
				}
				xdot = w.Var("xdot", mine)
				w.Project(adot, xdot, left)
			}
			y, ydot := w.freed(from, to, x, xdot)
			if left {
				w.Emit(&proc.Inl{Out: b, In: y}, &proc.Inl{Out: bdot, In: ydot})
			} else {
				w.Emit(&proc.Inr{Out: b, In: y}, &proc.Inr{Out: bdot, In: ydot})
			}
		}
	}
	w.cases(a, side(true, from.L, to.L), side(false, from.R, to.R))
	return b, bdot
}

// widen makes the tangent of a value of type to, which has no sums and no
// arrays, of that of a value of type from.
func (w *writer) widen(from, to proc.Type, adot proc.Var) proc.Var {
	switch {
	case from == to:
		return adot
	case adot.Type == proc.Unit:
		w.Elim(adot)
		return w.flatZero(deriv.Tangent(to))
	}
	dots := w.Untuple(adot, "adot")
	for i := range dots {
		dots[i] = w.widen(proc.Elems(from)[i], proc.Elems(to)[i], dots[i])
	}
	return w.Tuple("bdot", dots...)
}

// narrow makes the cotangent of a value of type from of that of the same value
// as one of type to.
func (w *writer) narrow(from, to proc.Type, c proc.Var) proc.Var {
	want := deriv.Cotangent(from)
	switch {
	case c.Type == want:
		return c
	case want == proc.Unit:
		w.Elim(c)
		return w.Unit()
	}
	switch from := from.(type) {
	case *proc.TupleType:
		parts := w.Untuple(c, "c")
		for i, e := range from.Elems {
			parts[i] = w.narrow(e, to.(*proc.TupleType).Elems[i], parts[i])
		}
		return w.Tuple("n", parts...)
	case *proc.SumType:
		to, out := to.(*proc.SumType), w.Var("n", want)
		w.cases(c,
			func(x proc.Var) { w.Emit(&proc.Inl{Out: out, In: w.narrow(from.L, to.L, x)}) },
			func(x proc.Var) { w.Emit(&proc.Inr{Out: out, In: w.narrow(from.R, to.R, x)}) })
		return out
	}
	// What is left are arrays: (c, v) becomes v.
	d, v := w.pair(c)
	w.Elim(d)
	return w.family("inactive", v, to)
}
