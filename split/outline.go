package split

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/graph"
)

// outline makes one statement of a Case of R for the blocks around it. They are simplified one
// after another, from the inside out, and each costs what is in its own text then.
//
//	Case t (Inl x p) (Inr y q)    is    (w…) = Outlined Case [s…] (t, v…)      v… used in p and q, s… in one or both, w… left by both
//
// Nothing inside is simplified with what is around, so what both branches begin with comes before:
//
//	Case t (Inl x (Elim v ; p)) (Inr y (Elim v ; q))             is    Elim v ; Case t (Inl x p) (Inr y q)
//	Case t (Inl x ((a…) = v ; p)) (Inr y ((b…) = v ; q))         is    (a…) = v ; Case t (Inl x p) (Inr y q[a…/b…])
func (t *splitter) outline(c *proc.Case) proc.Procedure {
	if t.err != nil || t.without(optim.Simplify) || t.without(optim.Minimise) {
		return proc.Procedure{c}
	}
	b := &proc.Builder{}
	l, r := usesOf(c.L), usesOf(c.R)
	for hoist(b, c, l, r) {
		l, r = usesOf(c.L), usesOf(c.R)
	}
	in, out := []proc.Var{c.In}, []proc.Var(nil)
	for _, v := range l.order {
		if !l.bound[v] {
			in = append(in, v)
		}
	}
	for _, v := range l.binds {
		if l.uses[v] == nil {
			out = append(out, v)
		}
	}
	zone := graph.NamesIn(c.L.Body, c.R.Body)
	b.Emit(&proc.Outlined{Where: c.Where, Outs: proc.Aliases(out), Zone: proc.Aliases(zone), Ins: proc.Aliases(in), Case: c})
	return b.Body
}

// branchUses are the variables of a branch.
type branchUses struct {
	order []proc.Var // that are used
	uses  map[proc.Var]*use
	binds []proc.Var
	bound map[proc.Var]bool
}

// A use is what the statements of a branch do with a variable: several if they are in
// branches of Cases.
type use struct {
	first      proc.Stmt
	eliminated bool         // all are Elims
	parts      [][]proc.Var // what it is taken into, if all do that
}

func usesOf(br proc.Branch) *branchUses {
	u := &branchUses{uses: map[proc.Var]*use{}, bound: map[proc.Var]bool{}}
	br.Binds(func(v proc.Var) {
		if !u.bound[v] {
			u.bound[v] = true
			u.binds = append(u.binds, v)
		}
	})
	br.Body.Walk(func(s proc.Stmt) {
		proc.Uses(s, func(v proc.Var) {
			_, elim := s.(*proc.Elim)
			apart, untuple := s.(*proc.Untuple)
			x := u.uses[v]
			if x == nil {
				x = &use{first: s, eliminated: true}
				u.uses[v] = x
				u.order = append(u.order, v)
			} else if x.parts == nil {
				untuple = false
			}
			x.eliminated = x.eliminated && elim
			if untuple {
				x.parts = append(x.parts, apart.Outs)
			} else {
				x.parts = nil
			}
		})
	})
	return u
}

// apart are the parts that v is taken into, if each is used in the branch.
func (u *branchUses) apart(v proc.Var) [][]proc.Var {
	for _, parts := range u.uses[v].parts {
		for _, x := range parts {
			if u.uses[x] == nil {
				return nil
			}
		}
	}
	return u.uses[v].parts
}

// hoist moves what both branches do with variables from outside to before the Case, if
// there is such a thing.
func hoist(b *proc.Builder, c *proc.Case, l, r *branchUses) bool {
	gone, other := map[proc.Var]bool{}, graph.NewRenaming()
	for _, v := range l.order {
		if l.bound[v] {
			continue
		}
		left, right := l.apart(v), r.apart(v)
		switch {
		case l.uses[v].eliminated && r.uses[v].eliminated:
		case len(left) > 0 && len(right) > 0:
			for _, parts := range append(left[1:], right...) {
				for i, x := range parts {
					other.Vars[x.Name] = left[0][i].Name
				}
			}
		default:
			continue
		}
		gone[v] = true
		b.Emit(l.uses[v].first)
	}
	if len(gone) == 0 {
		return false
	}
	m := &proc.Mapper{}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var kept proc.Procedure
		for _, s := range p {
			uses := false
			proc.Uses(s, func(v proc.Var) { uses = uses || gone[v] })
			if !uses {
				kept = append(kept, m.Stmt(s))
			}
		}
		return kept
	}
	c.L.Body, c.R.Body = other.Procedure(m.Body(c.L.Body)), other.Procedure(m.Body(c.R.Body))
	return true
}

// inPlace is p with all outlined Cases in their places, under the names that the blocks around
// have given to what they use and leave.
func inPlace(p proc.Procedure) proc.Procedure {
	m, out := &proc.Mapper{Body: inPlace}, make(proc.Procedure, len(p))
	for i, s := range p {
		if o, ok := s.(*proc.Outlined); ok {
			s = named(o)
		}
		out[i] = m.Stmt(s)
	}
	return out
}

// named is an outlined Case under the names around.
func named(o *proc.Outlined) proc.Stmt {
	names := graph.NewRenaming()
	for _, v := range slices.Concat(o.Ins, o.Outs) {
		names.Vars[v.Inside.Name] = v.Around.Name
	}
	for _, s := range o.Zone {
		names.Refs[s.Inside] = s.Around
	}
	return names.Procedure(proc.Procedure{o.Case})[0]
}
