package proc

import "math"

// Differ compares two definitions up to the names of their variables and of Θ
// (alpha-equivalence), in time linear in the shorter one. Positions do not
// count. If they differ, at is the first statement of a that has no equal in
// its place in b; it is nil where the difference is in the first lines of the
// definitions, or where b goes on after a.
func Differ(a, b *Def) (at Stmt, differ bool) {
	c := &renaming{vars: newBijection(), refs: newBijection()}
	if a.Name != b.Name || len(a.Zone) != len(b.Zone) || !c.binds(a.In, b.In) {
		return nil, true
	}
	for i, r := range a.Zone {
		s := b.Zone[i]
		if r.Mode != s.Mode || r.Type != s.Type || !c.refs.same(r.Name, s.Name) {
			return nil, true
		}
	}
	if !c.procedure(a.Body, b.Body) {
		return c.at, true
	}
	return nil, !c.binds(a.Out, b.Out)
}

// A renaming takes the names of one definition to those of the other. Every
// name is bound once, or once in each branch of a Case for the same variable,
// so one renaming serves a whole definition.
type renaming struct {
	vars, refs bijection
	at         Stmt // the first that differs
}

type bijection struct{ to, from map[string]string }

func newBijection() bijection { return bijection{map[string]string{}, map[string]string{}} }

// same says that a can stand for b, here and everywhere.
func (m bijection) same(a, b string) bool {
	to, known := m.to[a]
	from, taken := m.from[b]
	if !known && !taken {
		m.to[a], m.from[b] = b, a
		return true
	}
	return known && taken && to == b && from == a
}

func (c *renaming) procedure(p, q Procedure) bool {
	for i, s := range p {
		if i < len(q) && c.stmt(s, q[i]) {
			continue
		}
		if c.at == nil { // else it is in a body that s holds
			c.at = s
		}
		return false
	}
	return len(p) == len(q)
}

func (c *renaming) binds(v, w Var) bool { return v.Type == w.Type && c.vars.same(v.Name, w.Name) }

func (c *renaming) all(vs, ws []Var) bool {
	if len(vs) != len(ws) {
		return false
	}
	for i, v := range vs {
		if !c.binds(v, ws[i]) {
			return false
		}
	}
	return true
}

func (c *renaming) names(as, bs []string) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		if !c.refs.same(a, bs[i]) {
			return false
		}
	}
	return true
}

func (c *renaming) branch(a, b Branch) bool {
	return c.binds(a.Var, b.Var) && c.procedure(a.Body, b.Body)
}

// scope compares the bodies that a name of Θ is visible in.
func (c *renaming) scope(a, b string, p, q Procedure) bool {
	return c.refs.same(a, b) && c.procedure(p, q)
}

func (c *renaming) stmt(s, t Stmt) bool {
	switch s := s.(type) {
	case *Call:
		t, ok := t.(*Call)
		return ok && s.Func == t.Func && c.binds(s.In, t.In) && c.names(s.Zone, t.Zone) && c.binds(s.Out, t.Out)
	case *Const:
		t, ok := t.(*Const)
		return ok && c.binds(s.Out, t.Out) && sameConst(s, t)
	case *Elim:
		t, ok := t.(*Elim)
		return ok && c.binds(s.In, t.In)
	case *Dup:
		t, ok := t.(*Dup)
		return ok && c.binds(s.In, t.In) && c.binds(s.Out, t.Out)
	case *Tuple:
		t, ok := t.(*Tuple)
		return ok && c.all(s.Ins, t.Ins) && c.binds(s.Out, t.Out)
	case *Untuple:
		t, ok := t.(*Untuple)
		return ok && c.binds(s.In, t.In) && c.all(s.Outs, t.Outs)
	case *Inl:
		t, ok := t.(*Inl)
		return ok && c.binds(s.In, t.In) && c.binds(s.Out, t.Out)
	case *Inr:
		t, ok := t.(*Inr)
		return ok && c.binds(s.In, t.In) && c.binds(s.Out, t.Out)
	case *Case:
		t, ok := t.(*Case)
		return ok && c.binds(s.In, t.In) && c.branch(s.L, t.L) && c.branch(s.R, t.R)
	case *Share:
		t, ok := t.(*Share)
		return ok && c.binds(s.In, t.In) && c.scope(s.Name, t.Name, s.Body, t.Body) && c.binds(s.Out, t.Out)
	case *Accum:
		t, ok := t.(*Accum)
		return ok && c.binds(s.In, t.In) && c.scope(s.Name, t.Name, s.Body, t.Body) && c.binds(s.Out, t.Out)
	case *Read:
		t, ok := t.(*Read)
		return ok && c.refs.same(s.Ref, t.Ref) && c.all(s.Idx, t.Idx) && c.binds(s.Out, t.Out)
	case *Add:
		t, ok := t.(*Add)
		return ok && c.refs.same(s.Ref, t.Ref) && c.all(s.Idx, t.Idx) && c.binds(s.In, t.In)
	case *Size:
		t, ok := t.(*Size)
		return ok && c.refs.same(s.Ref, t.Ref) && s.Axis == t.Axis && c.binds(s.Out, t.Out)
	case *Row:
		t, ok := t.(*Row)
		return ok && c.refs.same(s.Ref, t.Ref) && c.all(s.Idx, t.Idx) && c.scope(s.Name, t.Name, s.Body, t.Body)
	case *Choose:
		t, ok := t.(*Choose)
		return ok && c.binds(s.In, t.In) && c.refs.same(s.True, t.True) && c.refs.same(s.False, t.False) &&
			c.scope(s.Name, t.Name, s.Body, t.Body)
	}
	return false
}

// sameConst compares values; all NaNs are one.
func sameConst(s, t *Const) bool {
	if s.Bits == t.Bits {
		return true
	}
	return s.Out.Type == Real && math.IsNaN(math.Float64frombits(s.Bits)) && math.IsNaN(math.Float64frombits(t.Bits))
}
