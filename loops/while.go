package loops

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Whiles is the way of while. How many iterations there are shows only when they are run,
// so they are counted; otherwise while is as nTimes. The trace of every iteration is
// kept, that of the last one too, which gives false.
//
//	revf$while{f} [θ] (n, s)            = (s', (c, k))    where (k, c, s') = while{iteration.revf$while{f}} [θ] (n, (empty, 0, s))
//	iteration.revf$while{f} [θ] (k, c, s)    = (b, (push (k, t), c + 1, s'))    where ((b, s'), t) = revf$f [θ] s
//	revr$while{f} [θ̄] ((c, k), s̄')     = ((), s̄)    where (_, s̄) = nTimes{iteration.revr$while{f}} [θ̄] (c, (k, s̄'))
//	iteration.revr$while{f} [θ̄] (k, s̄')     = (k', revr$f [θ̄] (t, ((), s̄')))    where (k', t) = pop k
//
// A body that leaves no trace needs no stack.
const Whiles Way = "while"

func whileForward(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	a := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.In), "n", "s")
	run := l.kind.Of(deriv.Iteration(l.policy.F).Of(l.name))
	c := b.Int("c", 0)
	if x == proc.Unit {
		st := b.Tuple("st", c, a[1])
		st = b.Call("st'", st.Type, run, namesOf(l.zone()), b.Tuple("a", a[0], st))
		cs := b.Untuple(st, "c'", "s'")
		return b.Tuple("o", cs[1], cs[0]), nil
	}
	// There may be far fewer iterations than n, so the stack begins without room.
	k := b.Call("k", proc.NewStack(x), proc.FamilyOf("empty", x), nil, b.Int("room", 0))
	st := b.Tuple("st", k, c, a[1])
	st = b.Call("st'", st.Type, run, namesOf(l.zone()), b.Tuple("a", a[0], st))
	kcs := b.Untuple(st, "k'", "c'", "s'")
	return b.Tuple("o", kcs[2], b.Tuple("x", kcs[1], kcs[0])), nil
}

func whileForwardIteration(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	var k, c, s proc.Var
	if x == proc.Unit {
		a := m.in(l.f.Zone, proc.NewTuple(proc.Int, l.f.In), "c", "s")
		c, s = a[0], a[1]
	} else {
		a := m.in(l.f.Zone, proc.NewTuple(proc.NewStack(x), proc.Int, l.f.In), "k", "c", "s")
		k, c, s = a[0], a[1], a[2]
	}
	ot, err := m.call(l.lib, "ot", l.plan.F(l.body), l.f.Zone, s)
	if err != nil {
		return proc.Var{}, err
	}
	parts := b.Untuple(ot, "o", "t")
	bs := b.Untuple(parts[0], "b", "s'")
	c = b.Call("c'", proc.Int, prim.IAdd, nil, b.Tuple("c1", c, b.Int("one", 1)))
	if x == proc.Unit {
		b.Elim(parts[1])
		return b.Tuple("o", bs[0], b.Tuple("st", c, bs[1])), nil
	}
	k = b.Call("k'", k.Type, proc.FamilyOf("push", x), nil, b.Tuple("kt", k, parts[1]))
	return b.Tuple("o", bs[0], b.Tuple("st", k, c, bs[1])), nil
}

func whileReverse(l *loop, m *maker) (proc.Var, error) { return l.reverseKept(m, "c", proc.NTimes) }

func whileReverseIteration(l *loop, m *maker) (proc.Var, error) {
	x := l.plan.Trace
	b := m.b
	cot := deriv.Cotangent(l.f.In)
	zone := deriv.CotangentZone(l.f.Zone, m.bar)
	if x == proc.Unit {
		a := m.in(zone, cot, "s'.bar")
		return m.call(l.lib, "s.bar", l.plan.R(l.body), zone, b.Tuple("td", b.Unit(), cotOfCounted(b, a[0])))
	}
	a := m.in(zone, proc.NewTuple(proc.NewStack(x), cot), "k", "s'.bar")
	kt := b.Untuple(b.Call("kt", proc.NewTuple(a[0].Type, x), proc.FamilyOf("pop", x), nil, a[0]), "k'", "t")
	s, err := m.call(l.lib, "s.bar", l.plan.R(l.body), zone, b.Tuple("td", kt[1], cotOfCounted(b, a[1])))
	return b.Tuple("o", kt[0], s), err
}

// tangentWhile is fwd$while{f}.
func tangentWhile(l *loop, m *maker) (proc.Var, error) {
	b, zone := m.b, l.tangentZone(m)
	a := m.in(zone, pairOf(proc.NewTuple(proc.Int, l.f.In)), "ns", "ns.dot")
	ns := b.Untuple(a[0], "n", "s")
	st := b.Tuple("st", ns[1], secondDot(b, a[1]))
	return m.call(l.lib, "o", l.name.Around(deriv.Iteration(deriv.Fwd).Of(l.name)), zone, b.Tuple("a", ns[0], st))
}

// tangentWhileIteration is one iteration of it:
//
//	iteration.fwd$while{f} [θ, θ̇] (s, ṡ) = (b, (s', ṡ'))    where ((b, s'), (_, ṡ')) = fwd$f [θ, θ̇] (s, ṡ)
func tangentWhileIteration(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	zone := deriv.TangentZone(l.f.Zone, m.dot)
	a := m.in(zone, pairOf(l.f.In), "s", "s.dot")
	o, err := m.call(l.lib, "o", deriv.Fwd.Of(l.body), zone, b.Tuple("ss", a[0], a[1]))
	if err != nil {
		return proc.Var{}, err
	}
	parts := b.Untuple(o, "y", "y.dot")
	bs := b.Untuple(parts[0], "b", "s'")
	return b.Tuple("o'", bs[0], b.Tuple("st", bs[1], secondDot(b, parts[1]))), nil
}

// secondDot is the tangent of s, given that of (n, s) or of (b, s).
func secondDot(b *proc.Builder, dot proc.Var) proc.Var {
	if dot.Type == proc.Unit {
		return dot
	}
	parts := b.Untuple(dot, "u", "s.dot")
	b.Elim(parts[0])
	return parts[1]
}
