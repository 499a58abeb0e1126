package derive

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// A maker is the definition in the making of an operator, a derivative that the source language
// names, or of an iteration of its loops. Its zone is that of f, so f may only share.
type maker struct {
	*proc.Builder
	rev proc.Deriv // the reverse derivative that runs
	lib *typed
	f   proc.Func
	sig proc.Sig
	def *proc.Def
	// grads are the names of the zone that have a tangent.
	grads []proc.Ref
}

func newMaker(l *typed, d proc.Deriv, f proc.Func) (*maker, error) {
	sig, err := l.Sig(f)
	if err != nil {
		return nil, err
	}
	m := &maker{rev: deriv.Rev, lib: l, f: f, sig: sig}
	if _, check, ok := deriv.IsChecking(d); ok {
		m.rev = deriv.Checking(deriv.Rev, check)
	}
	m.def = &proc.Def{Name: d.Of(f), Zone: sig.Zone}
	if def, _ := l.Def(f); def != nil {
		m.def.Pos = def.Pos
	}
	m.Builder = &proc.Builder{Names: proc.NewNames(m.def), Pos: m.def.Pos}
	for _, r := range sig.Zone {
		if r.Mode != proc.Shared {
			return nil, fmt.Errorf("%s: %s adds to names of its zone", m.def.Name, f)
		}
		if deriv.Tangent(r.Type) != proc.Unit {
			m.grads = append(m.grads, r)
		}
	}
	return m, nil
}

func (m *maker) done(out proc.Var) (*proc.Def, error) {
	m.def.Out = out
	m.def.Body = linear.SimplifyUnless(m.lib.Without(), m.Body)
	return m.def, nil
}

// in sets the argument.
func (m *maker) in(name string, t proc.Type) proc.Var {
	m.def.In = m.Var(name, t)
	return m.def.In
}

// zeroOf makes the zero tangent of what a shared name holds.
func (m *maker) zeroOf(r proc.Ref) proc.Var {
	if _, ok := r.Type.(*proc.ArrayType); ok {
		return m.Call(r.Name+".z", deriv.Tangent(r.Type), proc.FamilyOf("zeros", r.Type), []string{r.Name}, m.Unit())
	}
	return m.Call(r.Name+".z", deriv.Tangent(r.Type), proc.FamilyOf("zero", r.Type), nil, m.Read(r.Name+".v", r.Type, r.Name))
}

// accumulated opens an accumulator for each of the given names, in order, runs
// body with their names, and returns what they hold in the end.
func (m *maker) accumulated(starts []proc.Var, names []string, body func(bars []string)) []proc.Var {
	bars := make([]string, len(starts))
	outs := make([]proc.Var, len(starts))
	var open func(k int)
	open = func(k int) {
		if k == len(starts) {
			body(bars)
			return
		}
		outs[k] = m.Accum(starts[k], names[k], func(s string) {
			bars[k] = s
			open(k + 1)
		})
	}
	open(0)
	return outs
}

// accumulatedGrads opens an accumulator of zeros for every name of the zone that has a tangent.
func (m *maker) accumulatedGrads(body func(bars []string)) []proc.Var {
	var starts []proc.Var
	var names []string
	for _, r := range m.grads {
		starts, names = append(starts, m.zeroOf(r)), append(names, r.Name+".bar")
	}
	return m.accumulated(starts, names, body)
}

// zoneWith is the zone of a call of a reverse pass of f: bars, in order, are
// the accumulators of the names that have a tangent.
func (m *maker) zoneWith(bars []string) []string {
	var zone []string
	for _, r := range m.sig.Zone {
		zone = append(zone, r.Name)
		if deriv.Tangent(r.Type) != proc.Unit {
			zone = append(zone, bars[0])
			bars = bars[1:]
		}
	}
	return zone
}

// vjp is  vjp$f [Θ] (S, δT) → (T, G): rev$f with accumulators that start at
// zero. G has a component for every shared name with a tangent, then δS.
// vjp.check$f runs rev.check$f.
func vjp(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	in := m.in("a", proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.Out)))
	t, gs := m.reverse(in)
	return m.done(m.Tuple("o", t, m.Tuple("g", gs...)))
}

// reverse calls rev$f and returns its result and the components of G.
func (m *maker) reverse(in proc.Var) (t proc.Var, gs []proc.Var) {
	var s proc.Var
	gs = m.accumulatedGrads(func(bars []string) {
		out := proc.NewTuple(m.sig.Out, deriv.Tangent(m.sig.In))
		ts := m.Untuple(m.Call("ts", out, m.rev.Of(m.f), m.zoneWith(bars), in), "t", "s.bar")
		t, s = ts[0], ts[1]
	})
	if s.Type == proc.Unit {
		m.Elim(s)
		return t, gs
	}
	return t, append(gs, s)
}

// grad is  grad$f [Θ] S → G: vjp$f at seed 1.
func grad(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	if m.sig.Out != proc.Real {
		return nil, fmt.Errorf("%s: the result of %s is not Real but %s", m.def.Name, m.f, m.sig.Out)
	}
	a := m.in("a", m.sig.In)
	t, gs := m.reverse(m.Tuple("i", a, m.Real("seed", 1)))
	m.Elim(t)
	return m.done(m.Tuple("g", gs...))
}
