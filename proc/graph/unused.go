package graph

import (
	"slices"

	"procad/proc"
)

// Emptied moves the body of a Share or an Accum to before it, if nobody uses its name, and leaves out a Case that does
// nothing. found says that there was one of these.
//
//	v' = Share v (s. p)                                 is    p ; v' = Share v (s. )    where p does not use s
//	Case x (Inl a Elim a Elim b…) (Inr c Elim c Elim b…)  is    Elim x ; Elim b…
func Emptied(p proc.Procedure) (q proc.Procedure, found bool) {
	used, names := map[string]bool{}, 0
	p.Walk(func(s proc.Stmt) {
		proc.RefsUsed(s, func(n string) { used[n] = true })
		if _, _, _, ok := named(s); ok {
			names++
		}
		if c, ok := s.(*proc.Case); ok && idle(c) {
			found = true
		}
	})
	unused := func(s proc.Stmt) bool {
		_, name, _, ok := named(s)
		return ok && !used[name]
	}
	if names > 0 {
		p.Walk(func(s proc.Stmt) { found = found || unused(s) })
	}
	if !found {
		return p, false
	}
	m := &proc.Mapper{}
	m.Body = func(p proc.Procedure) proc.Procedure {
		out := make(proc.Procedure, 0, len(p))
		for _, s := range p {
			same := m.Stmt(s)
			if c, ok := same.(*proc.Case); ok && idle(c) {
				out = append(out, ended(c)...)
				continue
			}
			if unused(s) {
				empty, _, body, _ := named(same)
				out, same = append(out, body...), empty
			}
			out = append(out, same)
		}
		return out
	}
	return m.Body(p), true
}

// idle says that a Case does nothing: its branches have Elims alone.
func idle(c *proc.Case) bool {
	other := func(s proc.Stmt) bool { _, elim := s.(*proc.Elim); return !elim }
	return !slices.ContainsFunc(c.L.Body, other) && !slices.ContainsFunc(c.R.Body, other)
}

// ended has the Elims of such a Case: of what it takes, and of what comes from outside, which both branches end.
func ended(c *proc.Case) proc.Procedure {
	out := proc.Procedure{&proc.Elim{Where: c.Where, In: c.In}}
	for _, s := range c.L.Body {
		if s.(*proc.Elim).In != c.L.Var {
			out = append(out, s)
		}
	}
	return out
}

// named takes a Share or an Accum apart: with no body, the name, and the body.
func named(s proc.Stmt) (empty proc.Stmt, name string, body proc.Procedure, ok bool) {
	switch s := s.(type) {
	case *proc.Share:
		return &proc.Share{Where: s.Where, Out: s.Out, In: s.In, Name: s.Name}, s.Name, s.Body, true
	case *proc.Accum:
		return &proc.Accum{Where: s.Where, Out: s.Out, In: s.In, Name: s.Name}, s.Name, s.Body, true
	}
	return nil, "", nil, false
}

// Empty says that a statement is a Share or an Accum with nothing in it, which gives another name to what it takes.
func Empty(s proc.Stmt) bool {
	_, _, body, ok := named(s)
	return ok && len(body) == 0
}
