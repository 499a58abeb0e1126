package derive

import (
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split/activity"
)

// completeJVP is jvp$f of a rule that gives split$f and pull$f, or is constant.
func completeJVP(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	if l.prog.Lookup(deriv.PullRule.Of(n.of)) == nil {
		return m.zeroJVP()
	}
	if r := l.prog.Rules[n.of]; r != nil && r.Nonlinear != "" {
		return nil, diag.Errorf(m.def.Pos, CodeOneWay, "%s has a derivative that is not linear in the cotangent, by its rule, and so no forward derivative", n.of.Given()).
			Because(nil).Hintf("give the rule a clause forward(…) = e, or take the derivative in reverse: grad, vjp, jacrev")
	}
	return m.transposedPull()
}

// zeroJVP is  jvp$f [Θ, Θ̇] (s, ṡ) = (t, 0) , where t = constant$f [Θ] s.
func (m *ruleMaker) zeroJVP() (*proc.Def, error) {
	names := proc.NewNames(m.def)
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { return names.Fresh(s + ".dot") })
	sds := m.Untuple(m.begin("a", proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In))), "s", "ds")
	m.Elim(sds[1])
	t, again := m.Dup(m.value(sds[0]))
	return m.done(m.Tuple("o", t, m.zero(again)))
}

// transposedPull is  jvp$f [Θ, Θ̇] (s, ṡ) = (t, ṫ) , where R of pull$f takes ṡ to ṫ.
func (m *ruleMaker) transposedPull() (*proc.Def, error) {
	tx, err := m.lib.Sig(deriv.SplitRule.Of(m.base))
	if err != nil {
		return nil, err
	}
	x := proc.Elems(tx.Out)[1]
	var zone []proc.Type
	var accumulators []int
	place := 0
	for _, r := range m.sig.Zone {
		zone = append(zone, deriv.Deactivate(r.Type))
		place++
		if d := deriv.Tangent(r.Type); d != proc.Unit {
			zone, accumulators = append(zone, d), append(accumulators, place)
			place++
		}
	}
	dt, ds := deriv.Tangent(m.sig.Out), deriv.Tangent(m.sig.In)
	in := proc.NewTuple(deriv.Deactivate(x), dt)
	f, sig, out, err := m.part(deriv.PullRule, zone, in)
	if err != nil {
		return nil, err
	}
	if out != ds {
		f = activity.Name(deriv.PullRule.Of(m.base), sig, zone, in, ds)
	}
	forward, reverse := deriv.RevF.Of(f), deriv.RevR.Of(f)
	if deriv.HasInactive(f) {
		forward, reverse = deriv.Erased.Of(forward), deriv.Erased.Of(reverse)
	}
	dx, err := m.lib.Sig(forward)
	if err != nil {
		return nil, err
	}
	back, err := m.lib.Sig(reverse)
	if err != nil {
		return nil, err
	}
	taken := proc.NewNames(m.def)
	dots := map[string]string{}
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { dots[s] = taken.Fresh(s + ".dot"); return dots[s] })
	sds := m.Untuple(m.begin("a", proc.NewTuple(m.sig.In, ds)), "s", "ds")
	left := m.Untuple(m.Call("tx", tx.Out, deriv.SplitRule.Of(m.base), names(m.sig.Zone), sds[0]), "t", "x")
	t, again := m.Dup(left[0])
	fx := m.Untuple(m.Call("dx", dx.Out, withoutEffects(forward, accumulators), names(m.sig.Zone), m.Tuple("xw", left[1], m.zero(again))), "d", "x")
	c := sds[1]
	if deriv.Cotangent(ds) != ds {
		c = rev.Pair(m.Builder, c, fx[0])
	} else {
		m.Elim(fx[0])
	}
	var args []string
	for _, r := range m.sig.Zone {
		args = append(args, r.Name)
		if dots[r.Name] != "" {
			args = append(args, dots[r.Name])
		}
	}
	w := m.Call("c", back.Out, reverse, args, m.Tuple("xc", fx[1], c))
	var parts []proc.Var
	if back.Out == proc.Unit {
		m.Elim(w)
		parts = []proc.Var{{}, m.Unit()}
	} else {
		parts = m.Untuple(w, "x", "w")
		m.Elim(parts[0])
	}
	return m.done(m.Tuple("o", t, rev.Strip(m.Builder, parts[1], dt)))
}
