package derive

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
)

// completePull is pull$f likewise.
func completePull(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(deriv.SplitRule.Of(n.of))
	if err != nil {
		return nil, err
	}
	taken := proc.NewNames(m.def)
	bars := map[string]string{}
	m.def.Zone = deriv.CotangentZone(m.sig.Zone, func(s string) string { bars[s] = taken.Fresh(s + ".bar"); return bars[s] })
	xw := m.Untuple(m.begin("a", proc.NewTuple(proc.Elems(tx.Out)[1], deriv.Tangent(m.sig.Out))), "x", "w")
	x, w := xw[0], xw[1]
	if l.prog.Lookup(deriv.JVPRule.Of(n.of)) == nil {
		// pull$f [Θ̄] (s, t̄) = 0
		m.Elim(w)
		if scalars(m.sig.In) {
			m.Elim(x)
			return m.done(m.numbersZero(m.sig.In))
		}
		return m.done(m.zero(x))
	}
	j, err := m.inactiveJVP()
	if err != nil {
		return nil, err
	}
	left := m.Untuple(x, "x", "t", "dt")
	x, t, dt := left[0], left[1], left[2]
	if j.keepsT {
		t = m.cotZero(t, j.out)
	}
	if j.keepsDT {
		w = rev.Pair(m.Builder, w, dt)
	} else {
		m.Elim(dt)
	}
	if !j.keepsT {
		m.Elim(t)
		t = m.numbersZero(j.out)
	}
	var ds proc.Var
	m.sharedDots(func(dots map[string]string) {
		var args []string
		for _, r := range m.sig.Zone {
			args = append(args, r.Name)
			if dots[r.Name] != "" {
				args = append(args, dots[r.Name], bars[r.Name])
			}
		}
		sig, sigErr := l.Sig(j.reverse)
		if sigErr != nil {
			err = sigErr
			return
		}
		both := m.Call("c", sig.Out, j.reverse, args, m.Tuple("xc", x, m.cot(sig, t, w)))
		if both.Type == proc.Unit {
			ds = both
			return
		}
		c := m.Untuple(both, "s", "ds")
		m.Elim(c[0])
		ds = rev.Strip(m.Builder, c[1], deriv.Tangent(m.sig.In))
	})
	if err != nil {
		return nil, err
	}
	return m.done(ds)
}

// cot is the cotangent of a pair, () if both are.
func (m *ruleMaker) cot(sig proc.Sig, t, w proc.Var) proc.Var {
	if want := proc.Elems(sig.In)[1]; want == proc.Unit {
		m.Elim(t)
		m.Elim(w)
		return m.Unit()
	}
	return m.Tuple("c", t, w)
}
