package loops

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// Arithmetic on Int in procedures that linear.Procedure makes single-use
// afterwards: here a variable may be used any number of times.

func (m *maker) op(f proc.Func, x, y proc.Var) proc.Var {
	return m.b.Call("x", prim.Table[f].Out, f, nil, m.b.Tuple("xy", x, y))
}

func (m *maker) k(n int64) proc.Var            { return m.b.Int("k", n) }
func (m *maker) plus(x, y proc.Var) proc.Var   { return m.op(prim.IAdd, x, y) }
func (m *maker) sub(x, y proc.Var) proc.Var    { return m.op(prim.ISub, x, y) }
func (m *maker) mul(x, y proc.Var) proc.Var    { return m.op(prim.IMul, x, y) }
func (m *maker) div(x, y proc.Var) proc.Var    { return m.op(prim.IDiv, x, y) }
func (m *maker) min(x, y proc.Var) proc.Var    { return m.op(prim.IMin, x, y) }
func (m *maker) max(x, y proc.Var) proc.Var    { return m.op(prim.IMax, x, y) }
func (m *maker) less(x, y proc.Var) proc.Var   { return m.op(prim.ILt, x, y) }
func (m *maker) atMost(x, y proc.Var) proc.Var { return m.op(prim.ILe, x, y) }
func (m *maker) read(r proc.Ref) proc.Var      { return m.b.Read(r.Name, r.Type, r.Name) }
func (m *maker) shared(base string, t proc.Type) proc.Ref {
	return proc.Ref{Name: m.b.Names.Fresh(base), Mode: proc.Shared, Type: t}
}

// cond is the values of yes where c is true, and those of no elsewhere. What a
// branch gives, it has to have computed itself.
func (m *maker) cond(c proc.Var, yes, no func() []proc.Var) []proc.Var {
	v := m.either("v", c, yes, no)
	if len(proc.Elems(v.Type)) < 2 {
		return []proc.Var{v}
	}
	return m.b.Untuple(v, "v")
}

// either is cond in a tuple.
func (m *maker) either(name string, c proc.Var, yes, no func() []proc.Var) proc.Var {
	branch := func(f func() []proc.Var) (proc.Branch, proc.Var) {
		u := m.b.Var("u", proc.Unit)
		outer := m.b.Body
		m.b.Body = nil
		v := m.b.Tuple(name, f()...)
		br := proc.Branch{Var: u, Body: m.b.Body}
		m.b.Body = outer
		return br, v
	}
	l, v := branch(yes)
	r, w := branch(no)
	one := &graph.Renaming{Vars: map[string]string{w.Name: v.Name}}
	m.b.Emit(&proc.Case{Where: proc.Where{Pos: m.b.Pos}, In: c, L: l, R: proc.Branch{Var: r.Var, Body: one.Procedure(r.Body)}})
	return v
}

// share runs body with values in Θ.
func (m *maker) share(values []proc.Var, body func(refs []proc.Ref)) {
	var open func(refs []proc.Ref)
	open = func(refs []proc.Ref) {
		if len(refs) == len(values) {
			body(refs)
			return
		}
		v := values[len(refs)]
		m.b.Elim(m.b.Share(v, v.Name+".s", func(s string) {
			open(append(refs, proc.Ref{Name: s, Mode: proc.Shared, Type: v.Type}))
		}))
	}
	open(nil)
}
