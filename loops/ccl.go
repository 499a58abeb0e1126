package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// Replayed is the way of ccl (Figure 19), for a state without arrays: only the initial
// state is kept, and the reverse pass runs the loop again in the same order,
// which is right because the user promises that iterations commute.
//
//	revf$ccl{f} [θ] (n, s)          = (ccl{f} [θ] (n, s), (n, s))
//	revr$ccl{f} [θ̄] ((n, s), s̄')   = ((), s̄)    where (_, s̄) = ccl{iteration.revr$ccl{f}} [θ̄] (n, (s, s̄'))
//	iteration.revr$ccl{f} [i, θ̄] (s, s̄') = (s', revr$f [i, θ̄] (t, s̄'))    where (s', t) = revf$f [i, θ] s
const Replayed Way = "ccl with a scalar state"

func cclForward(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	a := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.In), "n", "s")
	n, keptN := b.Dup(a[0])
	s, keptS := b.Dup(a[1])
	out, err := m.call(l.lib, "s'", l.name, l.zone(), b.Tuple("a", n, s))
	return b.Tuple("o", out, b.Tuple("x", keptN, keptS)), err
}

func cclReverse(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	cot := deriv.Cotangent(l.f.Out)
	zone := deriv.CotangentZone(l.zone(), m.bar)
	a := m.in(zone, proc.NewTuple(proc.NewTuple(proc.Int, l.f.In), cot), "x", "s'.bar")
	ns := b.Untuple(a[0], "n", "s")
	st := b.Tuple("st", ns[1], a[1])
	st = b.Call("st'", st.Type, proc.CCL.Of(deriv.Iteration(l.policy.R).Of(l.name)), namesOf(zone), b.Tuple("a", ns[0], st))
	ss := b.Untuple(st, "s'", "s.bar")
	b.Elim(ss[0])
	return cotOfCounted(b, ss[1]), nil
}

func cclReverseIteration(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	cot := deriv.Cotangent(l.f.Out)
	zone := deriv.CotangentZone(l.f.Zone, m.bar)
	a := m.in(zone, proc.NewTuple(l.f.In, cot), "s", "s'.bar")
	f, again := l.again()
	bt, err := m.call(l.lib, "bt", f, again, a[0])
	if err != nil {
		return proc.Var{}, err
	}
	st := b.Untuple(bt, "s'", "t")
	sBar, err := m.call(l.lib, "s.bar", l.plan.R(l.body), zone, b.Tuple("ts", st[1], a[1]))
	return b.Tuple("o", st[0], sBar), err
}
