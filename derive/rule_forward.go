package derive

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
)

// ruledForward is  fwd$ruled$f [Θ, Θ̇] (s, ṡ) = jvp$f [Θ, Θ̇] (s, ṡ), with 0 for tangents of what is inactive.
func ruledForward(l *typed, n name) (*proc.Def, error) {
	m, err := newRuleMaker(l, n)
	if err != nil {
		return nil, err
	}
	names := proc.NewNames(m.def)
	dots := map[string]string{}
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { dots[s] = names.Fresh(s + ".dot"); return dots[s] })
	in := m.begin("a", proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In)))
	both := m.Untuple(in, "s", "ds")
	s, ds := both[0], both[1]
	if deriv.Tangent(m.full.In) != ds.Type {
		var again proc.Var
		s, again = m.Dup(s)
		ds = m.widen(ds, again, m.full.In)
	}
	var types []proc.Type
	for _, r := range m.sig.Zone {
		types = append(types, r.Type)
		if t := activeTangent(r.Type); t != proc.Unit {
			types = append(types, t)
		}
	}
	f, _, out, err := m.part(deriv.JVPRule, types, proc.NewTuple(s.Type, ds.Type))
	if err != nil {
		return nil, err
	}
	var o proc.Var
	var args []string
	var over func(zone []proc.Ref)
	over = func(zone []proc.Ref) {
		if len(zone) == 0 {
			o = m.Call("o", out, f, args, m.Tuple("a", s, ds))
			return
		}
		r := zone[0]
		args = append(args, r.Name)
		dot := activeTangent(r.Type)
		switch {
		case dot == proc.Unit:
		case dots[r.Name] != "":
			args = append(args, dots[r.Name])
		default:
			zero := m.blank(r, dot)
			m.Elim(m.Share(zero, r.Name+".dot", func(s string) {
				args = append(args, s)
				over(zone[1:])
			}))
			return
		}
		over(zone[1:])
	}
	over(m.sig.Zone)
	want := proc.NewTuple(m.sig.Out, deriv.Tangent(m.sig.Out))
	if o.Type != want {
		o = m.lift(o, proc.NewTuple(m.full.Out, deriv.Tangent(m.full.Out)))
	}
	if o.Type != want {
		return nil, fmt.Errorf("%s: the result is %s and not %s", n.f, o.Type, want)
	}
	return m.done(o)
}
