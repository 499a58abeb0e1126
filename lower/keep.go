package lower

import (
	"maps"
	"slices"

	"procad/proc"
	"procad/proc/graph"
)

// A keeper copies the rows of an array that are still read when the array is consumed, so
// that owning does not copy the array for them:
//
//	Row a i (r. …); b = set(a, j, r)   becomes   Row a i (r. …); c = Call copy [r] (); b = set(a, j, c)
//
// From there on the copy is mentioned in place of the row, which takes the time of the row.
// Nothing is copied here where the meaning needs two arrays: where the array itself is mentioned
// after it is consumed, or a choice that may be all of it.
//
// Blocks are gone through backwards. It is decided about the views that are mentioned
// after a statement before the blocks in it are gone through, so these look at their own views only.
type keeper struct {
	*fn
	later map[string]int // how often what is no view is mentioned after the statement at hand
}

func newKeeper(f *fn) *keeper { return &keeper{f, map[string]int{}} }

// body copies rows in the body of a function.
func (k *keeper) body(p proc.Procedure) proc.Procedure {
	b := &kept{keeper: k, views: map[string]bool{}}
	return b.block(p)
}

// kept is what a block mentions after the statement at hand.
type kept struct {
	*keeper
	views map[string]bool
	names []string // that are no views, as often as later counts them
}

func (b *kept) mention(name string) {
	if _, view := b.fn.views[name]; view {
		b.views[name] = true
		return
	}
	b.names = append(b.names, name)
	b.later[name]++
}

func (b *kept) block(p proc.Procedure) proc.Procedure {
	for i := len(p) - 1; i >= 0; i-- {
		switch s := p[i].(type) {
		case *proc.Case:
			p, i = b.keep(p, i, func() map[string]bool { return consumed(s) })
			c := p[i].(*proc.Case)
			l, r := b.inside(&c.L.Body), b.inside(&c.R.Body)
			b.after(l)
			b.after(r)
		case *proc.Accum:
			p, i = b.keep(p, i, func() map[string]bool { return consumed(&proc.Case{L: proc.Branch{Body: s.Body}}) })
			a := p[i].(*proc.Accum)
			b.after(b.inside(&a.Body))
			p, i = b.keep(p, i, func() map[string]bool { return map[string]bool{a.In.Name: true} })
		case *proc.Row:
			delete(b.views, s.Name)
		case *proc.Choose:
			delete(b.views, s.Name)
		}
		proc.RefsUsed(p[i], b.mention)
		if s := p[i]; consumesArray(s) {
			p, i = b.keep(p, i, func() map[string]bool { return consumed(s) })
		}
		proc.Uses(p[i], func(v proc.Var) {
			if isArray(v.Type) {
				b.mention(v.Name)
			}
		})
	}
	return p
}

// inside goes through a block in a statement. What that mentions is not yet mentioned later:
// no branch runs after the other.
func (b *kept) inside(p *proc.Procedure) *kept {
	in := &kept{keeper: b.keeper, views: map[string]bool{}}
	*p = in.block(*p)
	for _, name := range in.names {
		b.later[name]--
	}
	return in
}

// after mentions what a block mentions.
func (b *kept) after(in *kept) {
	maps.Copy(b.views, in.views)
	for _, name := range in.names {
		b.mention(name)
	}
}

// keep copies the views that are mentioned later of what the statement at i takes, before
// that statement. It returns the block, and where in it the statement is then.
func (b *kept) keep(p proc.Procedure, i int, takes func() map[string]bool) (proc.Procedure, int) {
	if len(b.views) == 0 {
		return p, i
	}
	stale := map[string]bool{}
	for name := range takes() {
		if _, view := b.fn.views[name]; view || b.given[name] || b.later[name] > 0 || !isArray(b.types.Get(name)) {
			continue
		}
		rows, ok := b.rowsOf(name)
		if !ok {
			continue
		}
		for _, r := range rows {
			stale[r] = true
		}
	}
	var copies proc.Procedure
	renamed := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(stale)) {
		at := where(p[i].At())
		u, c := b.variable("u", proc.Unit), b.variable(name, b.types.Get(name))
		copies = append(copies, &proc.Tuple{Where: at, Out: u},
			&proc.Call{Where: at, Out: c, Func: proc.FamilyOf("copy", c.Type), Zone: []string{name}, In: u})
		renamed[name] = c.Name
		delete(b.views, name)
	}
	if len(copies) == 0 {
		return p, i
	}
	return slices.Concat(p[:i], copies, b.renamed(p[i:], renamed)), i + len(copies)
}

// rowsOf are the views mentioned later that are rows of an array, or choices of such; false if
// one may be all of it.
func (b *kept) rowsOf(array string) (rows []string, ok bool) {
	_, rank := arrayType(b.types.Get(array))
	for v := range b.views {
		if !b.viewOf(v, array, map[string]bool{}) {
			continue
		}
		if _, r := arrayType(b.types.Get(v)); r == rank {
			return nil, false
		}
		rows = append(rows, v)
	}
	return rows, true
}

// viewOf says that a view is one of an array, or may be.
func (b *kept) viewOf(view, array string, seen map[string]bool) bool {
	if view == array {
		return true
	}
	if seen[view] {
		return false
	}
	seen[view] = true
	return slices.ContainsFunc(b.fn.views[view], func(of string) bool { return b.viewOf(of, array, seen) })
}

// renamed is p with other names for what it uses, and for what its views are views of.
func (f *fn) renamed(p proc.Procedure, names map[string]string) proc.Procedure {
	q := (&graph.Renaming{Vars: names, Refs: names}).Procedure(p)
	var cases []*proc.Case
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Case); ok {
			cases = append(cases, c)
		}
	})
	q.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Case:
			f.again[s], f.ends[s] = f.again[cases[0]], f.ends[cases[0]]
			cases = cases[1:]
		case *proc.Row:
			f.views[s.Name] = []string{s.Ref}
		case *proc.Choose:
			f.views[s.Name] = []string{s.True, s.False}
		}
	})
	return q
}
