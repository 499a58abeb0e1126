package derive

import (
	"procad/proc"
	"procad/proc/deriv"
)

// completeSplit is split$f of a rule that gives jvp$f, or is constant.
func completeSplit(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	s := m.begin("s", m.sig.In)
	if l.prog.Lookup(deriv.JVPRule.Of(n.of)) == nil {
		// split$f [Θ] s = (constant$f [Θ] s, s)        where δS has sizes or tags, else without s
		if scalars(m.sig.In) {
			return m.done(m.Tuple("o", m.value(s), m.Unit()))
		}
		s, again := m.Dup(s)
		return m.done(m.Tuple("o", m.value(s), again))
	}
	j, err := m.inactiveJVP()
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(j.forward)
	if err != nil {
		return nil, err
	}
	s, again := m.Dup(s)
	in := m.Tuple("a", s, m.zero(again))
	var o proc.Var
	m.sharedDots(func(dots map[string]string) {
		var args []string
		for _, r := range m.sig.Zone {
			args = append(args, r.Name)
			if dots[r.Name] != "" {
				args = append(args, dots[r.Name])
			}
		}
		out := m.Untuple(m.Call("tx", tx.Out, j.forward, args, in), "tdt", "x")
		both := m.Untuple(out[0], "t", "dt")
		t, dt, x := both[0], both[1], out[1]
		var back proc.Var
		if t, back = m.Dup(t); !j.keepsT {
			m.Elim(back)
			back = m.Unit()
		}
		if !j.keepsDT {
			m.Elim(dt)
			dt = m.Unit()
		}
		o = m.Tuple("o", t, m.Tuple("left", x, back, dt))
	})
	return m.done(o)
}
