package split

import (
	"strconv"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/graph"
)

// An outlined Case of R is one statement for the blocks around it. They are simplified one
// after another, from the inside out, and each costs what is in its own text then.
//
//	Case t (Inl x p) (Inr y q)    is    i = (t, v…) ; o = Call case.k [s…] i ; (w…) = o      v… used in p and q, s… in one or both, w… left by both
type outlined struct {
	of      *proc.Case
	in, out []proc.Var // t, v… and w…
}

// outline takes a Case of R out of the text. Nothing inside is simplified with what is
// around, so what both branches begin with comes before:
//
//	Case t (Inl x (Elim v ; p)) (Inr y (Elim v ; q))             is    Elim v ; Case t (Inl x p) (Inr y q)
//	Case t (Inl x ((a…) = v ; p)) (Inr y ((b…) = v ; q))         is    (a…) = v ; Case t (Inl x p) (Inr y q[a…/b…])
func (t *splitter) outline(c *proc.Case) proc.Procedure {
	if t.err != nil || t.without(optim.Simplify) || t.without(optim.Minimise) {
		return proc.Procedure{c}
	}
	b := &proc.Builder{Names: t.names, Pos: c.Pos}
	l, r := usesOf(c.L), usesOf(c.R)
	for hoist(b, c, l, r) {
		l, r = usesOf(c.L), usesOf(c.R)
	}
	o := &outlined{of: c, in: []proc.Var{c.In}}
	for _, v := range l.order {
		if !l.bound[v] {
			o.in = append(o.in, v)
		}
	}
	for _, v := range l.binds {
		if l.uses[v] == nil {
			o.out = append(o.out, v)
		}
	}
	f := proc.Name("case." + strconv.Itoa(len(t.outlined)))
	t.outlined[f] = o
	in := b.Tuple("case", o.in...)
	zone := graph.NamesIn(c.L.Body, c.R.Body)
	if len(o.out) == 1 {
		b.Emit(&proc.Call{Where: at(b), Out: o.out[0], Func: f, Zone: zone, In: in})
		return b.Body
	}
	out := b.Call("case", tupleType(o.out), f, zone, in)
	b.Emit(&proc.Untuple{Where: at(b), Outs: o.out, In: out})
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

// whole is p with all outlined Cases in their places, under the names that the blocks around
// have given to what they use and leave.
func (t *splitter) whole(p proc.Procedure) proc.Procedure {
	if len(t.outlined) == 0 {
		return p
	}
	packed, parts := map[proc.Var]bool{}, map[proc.Var][]proc.Var{}
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			if o := t.outlined[c.Func]; o != nil {
				packed[c.In], packed[c.Out] = len(o.in) > 1, len(o.out) != 1
				parts[c.Out] = o.out
			}
		}
	})
	p.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Tuple:
			if packed[s.Out] {
				parts[s.Out] = s.Ins
			}
		case *proc.Untuple:
			if packed[s.In] {
				parts[s.In] = s.Outs
			}
		}
	})
	of := func(v proc.Var) []proc.Var {
		if packed[v] {
			return parts[v]
		}
		return []proc.Var{v}
	}
	m := &proc.Mapper{}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var out proc.Procedure
		for _, s := range p {
			switch s := s.(type) {
			case *proc.Tuple:
				if packed[s.Out] {
					continue
				}
			case *proc.Untuple:
				if packed[s.In] {
					continue
				}
			case *proc.Elim: // of what a Case leaves
				if packed[s.In] {
					for _, v := range parts[s.In] {
						out = append(out, &proc.Elim{Where: s.Where, In: v})
					}
					continue
				}
			case *proc.Call:
				if o := t.outlined[s.Func]; o != nil {
					out = append(out, t.inPlace(o, of(s.In), of(s.Out)))
					continue
				}
			}
			out = append(out, m.Stmt(s))
		}
		return out
	}
	return m.Body(p)
}

// inPlace is an outlined Case where it uses in and leaves out.
func (t *splitter) inPlace(o *outlined, in, out []proc.Var) proc.Stmt {
	names := graph.NewRenaming()
	for i, v := range append(o.in[1:], o.out...) {
		names.Vars[v.Name] = append(in[1:len(in):len(in)], out...)[i].Name
	}
	c := *o.of
	c.In = in[0]
	branch := func(b proc.Branch) proc.Branch {
		return proc.Branch{Var: names.Var(b.Var), Body: t.whole(names.Procedure(b.Body))}
	}
	c.L, c.R = branch(c.L), branch(c.R)
	return &c
}
