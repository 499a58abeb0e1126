package graph

import "procad/proc"

// Emptied moves the body of a Share or an Accum to before it, if nobody uses its name. found says that there was one.
//
//	v' = Share v (s. p)      is      p ; v' = Share v (s. )        where p does not use s
func Emptied(p proc.Procedure) (q proc.Procedure, found bool) {
	used, names := map[string]bool{}, 0
	p.Walk(func(s proc.Stmt) {
		proc.RefsUsed(s, func(n string) { used[n] = true })
		if _, _, _, ok := named(s); ok {
			names++
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
			outs := m.Stmt(s)
			if unused(s) {
				empty, _, body, _ := named(outs)
				out, outs = append(out, body...), empty
			}
			out = append(out, outs)
		}
		return out
	}
	return m.Body(p), true
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
