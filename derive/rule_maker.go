package derive

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// A ruleMaker is a derivative of a function with a rule in the making.
type ruleMaker struct {
	*proc.Builder
	lib  *typed
	n    name
	base proc.Func
	kind proc.Deriv
	sig  proc.Sig // of the function, with Inactive
	full proc.Sig // and without
	def  *proc.Def
}

func newRuleMaker(l *typed, n name) (*ruleMaker, error) {
	m := &ruleMaker{lib: l, n: n}
	m.kind, m.base, _ = deriv.OfRule(n.of)
	var err error
	if m.sig, err = l.Sig(n.of); err != nil {
		return nil, err
	}
	given := func(d proc.Deriv) bool { return l.prog.Lookup(d.Of(m.base)) != nil }
	if m.kind != deriv.Constant && !given(deriv.PullRule) && !given(deriv.JVPRule) {
		return nil, l.noRule(m.base, l.prog.Lookup(deriv.ValueRule.Of(m.base)))
	}
	if m.full, err = l.Sig(deriv.Active(n.of)); err != nil {
		return nil, err
	}
	m.def = &proc.Def{Name: n.f, Pos: l.ruledPos(n.of), Zone: m.sig.Zone}
	return m, nil
}

// begin sets the argument; the names of the zone are taken.
func (m *ruleMaker) begin(name string, t proc.Type) proc.Var {
	m.Builder = &proc.Builder{Names: proc.NewNames(m.def), Pos: m.def.Pos}
	m.def.In = m.Var(name, t)
	return m.def.In
}

func (m *ruleMaker) done(out proc.Var) (*proc.Def, error) {
	m.def.Body, m.def.Out = m.Body, out
	return m.def, nil
}

// part is jvp$f, split$f or pull$f at the types of what it is given, and the type of its result.
//
//	inactive.I.O$d$f : [Θ'] S' → T'
func (m *ruleMaker) part(d proc.Deriv, zone []proc.Type, in proc.Type) (proc.Func, proc.Sig, proc.Type, error) {
	f := d.Of(m.base)
	sig, err := m.lib.Sig(f)
	if err != nil {
		return f, sig, nil, err
	}
	same := in == sig.In
	for i, t := range zone {
		same = same && t == sig.Zone[i].Type
	}
	if same {
		return f, sig, sig.Out, nil
	}
	out, err := m.lib.activity.Result(f, zone, in)
	if err != nil {
		return f, sig, nil, err
	}
	return activity.Name(f, sig, zone, in, out), sig, out, nil
}

// lift is v with Real for what is inactive in it.
func (m *ruleMaker) lift(v proc.Var, to proc.Type) proc.Var {
	if v.Type == to {
		return v
	}
	return m.Call(v.Name, to, proc.FamilyOf("lift", v.Type, to), nil, v)
}

// keeps says that revr$f needs the argument, since cotangents of it have the arrays in it.
func (m *ruleMaker) keeps() bool { return deriv.Cotangent(m.sig.In) != deriv.Tangent(m.sig.In) }

// inert says that no part of the function is active.
func (m *ruleMaker) inert() bool {
	active := !deriv.Discrete(m.sig.In)
	for _, r := range m.sig.Zone {
		active = active || !deriv.Discrete(r.Type)
	}
	return !active
}

// activeTangent is the tangent of a type where nothing is inactive.
func activeTangent(t proc.Type) proc.Type { return deriv.Tangent(deriv.Activate(t)) }

// widen is a tangent of all of v, a T or less of one, whose tangent is d; it consumes both.
func (m *ruleMaker) widen(d, v proc.Var, t proc.Type) proc.Var {
	if d.Type == deriv.Tangent(t) {
		m.Elim(v)
		return d
	}
	if tuple, ok := t.(*proc.TupleType); ok && d.Type != proc.Unit {
		vs, ds := m.Untuple(v, "v"), m.Untuple(d, "d")
		for i, e := range tuple.Elems {
			ds[i] = m.widen(ds[i], vs[i], e)
		}
		return m.Tuple("d", ds...)
	}
	if sum, ok := t.(*proc.SumType); ok && d.Type != proc.Unit {
		of, have := v.Type.(*proc.SumType), d.Type.(*proc.SumType)
		return m.cases(v, deriv.Tangent(t), [2]proc.Type{of.L, of.R}, func(x proc.Var, left bool) proc.Var {
			to, part := sum.L, have.L
			if !left {
				to, part = sum.R, have.R
			}
			dx := m.Var("d", part)
			m.Project(d, dx, left)
			return m.widen(dx, x, to)
		})
	}
	m.Elim(d)
	return m.zero(m.lift(v, t))
}

// narrow is a tangent of a T, made one of an S, which is a T with less that is active.
func (m *ruleMaker) narrow(d proc.Var, t, s proc.Type) proc.Var {
	switch {
	case d.Type == deriv.Tangent(s):
		return d
	case deriv.Discrete(s):
		m.Elim(d)
		return m.Unit()
	}
	switch t := t.(type) {
	case *proc.TupleType:
		ds := m.Untuple(d, "d")
		for i, e := range t.Elems {
			ds[i] = m.narrow(ds[i], e, proc.Elems(s)[i])
		}
		return m.Tuple("d", ds...)
	case *proc.SumType:
		to := s.(*proc.SumType)
		return m.cases(d, deriv.Tangent(s), [2]proc.Type{deriv.Tangent(t.L), deriv.Tangent(t.R)}, func(x proc.Var, left bool) proc.Var {
			if left {
				return m.narrow(x, t.L, to.L)
			}
			return m.narrow(x, t.R, to.R)
		})
	}
	panic(fmt.Sprintf("derive: %s is no part of %s", s, t))
}

// cases is a sum of type t, on the side of v, a sum of the given types: what it has there is made of what v has.
func (m *ruleMaker) cases(v proc.Var, t proc.Type, of [2]proc.Type, make func(x proc.Var, left bool) proc.Var) proc.Var {
	out := m.Var("d", t)
	outer := m.Body
	branch := func(left bool, of proc.Type) proc.Branch {
		x := m.Var("x", of)
		m.Body = nil
		if y := make(x, left); left {
			m.Emit(&proc.Inl{Out: out, In: y})
		} else {
			m.Emit(&proc.Inr{Out: out, In: y})
		}
		return proc.Branch{Var: x, Body: m.Body}
	}
	c := &proc.Case{In: v, L: branch(true, of[0]), R: branch(false, of[1])}
	m.Body = outer
	m.Emit(c)
	return out
}

// blank is an array of zeros of type t with the sizes of a name.
func (m *ruleMaker) blank(r proc.Ref, t proc.Type) proc.Var {
	var dims []proc.Var
	for k := range t.(*proc.ArrayType).Rank {
		n := m.Var("n", proc.Int)
		m.Emit(&proc.Size{Out: n, Ref: r.Name, Axis: k})
		dims = append(dims, n)
	}
	return m.Call("z", t, proc.FamilyOf("blank", t), nil, m.Tuple("dims", dims...))
}
