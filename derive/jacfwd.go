package derive

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
)

// jacfwd is  jacfwd$f [Θ] S → J: a forward pass for every element of every
// input. columnk.jacfwd$f runs one for block k, entryk.jacfwd$f puts one
// element of the tangent of the result in its place.
func jacfwd(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	a := m.in("a", m.sig.In)
	var js []proc.Var
	m.shareParts(a, func() {
		js = m.loose(nil, func() []proc.Var {
			t := m.Call("t", m.sig.Out, m.f, names(m.sig.Zone), m.argument(parts))
			var outDims []proc.Var
			if rankOf(m.sig.Out) > 0 {
				t = m.Share(t, "t.s", func(s string) { outDims = m.sizes(s, rankOf(m.sig.Out)) })
			}
			m.Elim(t)
			return m.jacobians(m.sig.Out, outDims, all, func(js []proc.Ref) {
				for k, b := range all {
					n := m.product(m.sizes(b.ref, b.rank()))
					zone := append(append(names(m.sig.Zone), names(partRefs(parts))...), js[k].Name)
					m.Elim(m.Call("u", proc.Unit, proc.SumOf.Of(deriv.IterationOfPart(deriv.JacFwd, deriv.Column, k).Of(m.f)), zone, n))
				}
			})
		})
	})
	return m.done(m.Tuple("j", js...))
}

// jacfwdIteration is one forward pass, or one element of its result.
//
//	columnk.jacfwd$f [l, Θ, arg…, J] () = ()      after J[…, i] += ṫ, where (_, ṫ) = fwd$f [Θ, 1 at i of block k] (a, …)
//	entryk.jacfwd$f [o, ṫ, i…, J] () = ()      after J[o, i] += ṫ[o]
func jacfwdIteration(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	_, phase, k, _ := deriv.IsIteration(n.d)
	if k >= len(all) {
		return nil, fmt.Errorf("nothing is called %s", m.def.Name)
	}
	b, out := all[k], m.sig.Out
	iteration := proc.Ref{Name: m.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	j := proc.Ref{Name: m.Names.Fresh(b.ref + ".j"), Mode: proc.Accumulator, Type: jacobianType(out, b)}
	if phase == deriv.Entry {
		return m.jacfwdElement(iteration, j, out, b)
	}
	m.def.Zone = append(append(append([]proc.Ref{iteration}, m.sig.Zone...), partRefs(parts)...), j)
	u := m.in("u", proc.Unit)
	m.loose([]proc.Var{u}, func() []proc.Var {
		idx := m.indices(m.Read("l", proc.Int, iteration.Name), m.sizes(b.ref, b.rank()))
		var dot proc.Var
		m.directions(b, idx, func(dots map[string]string) {
			dot = m.forward(b, parts, idx, dots)
		})
		if rankOf(out) == 0 {
			m.Emit(&proc.Add{Ref: j.Name, Idx: idx, In: dot})
			return nil
		}
		m.Elim(m.Share(dot, "t.dot", func(s string) {
			var is []string
			var open func(i int)
			open = func(i int) {
				if i == len(idx) {
					n := m.product(m.sizes(s, rankOf(out)))
					zone := append(append([]string{s}, is...), j.Name)
					m.Elim(m.Call("u", proc.Unit, proc.SumOf.Of(deriv.IterationOfPart(deriv.JacFwd, deriv.Entry, k).Of(m.f)), zone, n))
					return
				}
				m.Elim(m.Share(idx[i], "i.s", func(n string) {
					is = append(is, n)
					open(i + 1)
				}))
			}
			open(0)
		}))
		return nil
	})
	return m.done(m.Unit())
}

// directions shares a tangent for every name of the zone that has one: zeros,
// or 1 at an index of the given block.
func (m *maker) directions(b block, idx []proc.Var, body func(dots map[string]string)) {
	dots := map[string]string{}
	var open func(k int)
	open = func(k int) {
		if k == len(m.grads) {
			body(dots)
			return
		}
		r := m.grads[k]
		dot := m.zeroOf(r)
		if b.part < 0 && b.ref == r.Name {
			m.Elim(dot)
			dot = m.oneHot(r.Name, r.Type, idx)
		}
		m.Elim(m.Share(dot, r.Name+".dot", func(s string) {
			dots[r.Name] = s
			open(k + 1)
		}))
	}
	open(0)
}

// forward calls fwd$f and returns the tangent of its result.
func (m *maker) forward(b block, parts []proc.Type, idx []proc.Var, dots map[string]string) proc.Var {
	var tangents []proc.Var
	for i, t := range parts {
		name := fmt.Sprint("arg", i)
		switch {
		case deriv.Tangent(t) == proc.Unit:
			tangents = append(tangents, m.Unit())
		case b.part == i:
			tangents = append(tangents, m.oneHot(name, t, idx))
		default:
			tangents = append(tangents, m.zeroOf(proc.Ref{Name: name, Mode: proc.Shared, Type: t}))
		}
	}
	aDot := m.Unit()
	if deriv.Tangent(m.sig.In) != proc.Unit {
		aDot = m.Tuple("a.dot", tangents...)
	}
	var zone []string
	for _, r := range m.sig.Zone {
		zone = append(zone, r.Name)
		if dot, ok := dots[r.Name]; ok {
			zone = append(zone, dot)
		}
	}
	o := m.Call("o", proc.NewTuple(m.sig.Out, m.sig.Out), deriv.Fwd.Of(m.f), zone, m.Tuple("i", m.argument(parts), aDot))
	td := m.Untuple(o, "t", "t.dot")
	m.Elim(td[0])
	return td[1]
}

func (m *maker) jacfwdElement(iteration, j proc.Ref, out proc.Type, b block) (*proc.Def, error) {
	dot := proc.Ref{Name: m.Names.Fresh("t.dot"), Mode: proc.Shared, Type: out}
	m.def.Zone = []proc.Ref{iteration, dot}
	var is []proc.Ref
	for range b.rank() {
		is = append(is, proc.Ref{Name: m.Names.Fresh("i.s"), Mode: proc.Shared, Type: proc.Int})
	}
	m.def.Zone = append(append(m.def.Zone, is...), j)
	u := m.in("u", proc.Unit)
	m.loose([]proc.Var{u}, func() []proc.Var {
		o := m.indices(m.Read("l", proc.Int, iteration.Name), m.sizes(dot.Name, rankOf(out)))
		idx := append([]proc.Var(nil), o...)
		for _, i := range is {
			idx = append(idx, m.Read("i", proc.Int, i.Name))
		}
		m.Emit(&proc.Add{Ref: j.Name, Idx: idx, In: m.Read("x", proc.Real, dot.Name, o...)})
		return nil
	})
	return m.done(m.Unit())
}
