package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// Kept is the way of nTimes, fold and foldr (Figure 17): the trace of every iteration
// goes on a stack, and the reverse pass takes them off from the last iteration to
// the first. A body that leaves no trace needs no stack.
//
//	revf$loop{f} [θ] (n, s)         = (s', (n, k'))    where (k', s') = loop{iteration.revf$loop{f}} [θ] (n, (empty n, s))
//	revr$loop{f} [θ̄] ((n, k), s̄')  = ((), s̄)          where (k', s̄) = pool{iteration.revr$loop{f}} [θ̄] (n, (k, s̄'))
//
// with pool the loop that counts the other way. f is unread.k…$f where the plan says so (unread.go).
const Kept Way = "nTimes, fold, foldr, ccl"

// run is the loop that runs the iterations of the forward pass, back that of the reverse pass.
func (l *loop) run() proc.LoopKind {
	if l.kind == proc.CCL {
		return proc.FoldR
	}
	return l.kind
}

func (l *loop) back() proc.LoopKind {
	switch l.run() {
	case proc.Fold:
		return proc.FoldR
	case proc.FoldR:
		return proc.Fold
	}
	return l.kind
}

func keptForward(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	a := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.In), "n", "s")
	n, kept := b.Dup(a[0])
	if x == proc.Unit {
		s, err := m.call(l.lib, "s'", l.run().Of(l.body), l.zone(), b.Tuple("a", n, a[1]))
		return b.Tuple("o", s, kept), err
	}
	n, room := b.Dup(n)
	k := b.Call("k", proc.NewStack(x), proc.FamilyOf("empty", x), nil, room)
	st := b.Tuple("st", k, a[1])
	st = b.Call("st'", st.Type, l.run().Of(deriv.Iteration(l.policy.F).Of(l.name)), namesOf(l.zone()), b.Tuple("a", n, st))
	ks := b.Untuple(st, "k'", "s'")
	return b.Tuple("o", ks[1], b.Tuple("x", kept, ks[0])), nil
}

// keptForwardIteration is one iteration:
//
//	iteration.revf$loop{f} [i, θ] (k, s) = (push (k, t), s')    where (s', t) = revf$f [i, θ] s
func keptForwardIteration(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	a := m.in(l.f.Zone, proc.NewTuple(proc.NewStack(x), l.f.In), "k", "s")
	bt, err := m.call(l.lib, "bt", l.plan.F(l.body), l.f.Zone, a[1])
	if err != nil {
		return proc.Var{}, err
	}
	st := b.Untuple(bt, "s'", "t")
	k := b.Call("k'", a[0].Type, proc.FamilyOf("push", x), nil, b.Tuple("kt", a[0], st[1]))
	return b.Tuple("o", k, st[0]), nil
}

func keptReverse(l *loop, m *maker) (proc.Var, error) { return l.reverseKept(m, "n", l.back()) }

// reverseKept is revr$loop{f}, where run is the loop that it runs, and count the name of how many iterations there were.
func (l *loop) reverseKept(m *maker, count string, run proc.LoopKind) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	cot := deriv.Cotangent(l.f.In)
	zone := deriv.CotangentZone(l.zone(), m.bar)
	iteration := run.Of(deriv.Iteration(l.policy.R).Of(l.name))
	if x == proc.Unit {
		a := m.in(zone, proc.NewTuple(proc.Int, cot), count, "s'.bar")
		return cotOfCounted(b, b.Call("s.bar", cot, iteration, namesOf(zone), b.Tuple("a", a[0], a[1]))), nil
	}
	a := m.in(zone, proc.NewTuple(proc.NewTuple(proc.Int, proc.NewStack(x)), cot), "x", "s'.bar")
	nk := b.Untuple(a[0], count, "k")
	st := b.Tuple("st", nk[1], a[1])
	st = b.Call("st'", st.Type, iteration, namesOf(zone), b.Tuple("a", nk[0], st))
	ks := b.Untuple(st, "k'", "s.bar")
	b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", x), nil, ks[0]))
	return cotOfCounted(b, ks[1]), nil
}

// cotOfCounted is the cotangent of (n, s), given that of s.
func cotOfCounted(b *proc.Builder, s proc.Var) proc.Var {
	if s.Type == proc.Unit {
		return s
	}
	return b.Tuple("o", b.Unit(), s)
}

// keptReverseIteration is one iteration:
//
//	iteration.revr$loop{f} [i, θ̄] (k, s̄') = (k', revr$f [i, θ̄] (t, s̄'))    where (k', t) = pop k
func keptReverseIteration(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	cot := deriv.Cotangent(l.f.Out)
	zone := deriv.CotangentZone(l.f.Zone, m.bar)
	if x == proc.Unit {
		a := m.in(zone, cot, "s'.bar")
		return m.call(l.lib, "s.bar", l.plan.R(l.body), zone, b.Tuple("ts", b.Unit(), a[0]))
	}
	a := m.in(zone, proc.NewTuple(proc.NewStack(x), cot), "k", "s'.bar")
	kt := b.Untuple(b.Call("kt", proc.NewTuple(a[0].Type, x), proc.FamilyOf("pop", x), nil, a[0]), "k'", "t")
	s, err := m.call(l.lib, "s.bar", l.plan.R(l.body), zone, b.Tuple("ts", kt[1], a[1]))
	return b.Tuple("o", kt[0], s), err
}

// again is the forward pass of an iteration that runs once more: with the adds to names of Θ left out.
func (l *loop) again() (f proc.Func, zone []proc.Ref) {
	f, zone = l.plan.F(l.body), l.f.Zone
	for k := len(zone) - 1; k >= 0; k-- {
		if zone[k].Mode == proc.Accumulator {
			f = EraseName(f, k)
			zone = join(zone[:k], zone[k+1:])
		}
	}
	return f, zone
}
