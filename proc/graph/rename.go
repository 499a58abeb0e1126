package graph

import "procad/proc"

// A Renaming takes names to other ones, those of variables and those of Θ; a name
// that is not in it stays.
type Renaming struct{ Vars, Refs map[string]string }

// NewRenaming changes nothing yet.
func NewRenaming() *Renaming { return &Renaming{map[string]string{}, map[string]string{}} }

// Procedure is p under the names that r gives.
func (r *Renaming) Procedure(p proc.Procedure) proc.Procedure {
	return (&proc.Mapper{Use: r.Var, Bind: r.Var, Ref: r.Ref, Name: r.Ref}).Procedure(p)
}

// Apart is p under the names that r gives, to which names are added for what p
// binds and opens: each the first time, in the order of the text. A name
// that variable or ref gives as "" stays.
func (r *Renaming) Apart(p proc.Procedure, variable, ref func(name string) string) proc.Procedure {
	return (&proc.Mapper{
		Use: r.Var,
		Bind: func(v proc.Var) proc.Var {
			add(r.Vars, v.Name, variable)
			return r.Var(v)
		},
		Ref: r.Ref,
		Name: func(n string) string {
			add(r.Refs, n, ref)
			return r.Ref(n)
		},
	}).Procedure(p)
}

func add(to map[string]string, name string, other func(string) string) {
	if _, ok := to[name]; ok {
		return
	}
	if o := other(name); o != "" {
		to[name] = o
	}
}

// Var is a variable under its new name.
func (r *Renaming) Var(v proc.Var) proc.Var {
	return proc.Var{Name: renamed(r.Vars, v.Name), Type: v.Type}
}

// Ref is the new name of a name of Θ.
func (r *Renaming) Ref(n string) string { return renamed(r.Refs, n) }

func renamed(to map[string]string, name string) string {
	if other, ok := to[name]; ok {
		return other
	}
	return name
}

// Again is p under other names, but for its context and its co-context, so that
// it can stand beside p; other has the new names.
func Again(p proc.Procedure, names *proc.Names) (again proc.Procedure, other *Renaming) {
	used := map[string]bool{}
	p.Walk(func(s proc.Stmt) { proc.Uses(s, func(v proc.Var) { used[v.Name] = true }) })
	other = NewRenaming()
	again = other.Apart(p, func(name string) string {
		if used[name] {
			return names.Fresh(name)
		}
		return ""
	}, names.Fresh)
	return again, other
}

// Instance is the body of d for one call: with the names of the call for those of its
// zone, its argument and its result, and for what it binds names that fresh makes of those.
//
//	b = Call f [θ] a        p with θ for Θ, a for s, b for t, and x' for x        f : [Θ] (s : S) → (t : T), defined by p
func Instance(d *proc.Def, c *proc.Call, names *proc.Names, fresh func(name string) string) proc.Procedure {
	r := NewRenaming()
	r.Vars[d.In.Name], r.Vars[d.Out.Name] = c.In.Name, c.Out.Name
	for i, z := range d.Zone {
		r.Refs[z.Name] = c.Zone[i]
	}
	return r.Apart(d.Body, fresh, names.Fresh)
}

// Inlined is p with the procedures that of gives in the places of calls outside of blocks; of gives none for calls that stay.
func Inlined(p proc.Procedure, of func(*proc.Call) (proc.Procedure, error)) (proc.Procedure, error) {
	var out proc.Procedure
	for _, s := range p {
		c, ok := s.(*proc.Call)
		if !ok {
			out = append(out, s)
			continue
		}
		body, err := of(c)
		switch {
		case err != nil:
			return nil, err
		case body == nil:
			out = append(out, s)
		default:
			out = append(out, body...)
		}
	}
	return out, nil
}

// Consuming is p with other variables for some that it consumes and does not bind.
func Consuming(p proc.Procedure, other map[proc.Var]proc.Var) proc.Procedure {
	if len(other) == 0 {
		return p
	}
	return (&proc.Mapper{Use: func(v proc.Var) proc.Var {
		if w, ok := other[v]; ok {
			return w
		}
		return v
	}}).Procedure(p)
}

// Reading is p with another name of Θ for one that it does not open.
func Reading(p proc.Procedure, name, other string) proc.Procedure {
	return (&Renaming{Refs: map[string]string{name: other}}).Procedure(p)
}
