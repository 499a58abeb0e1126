package derive

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
)

// What a rule does not give is made of what it gives. A derivative that is linear in a part of its
// argument is its own derivative in it, whatever that part is: so R of jvp$f with S inactive, at the
// tangent 0, is the pullback, and R of pull$f with X inactive, at 0, the tangent.

func newCompletion(l *typed, n name) (*ruleMaker, error) {
	m := &ruleMaker{lib: l, n: n, base: n.of}
	value, err := l.Def(deriv.ValueRule.Of(n.of))
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, fmt.Errorf("%s: the program has no %s", n.f, deriv.ValueRule.Of(n.of))
	}
	m.sig = value.Sig()
	m.full = m.sig
	m.def = &proc.Def{Name: n.f, Pos: value.Pos, Zone: m.sig.Zone}
	return m, nil
}

// value is that of a constant rule, which is constant at each order.
func (m *ruleMaker) value(s proc.Var) proc.Var {
	return m.Call("t", m.sig.Out, deriv.Constant.Of(m.base), names(m.sig.Zone), s)
}
