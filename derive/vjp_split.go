package derive

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split"
)

// vjpForward is  vjpf$f [Θ] S → (T, Y): revf$f, whose trace is Y. Where the seed is
// compared with the result, or its cotangent needs the arrays of it, Y has a copy of
// the result too.
//
//	(t, x) = Call revf$f [Θ] s;  (t, t') = Dup t;  y = (t', x)
func vjpForward(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	f, err := split.Discarding(l, m.f)
	if err != nil {
		return nil, err
	}
	sig, err := l.Sig(deriv.RevF.Of(f))
	if err != nil {
		return nil, err
	}
	in := m.in("a", m.sig.In)
	tx := m.Untuple(m.Call("tx", sig.Out, deriv.RevF.Of(f), names(sig.Zone), in), "t", "x")
	t, y := tx[0], tx[1]
	if m.keepsResult(n.d) {
		var back proc.Var
		t, back = m.Dup(t)
		y = m.Tuple("y", back, y)
	}
	return m.done(m.Tuple("o", t, y))
}

// vjpReverse is  vjpr$f [Θ] (Y, δT) → G: revr$f with accumulators that start at zero.
// vjpr.check$f calls check on the result and the seed first.
func vjpReverse(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	f, err := split.Discarding(l, m.f)
	if err != nil {
		return nil, err
	}
	sig, err := l.Sig(deriv.RevR.Of(f))
	if err != nil {
		return nil, err
	}
	x := proc.Elems(sig.In)[0]
	y := x
	if m.keepsResult(n.d) {
		y = proc.NewTuple(m.sig.Out, x)
	}
	parts := m.Untuple(m.in("a", proc.NewTuple(y, deriv.Tangent(m.sig.Out))), "y", "seed")
	trace, seed := parts[0], parts[1]
	if m.keepsResult(n.d) {
		tx := m.Untuple(trace, "t", "x")
		t := tx[0]
		trace = tx[1]
		if _, check, ok := deriv.IsChecking(n.d); ok {
			ts := m.Tuple("ts", t, seed)
			both := m.Untuple(m.Call("ts", ts.Type, check, nil, ts), "t", "seed")
			t, seed = both[0], both[1]
		}
		seed = rev.Pair(m.Builder, seed, t)
	}
	var s proc.Var
	gs := m.accumulatedGrads(func(bars []string) {
		s = m.Call("s.bar", sig.Out, deriv.RevR.Of(f), m.zoneWith(bars), m.Tuple("xt", trace, seed))
	})
	s = rev.Strip(m.Builder, s, m.sig.In)
	if s.Type == proc.Unit {
		m.Elim(s)
	} else {
		gs = append(gs, s)
	}
	return m.done(m.Tuple("g", gs...))
}

// keepsResult says that Y has the result.
func (m *maker) keepsResult(d proc.Deriv) bool {
	_, _, checks := deriv.IsChecking(d)
	return checks || deriv.Cotangent(m.sig.Out) != deriv.Tangent(m.sig.Out)
}
