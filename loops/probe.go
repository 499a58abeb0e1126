package loops

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// IsProbe says that f is measure.d$loop{g}, which measures a trace.
func IsProbe(f proc.Func) bool {
	d, base, ok := deriv.Apart(f)
	if !ok {
		return false
	}
	whole, phase, _, ok := deriv.IsIteration(d)
	_, _, loop := base.Loop()
	rule := strategyTable[deriv.StrategyOf(base).Kind]
	return ok && loop && phase == deriv.Measure && (whole == deriv.RevF || whole == deriv.StoreRevF) && rule != nil && rule.sized
}

// DeriveProbe is the derivative of a probe f s = (s, B). B depends on no Real,
// so the trace that it measures is not differentiated.
//
//	fwd$f [θ, θ̇] (s, ṡ) = (f [θ] s, (ṡ, ()))      revf$f [θ] s = (f [θ] s, ())      revr$f [θ̄] ((), (s̄, ())) = s̄
func DeriveProbe(lib split.Library, d proc.Deriv, f proc.Func) (*proc.Def, error) {
	sig, err := lib.Sig(f)
	if err != nil {
		return nil, err
	}
	m := newMaker(&loop{lib: lib, name: f, body: f, f: sig}, d)
	b := m.b
	var out proc.Var
	switch d {
	case deriv.Fwd:
		s := m.in(deriv.TangentZone(sig.Zone, m.dot), pairOf(sig.In), "s", "s.dot")
		o := b.Call("o", sig.Out, f, namesOf(sig.Zone), s[0])
		if s[1].Type != proc.Unit {
			s[1] = b.Tuple("o.dot", s[1], b.Unit())
		}
		out = b.Tuple("r", o, s[1])
	case deriv.RevF, deriv.StoreRevF:
		s := m.in(sig.Zone, sig.In, "s")
		out = b.Tuple("r", b.Call("o", sig.Out, f, namesOf(sig.Zone), s[0]), b.Unit())
	case deriv.RevR, deriv.StoreRevR:
		in := m.in(deriv.CotangentZone(sig.Zone, m.bar), proc.NewTuple(proc.Unit, deriv.Cotangent(sig.Out)), "x", "o.bar")
		b.Elim(in[0])
		out = in[1]
		if out.Type != proc.Unit {
			parts := b.Untuple(out, "s.bar", "u")
			b.Elim(parts[1])
			out = parts[0]
		}
	default:
		return nil, fmt.Errorf("a probe has no derivative %s", d)
	}
	m.def.Out, m.def.Body = out, b.Body
	return m.def, nil
}
