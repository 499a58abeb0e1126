package derive

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// A lineared is jvp$f with all inactive but tangents, as functions of a program.
type lineared struct {
	forward, reverse proc.Func
	out              proc.Type // T with Inactive
	keepsT, keepsDT  bool      // the cotangents of T and δT need what was there
}

// inactiveJVP is  erased$revf$inactive.I.O$jvp$f  and  erased$revr$inactive.I.O$jvp$f .
func (m *ruleMaker) inactiveJVP() (*lineared, error) {
	var zone []proc.Type
	for _, r := range m.sig.Zone {
		zone = append(zone, deriv.Deactivate(r.Type))
		if d := deriv.Tangent(r.Type); d != proc.Unit {
			zone = append(zone, d)
		}
	}
	in := proc.NewTuple(deriv.Deactivate(m.sig.In), deriv.Tangent(m.sig.In))
	f, sig, out, err := m.part(deriv.JVPRule, zone, in)
	if err != nil {
		return nil, err
	}
	j := &lineared{out: proc.Elems(out)[0]}
	dt := deriv.Tangent(m.sig.Out)
	if proc.Elems(out)[1] != dt { // a rule that gives 0
		f = activity.Name(deriv.JVPRule.Of(m.base), sig, zone, in, proc.NewTuple(j.out, dt))
	}
	j.forward, j.reverse = deriv.RevF.Of(f), deriv.RevR.Of(f)
	if deriv.HasInactive(f) {
		j.forward, j.reverse = deriv.Erased.Of(j.forward), deriv.Erased.Of(j.reverse)
	}
	j.keepsT = !scalars(m.sig.Out)
	j.keepsDT = deriv.Cotangent(dt) != dt
	return j, nil
}

// sharedDots opens a name of Θ for the tangent of each name that has one. What it holds does not matter
// where all is linear in it, so that it is the name itself where that has the same type.
func (m *ruleMaker) sharedDots(body func(dots map[string]string)) {
	dots := map[string]string{}
	var open func(zone []proc.Ref)
	open = func(zone []proc.Ref) {
		if len(zone) == 0 {
			body(dots)
			return
		}
		r := zone[0]
		switch d := deriv.Tangent(r.Type); d {
		case proc.Unit:
		case r.Type:
			dots[r.Name] = r.Name
		default:
			zero := m.Call("z", d, proc.FamilyOf("zeros", r.Type), []string{r.Name}, m.Unit())
			m.Elim(m.Share(zero, r.Name+".dot", func(s string) {
				dots[r.Name] = s
				open(zone[1:])
			}))
			return
		}
		open(zone[1:])
	}
	open(m.sig.Zone)
}
