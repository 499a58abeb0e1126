package linear

import (
	"slices"

	"procad/proc"
)

func (l *linearizer) procedure(p proc.Procedure) {
	for _, s := range slices.Backward(p) {
		l.at = proc.Where{Pos: s.At()}
		l.stmt(s)
	}
}

// stmt emits a copy of s between the Elims of what it binds and the Dups of
// what it uses, all backwards.
func (l *linearizer) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		l.use(&c.In)
	case *proc.Const:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
	case *proc.Elim:
		c := *s
		l.emit(&c)
		l.use(&c.In)
	case *proc.Dup:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		l.use(&c.In)
	case *proc.Tuple:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		c.Ins = l.uses(c.Ins)
	case *proc.Untuple:
		c := *s
		c.Outs = slices.Clone(c.Outs)
		for i := range slices.Backward(c.Outs) {
			l.bind(&c.Outs[i])
		}
		l.emit(&c)
		l.use(&c.In)
	case *proc.Inl:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		l.use(&c.In)
	case *proc.Inr:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		l.use(&c.In)
	case *proc.Case:
		l.branches(s)
	case *proc.Share:
		c := *s
		l.bind(&c.Out)
		c.Body = l.nested(func() { l.procedure(s.Body) })
		l.emit(&c)
		l.use(&c.In)
	case *proc.Accum:
		c := *s
		l.bind(&c.Out)
		c.Body = l.nested(func() { l.procedure(s.Body) })
		l.emit(&c)
		l.use(&c.In)
	case *proc.Read:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
		c.Idx = l.uses(c.Idx)
	case *proc.Add:
		c := *s
		l.emit(&c)
		l.use(&c.In)
		c.Idx = l.uses(c.Idx)
	case *proc.Size:
		c := *s
		l.bind(&c.Out)
		l.emit(&c)
	case *proc.Row:
		c := *s
		c.Body = l.nested(func() { l.procedure(s.Body) })
		l.emit(&c)
		c.Idx = l.uses(c.Idx)
	case *proc.Choose:
		c := *s
		c.Body = l.nested(func() { l.procedure(s.Body) })
		l.emit(&c)
		l.use(&c.In)
	default:
		panic("linear: unknown statement")
	}
}

// uses consumes a list of variables and returns the copy that holds their names.
func (l *linearizer) uses(vs []proc.Var) []proc.Var {
	vs = slices.Clone(vs)
	for i := range slices.Backward(vs) {
		l.use(&vs[i])
	}
	return vs
}

// branches gives both branches of a Case the same context: what either of them
// uses is consumed by the Case, and eliminated in the branch that does not use
// it. What both bind and later statements use gets one name in both.
func (l *linearizer) branches(s *proc.Case) {
	c := *s
	var both []string
	for _, v := range l.bound(s) {
		if n := l.scope.needs.Get(v); n != nil {
			if n.fixed == "" {
				n.fixed = l.ownName(v)
				n.resolve(n.fixed)
			}
			both = append(both, v)
		}
	}
	outer := l.scope
	branch := func(b proc.Branch) (proc.Branch, *scope) {
		inner := &scope{needs: &proc.ByName[*need]{}}
		for _, v := range both {
			inner.put(v, &need{fixed: outer.needs.Get(v).fixed})
		}
		l.scope = inner
		b.Body = l.nested(func() {
			l.procedure(b.Body)
			l.bind(&b.Var)
		})
		l.scope = outer
		return b, inner
	}
	var left, right *scope
	c.L, left = branch(s.L)
	c.R, right = branch(s.R)
	for _, v := range both {
		outer.take(v)
	}
	l.emit(&c)

	var elimL, elimR []*proc.Elim
	either := func(v string, _ *need) {
		a, b := left.take(v), right.take(v)
		var n *need
		switch {
		case a == nil && b == nil:
			return
		case b == nil:
			n = l.elim(a, &elimR)
		case a == nil:
			n = l.elim(b, &elimL)
		default:
			a.slots = append(a.slots, b.slots...)
			n = a
		}
		l.consume(proc.Var{Name: v, Type: n.slots[0].Type}, n)
	}
	left.needs.Each(either)
	right.needs.Each(either)
	c.L.Body = prepend(elimL, c.L.Body)
	c.R.Body = prepend(elimR, c.R.Body)
	l.use(&c.In)
}

// elim adds an Elim of what n needs to a list.
func (l *linearizer) elim(n *need, list *[]*proc.Elim) *need {
	e := &proc.Elim{Where: l.at, In: proc.Var{Type: n.slots[0].Type}}
	*list = append(*list, e)
	n.slots = append(n.slots, &e.In)
	return n
}

func prepend(elims []*proc.Elim, p proc.Procedure) proc.Procedure {
	if len(elims) == 0 {
		return p
	}
	out := make(proc.Procedure, 0, len(elims)+len(p))
	for _, e := range elims {
		out = append(out, e)
	}
	return append(out, p...)
}

// bound lists the variables that both branches of a Case bind, in the order
// of the left one.
func (l *linearizer) bound(c *proc.Case) []string {
	if list, ok := l.both[c]; ok {
		return list
	}
	inRight := map[string]bool{}
	for _, v := range l.binds(c.R.Body, []string{c.R.Var.Name}) {
		inRight[v] = true
	}
	list := l.binds(c.L.Body, []string{c.L.Var.Name})
	list = slices.DeleteFunc(list, func(v string) bool { return !inRight[v] })
	l.both[c] = list
	return list
}

// binds appends what p leaves to the statements after it.
func (l *linearizer) binds(p proc.Procedure, list []string) []string {
	for _, s := range p {
		if c, ok := s.(*proc.Case); ok {
			list = append(list, l.bound(c)...)
			continue
		}
		proc.Bodies(s, func(b proc.Procedure) { list = l.binds(b, list) })
		proc.Binds(s, func(v proc.Var) { list = append(list, v.Name) })
	}
	return list
}
