package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// The forward derivatives: fwd$f takes and gives a value with
// its tangent, so it is the body of the same loop, with the same strategy:
//
//	fwd$nTimes{f} [θ, θ̇] ((n, s), (_, ṡ)) = nTimes{fwd$f} [θ, θ̇] (n, (s, ṡ))        likewise fold, foldr, ccl
//	fwd$while{f} [θ, θ̇] ((n, s), (_, ṡ))  = while{iteration.fwd$while{f}} [θ, θ̇] (n, (s, ṡ))
//	fwd$build{f} [θ, θ̇] (n, _)            = unzip (build{iteration.fwd$build{f}} [θ, θ̇] n)
//	fwd$sum{f} [θ, θ̇] (n, _)              = sum{iteration.fwd$sum{f}} [θ, θ̇] n

// tangentZone is the zone of fwd$loop{f}.
func (l *loop) tangentZone(m *maker) []proc.Ref { return deriv.TangentZone(l.zone(), m.dot) }

func (m *maker) dot(n string) string { return n + m.dotSuffix }

// pairOf is the type of the argument (S, δS).
func pairOf(s proc.Type) proc.Type { return proc.NewTuple(s, deriv.Tangent(s)) }

func tangentState(l *loop, m *maker) (proc.Var, error) {
	b, zone := m.b, l.tangentZone(m)
	s := proc.NewTuple(proc.Int, l.f.In)
	a := m.in(zone, pairOf(s), "ns", "ns.dot")
	ns := b.Untuple(a[0], "n", "s")
	sDot := secondDot(b, a[1])
	return m.call(l.lib, "o", l.name.Around(deriv.Fwd.Of(l.body)), zone, b.Tuple("a", ns[0], b.Tuple("st", ns[1], sDot)))
}

func tangentCommute(l *loop, m *maker) (proc.Var, error) {
	b, zone := m.b, l.tangentZone(m)
	a := m.in(zone, pairOf(l.counts()), "n", "u")
	b.Elim(a[1])
	iteration := l.kind.Of(deriv.Iteration(deriv.Fwd).Of(l.name))
	y, err := m.call(l.lib, "y", iteration, zone, a[0])
	if err != nil {
		return proc.Var{}, err
	}
	d := deriv.Tangent(l.result())
	switch {
	case d == proc.Unit:
		return b.Tuple("o", y, b.Unit()), nil
	case l.kind == proc.SumOf:
		return y, nil
	}
	return b.Call("o", proc.NewTuple(l.result(), d), proc.FamilyOf("unzip", l.result(), d), nil, y), nil
}

// tangentIteration is fwd$f at the argument (), without a tangent that is ().
func tangentIteration(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	u := m.in(deriv.TangentZone(l.f.Zone, m.dot), proc.Unit, "u")[0]
	o, err := m.call(l.lib, "o", deriv.Fwd.Of(l.body), m.def.Zone, b.Tuple("uu", u, b.Unit()))
	if err == nil && deriv.Discrete(l.f.Out) {
		parts := b.Untuple(o, "x", "u")
		b.Elim(parts[1])
		o = parts[0]
	}
	return o, err
}
