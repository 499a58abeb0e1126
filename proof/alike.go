package proof

import (
	"maps"
	"strconv"

	"procad/proc"
)

// Alike says that two definitions are the same up to the names of variables, where
// a name may be used again after its variable was consumed, also in the other branch
// of a Case. If not, at is the first statement of a that differs.
func Alike(a, b *proc.Def) (at proc.Stmt, alike bool) {
	at, differ := proc.Differ(unique(a), unique(b))
	return at, !differ
}

// unique gives every variable a name of its own; what both branches of a Case leave
// under one name keeps one.
func unique(d *proc.Def) *proc.Def {
	u := &renamer{live: map[string]string{}}
	c := *d
	c.In = u.bind(d.In)
	c.Body = u.procedure(d.Body)
	c.Out = u.use(d.Out)
	return &c
}

// A renamer holds the new names of the variables that are live.
type renamer struct {
	live map[string]string
	left map[string]string // of what the left branch left, where this is in the right one
	n    int
}

func (u *renamer) bind(v proc.Var) proc.Var {
	name, ok := u.left[v.Name]
	if !ok {
		u.n++
		name = "v" + strconv.Itoa(u.n)
	}
	u.live[v.Name] = name
	return proc.Var{Name: name, Type: v.Type}
}

func (u *renamer) use(v proc.Var) proc.Var {
	name, ok := u.live[v.Name]
	if !ok {
		name = "unbound " + v.Name
	}
	delete(u.live, v.Name)
	return proc.Var{Name: name, Type: v.Type}
}

func (u *renamer) all(vs []proc.Var, one func(proc.Var) proc.Var) []proc.Var {
	var out []proc.Var
	for _, v := range vs {
		out = append(out, one(v))
	}
	return out
}

func (u *renamer) procedure(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		out = append(out, u.stmt(s))
	}
	return out
}

func (u *renamer) stmt(s proc.Stmt) proc.Stmt {
	switch s := s.(type) {
	case *proc.Call:
		in := u.use(s.In)
		return &proc.Call{Out: u.bind(s.Out), Func: s.Func, Zone: s.Zone, In: in}
	case *proc.Const:
		return &proc.Const{Out: u.bind(s.Out), Bits: s.Bits}
	case *proc.Elim:
		return &proc.Elim{In: u.use(s.In)}
	case *proc.Dup:
		in := u.use(s.In)
		return &proc.Dup{Out: u.bind(s.Out), In: in}
	case *proc.Tuple:
		ins := u.all(s.Ins, u.use)
		return &proc.Tuple{Out: u.bind(s.Out), Ins: ins}
	case *proc.Untuple:
		in := u.use(s.In)
		return &proc.Untuple{Outs: u.all(s.Outs, u.bind), In: in}
	case *proc.Inl:
		in := u.use(s.In)
		return &proc.Inl{Out: u.bind(s.Out), In: in}
	case *proc.Inr:
		in := u.use(s.In)
		return &proc.Inr{Out: u.bind(s.Out), In: in}
	case *proc.Case:
		return u.branches(s)
	}
	return s
}

func (u *renamer) branches(s *proc.Case) proc.Stmt {
	c := &proc.Case{In: u.use(s.In)}
	before, outer := maps.Clone(u.live), u.left
	c.L.Var = u.bind(s.L.Var)
	c.L.Body = u.procedure(s.L.Body)
	left := maps.Clone(outer)
	if left == nil {
		left = map[string]string{}
	}
	for name, now := range u.live {
		if before[name] != now {
			left[name] = now
		}
	}
	u.live, u.left = before, left
	c.R.Var = u.bind(s.R.Var)
	c.R.Body = u.procedure(s.R.Body)
	u.left = outer
	return c
}
