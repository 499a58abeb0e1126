package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// Max is the way of max and argmax: the winning index is kept, and the reverse pass
// runs that one iteration again. On ties the lowest index wins, so the derivative
// at a kink is that of the first iteration that reaches the maximum.
//
//	revf$max{f} [θ] n     = (m, w)    where (m, w) = argmax{f} [θ] n
//	revr$max{f} [θ̄] (w, m̄) = ()       and revr$f [w, θ̄] (t, m̄), where (_, t) = revf$f [w, θ] ()
const Max Way = "max, argmax"

// tangentMax is the forward derivative:
//
//	fwd$max{f} [θ, θ̇] (n, _)              = fwd$f [w, θ, θ̇]    where (_, w) = argmax{f} [θ] n
func tangentMax(l *loop, m *maker) (proc.Var, error) {
	b, zone := m.b, l.tangentZone(m)
	a := m.in(zone, pairOf(proc.Int), "n", "u")
	b.Elim(a[1])
	mw, err := m.call(l.lib, "mw", proc.ArgMax.Of(l.body), l.zone(), a[0])
	if err != nil {
		return proc.Var{}, err
	}
	parts := b.Untuple(mw, "m", "w")
	b.Elim(parts[0])
	w, kept := b.Dup(parts[1])
	var o proc.Var
	b.Elim(b.Share(w, l.indices()[0].Name+".w", func(s string) {
		at := proc.Ref{Name: s, Mode: proc.Shared, Type: proc.Int}
		o, err = m.call(l.lib, "o", deriv.Fwd.Of(l.body), join([]proc.Ref{at}, zone), b.Tuple("uu", b.Unit(), b.Unit()))
	}))
	if err != nil {
		return proc.Var{}, err
	}
	if l.kind == proc.MaxOf {
		b.Elim(kept)
		return o, nil
	}
	max := b.Untuple(o, "m", "m.dot")
	return b.Tuple("o", b.Tuple("mw", max[0], kept), b.Tuple("mw.dot", max[1], b.Unit())), nil
}

func maxForward(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	n := m.in(l.zone(), proc.Int, "n")[0]
	mw, err := m.call(l.lib, "mw", proc.ArgMax.Of(l.body), l.zone(), n)
	if err != nil {
		return proc.Var{}, err
	}
	parts := b.Untuple(mw, "m", "w")
	if l.kind == proc.MaxOf {
		return b.Tuple("o", parts[0], parts[1]), nil
	}
	w, kept := b.Dup(parts[1])
	return b.Tuple("o", b.Tuple("mw", parts[0], w), kept), nil
}

func maxReverse(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	zone := deriv.CotangentZone(l.zone(), m.bar)
	out := proc.Type(proc.Real)
	if l.kind == proc.ArgMax {
		out = proc.NewTuple(proc.Real, proc.Int)
	}
	a := m.in(zone, proc.NewTuple(proc.Int, deriv.Cotangent(out)), "w", "m.bar")
	d := a[1]
	if l.kind == proc.ArgMax {
		parts := b.Untuple(d, "d", "u")
		b.Elim(parts[1])
		d = parts[0]
	}
	err := l.reverseIteration(m, l.body, a[0], d)
	return b.Unit(), err
}

// reverseIteration runs F and R of iteration w of a body that takes (), with a cotangent d.
func (l *loop) reverseIteration(m *maker, body proc.Func, w, d proc.Var) (err error) {
	b := m.b
	b.Elim(b.Share(w, l.indices()[0].Name+".w", func(s string) {
		iteration := *l
		iteration.body = body
		iteration.f.In = proc.Unit
		iteration.f.Zone = join([]proc.Ref{{Name: s, Mode: proc.Shared, Type: proc.Int}}, l.zone())
		var t, u proc.Var
		if t, err = traceOf(&iteration, m); err != nil {
			return
		}
		u, err = m.call(l.lib, "u", l.plan.R(body), deriv.CotangentZone(iteration.f.Zone, m.bar), b.Tuple("td", t, d))
		b.Elim(u)
	}))
	return err
}

// traceOf is the trace of an iteration that takes (), run again for nothing else unless it is ().
func traceOf(l *loop, m *maker) (proc.Var, error) {
	x, err := l.trace()
	if err != nil || x == proc.Unit {
		return m.b.Unit(), err
	}
	f, zone := l.again()
	return m.call(l.lib, "t", deriv.Trace.Of(f), zone, m.b.Unit())
}
