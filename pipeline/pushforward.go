package pipeline

import (
	"strings"

	"procad/proc"
	"procad/proc/deriv"
)

// Pushforward is jvp(f) as one function: after the parameters of f it has a tangent
// for each in which anything is Real.
//
//	[Θ, Θ̇] (S, δS) → (T, δT)      (t, ṫ) = fwd$f [Θ, Θ̇] (a, ȧ)
func (u *Unit) Pushforward(d *proc.Def, face *proc.Interface) (*Combined, error) {
	if deriv.Discrete(d.Out.Type) {
		return nil, u.notSmooth(d, face)
	}
	p, err := u.push(d, face, ".pushforward")
	if err != nil {
		return nil, err
	}
	tangent := retyped(face.Returns("tangent"), deriv.Tangent)
	tangent.Of = face.Result
	return p.finish([]proc.Var{p.value, p.tangent}, []proc.Param{face.Returns("value"), tangent})
}

// Curvature is the gradient of f and the product of its Hessian with a tangent, as
// one function: the forward derivative of Combine's.
//
//	[Θ, Θ̇] (S, δS) → (δτ1, …, δτk, δτ1, …, δτk)
func (u *Unit) Curvature(d *proc.Def, face *proc.Interface) (*Combined, error) {
	c, err := u.Combine(d, face)
	if err != nil {
		return nil, err
	}
	p, err := u.push(c.Def, u.Program.Params[c.Def.Name], ".curvature")
	if err != nil {
		return nil, err
	}
	values, tangents := p.split(p.value), p.split(p.tangent)
	p.Elim(values[0])
	p.Elim(tangents[0])
	results := c.Results[1:]
	for _, r := range c.Results[1:] {
		r.Name = "hvp_" + strings.TrimPrefix(r.Name, "grad_")
		results = append(results[:len(results):len(results)], r)
	}
	return p.finish(append(values[1:len(values):len(values)], tangents[1:]...), results)
}

// A pusher is a combiner for a call of fwd$f.
type pusher struct {
	*combiner
	value, tangent proc.Var
	all            []proc.Param
	tangents       map[string]string
}

// push calls fwd$f.
func (u *Unit) push(d *proc.Def, face *proc.Interface, suffix string) (*pusher, error) {
	p := &pusher{combiner: u.combine(d, face, suffix), tangents: map[string]string{}}
	dots := map[string]string{} // of names of Θ
	p.def.Zone = deriv.TangentZone(d.Zone, func(s string) string {
		dots[s] = p.Names.Fresh(s + ".dot")
		return dots[s]
	})
	var moving []proc.Type
	at := make([]int, len(p.argument)) // where the tangents of components are
	for i, t := range p.argument {
		if dt := deriv.Tangent(t); dt != proc.Unit {
			at[i] = len(p.argument) + len(moving)
			moving = append(moving, dt)
		}
	}
	s, moved := p.take(moving...)
	fwd := deriv.Fwd.Of(d.Name)
	sig, err := u.Library.SigWithInactive(fwd)
	if err != nil {
		return nil, err
	}
	both := p.Untuple(p.Call("td", sig.Out, fwd, zone(p.def.Zone), p.Tuple("i", s, p.dotted(at, moved))), "t", "d")
	p.value, p.tangent = both[0], both[1]
	p.all = p.params()
	for _, x := range face.Params {
		if deriv.Discrete(x.Type) {
			continue
		}
		dot := p.dot(x, dots, at)
		dot.Name = p.unused(x.Name + "_dot")
		p.tangents[dot.Name] = x.Name
		p.all = append(p.all, dot)
	}
	return p, nil
}

// dotted is the tangent of the argument, of the components that have one.
func (p *pusher) dotted(at []int, moved []proc.Var) proc.Var {
	if len(moved) == 0 {
		return p.Unit()
	}
	parts := make([]proc.Var, len(at))
	for i := range at {
		if at[i] > 0 {
			parts[i] = moved[at[i]-len(at)]
		} else {
			parts[i] = p.Unit()
		}
	}
	return p.Tuple("d", parts...)
}

// dot is the parameter for the tangent of a parameter.
func (p *pusher) dot(x proc.Param, dots map[string]string, at []int) proc.Param {
	d := x
	d.Type, d.Parts, d.Of = deriv.Tangent(x.Type), nil, x.Type
	switch {
	case d.Type == proc.Unit:
		d.Ref, d.Index = "", -1
	case len(x.Parts) > 0:
		for _, part := range x.Parts {
			d.Parts = append(d.Parts, p.dot(part, dots, at))
		}
	case x.Ref != "":
		d.Ref = dots[x.Ref]
	default:
		d = p.place(d, at[max(x.Index, 0)])
	}
	return d
}

// split takes a result of several parts apart.
func (p *pusher) split(v proc.Var) []proc.Var {
	if len(proc.Elems(v.Type)) == 1 {
		return []proc.Var{v}
	}
	return p.Untuple(v, "y")
}

func (p *pusher) finish(outs []proc.Var, results []proc.Param) (*Combined, error) {
	c, err := p.combiner.finish(p.all, outs, results)
	if err == nil {
		c.Tangents = p.tangents
	}
	return c, err
}
