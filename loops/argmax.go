package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// FoldArgmax is the way of a fold that finds the largest or the smallest number. The cotangent
// of its result goes to what one of the iterations computed, or to what it began with, so the
// number of that iteration is kept, or -1. With F and R of max and min, which say who gets it on ties:
//
//	f [i, θ] s = op (s, x [i, θ])        or op (x, s), with op max or min
//
//	revf$fold{f} [θ] (n, s)          = (m, w)            where (m, w) = fold{iteration.revf$fold{f}} [θ] (n, (s, -1))
//	iteration.revf$fold{f} [i, θ] (s, w)  = (m, w) or (m, i)  if the cotangent of m goes to s or x, where (m, t) = revf$op (s, x)
//	value.revf$fold{f} [i, θ] ()     = x
//	revr$fold{f} [θ̄] (w, s̄')         = ((), s̄')          if w < 0
//	                                 = ((), 0)           else, after revr$x [w, θ̄] (t, s̄'), where (_, t) = revf$x [w, θ] ()
//
// Such a fold with a number g, as it stands in revf$fold{f}, has the same rule, where an iteration that wins takes the place of w0:
//
//	revf$fold{g} [θ] (n, (s, w0))    = ((m, w0 if w < 0 else w), w)    where (m, w) = fold{g} [θ] (n, (s, -1))
const FoldArgmax Way = "fold that finds a maximum"

func foldArgmaxForward(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	a := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.In), "n", "s")
	iteration, parts := deriv.Iteration(deriv.RevF).Of(l.name), []proc.Var{a[1]}
	if l.plan.ArgMax.Number {
		iteration, parts = l.body, b.Untuple(a[1], "s", "w")
	}
	st := b.Tuple("st", parts[0], b.Int("none", -1))
	mw := b.Untuple(b.Call("mw", st.Type, proc.Fold.Of(iteration), namesOf(l.zone()), b.Tuple("a", a[0], st)), "m", "w")
	out, w := mw[0], mw[1]
	if l.plan.ArgMax.Number {
		out = m.either("mw", m.less(w, m.k(0)),
			func() []proc.Var { return []proc.Var{mw[0], parts[1]} },
			func() []proc.Var { return mw })
	}
	return m.finish(b.Tuple("o", out, w)), nil
}

// foldArgmaxIteration is iteration or value.
func foldArgmaxIteration(l *loop, m *maker) (proc.Var, error) {
	d, err := l.lib.Def(l.body)
	if err != nil {
		return proc.Var{}, err
	}
	b, e := m.b, l.plan.ArgMax
	b.Names.Use(d.In)
	b.Names.UseAll(d.Body)
	if l.phase == deriv.Value {
		x := e.Rival()
		m.def.Zone, m.def.In = x.Zone, x.In
		b.Emit(x.Body...)
		return x.Out, nil
	}
	m.in(l.f.Zone, proc.NewTuple(proc.Real, proc.Int), "a")
	w := b.Var("w", proc.Int)
	b.Emit(&proc.Untuple{Where: proc.Where{Pos: b.Pos}, Outs: []proc.Var{d.In, w}, In: m.def.In})
	state := b.Body
	b.Body = nil
	sx := []proc.Var{e.Other, d.In}
	if e.First {
		sx = []proc.Var{d.In, e.Other}
	}
	out, err := m.call(l.lib, "mt", deriv.RevF.Of(e.Op), nil, b.Tuple("sx", sx...))
	if err != nil {
		return proc.Var{}, err
	}
	mt := b.Untuple(out, "m", "first")
	b.Body = append(state, e.Body(b.Body)...)
	stay := func() []proc.Var { return []proc.Var{mt[0], w} }
	take := func() []proc.Var { return []proc.Var{mt[0], m.read(l.indices()[0])} }
	if !e.First {
		stay, take = take, stay
	}
	return m.finish(m.either("o", mt[1], stay, take)), nil
}

func foldArgmaxReverse(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	cot := deriv.Cotangent(l.f.Out)
	a := m.in(deriv.CotangentZone(l.zone(), m.bar), proc.NewTuple(proc.Int, cot), "w", "s'.bar")
	d := a[1]
	if l.plan.ArgMax.Number {
		d = b.Untuple(d, "s'.bar", "u")[0]
	}
	var err error
	parts := m.cond(m.less(a[0], m.k(0)),
		func() []proc.Var { return []proc.Var{b.Unit(), d} },
		func() []proc.Var {
			err = l.reverseIteration(m, deriv.IterationOf(deriv.RevF, deriv.Value).Of(l.name), a[0], d)
			return []proc.Var{b.Unit(), b.Real("zero", 0)}
		})
	s := parts[1]
	if l.plan.ArgMax.Number {
		s = b.Tuple("s.bar", s, b.Unit())
	}
	return m.finish(cotOfCounted(b, s)), err
}
