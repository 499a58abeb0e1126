package factor

import (
	"slices"

	"procad/prim"
	"procad/proc"
)

// liveness is what a turn still has to do.
type liveness struct {
	*chains
	gone    *leaver
	touched map[proc.Stmt]bool // what has something in it that is gone
	rows    map[proc.Stmt]bool // of which something gone reads, or to which it adds
	stmts   map[proc.Stmt]bool
}

// live is what remains of the turn if what is linear is gone, nil for nothing. What may
// fail remains, unless it goes too.
func (c *chains) live(gone *leaver) map[proc.Stmt]bool {
	l := &liveness{c, gone, map[proc.Stmt]bool{}, map[proc.Stmt]bool{}, map[proc.Stmt]bool{}}
	for s := range gone.parts {
		proc.RefsUsed(s, l.row)
		for p := c.at[s]; p != nil && !l.touched[p.stmt]; p = p.up {
			l.touched[p.stmt] = true
		}
	}
	for _, s := range c.order {
		if l.root(s) {
			l.mark(s)
		}
	}
	l.use(c.out)
	for _, v := range gone.seeds {
		l.use(v)
	}
	return l.stmts
}

// row notes the row that a name stands for, and those that it is a row of.
func (l *liveness) row(name string) {
	if r, ok := l.binders[name].(*proc.Row); ok {
		l.rows[r] = true
		l.row(r.Ref)
	}
}

// root says that a statement is there for more than what it binds.
func (l *liveness) root(s proc.Stmt) bool {
	if l.gone.parts[s] || l.gone.read[s] {
		return false
	}
	switch s := s.(type) {
	case *proc.Add:
		return true
	case *proc.Read:
		return len(s.Idx) > 0
	case *proc.Row:
		return !l.rows[s]
	case *proc.Call:
		if l.loops[s] != nil {
			return !l.touched[s]
		}
		if _, ok := prim.Table[s.Func]; ok {
			return slices.Contains(partial, s.Func)
		}
		switch family, _, _ := s.Func.Family(); family {
		case "zero", "zeros", "blank", "copy":
			return false
		}
		return true
	}
	return false
}

func (l *liveness) use(v proc.Var) {
	for _, d := range l.defs[v.Name] {
		l.mark(d.stmt)
	}
}

// mark notes a statement with all that it needs.
func (l *liveness) mark(s proc.Stmt) {
	if l.stmts[s] {
		return
	}
	l.stmts[s] = true
	for p := l.at[s]; p != nil; p = p.up {
		switch p.stmt.(type) {
		case *proc.Share, *proc.Accum: // only the name needs them
		default:
			l.mark(p.stmt)
		}
	}
	proc.Uses(s, l.use)
	if c, ok := s.(*proc.Call); ok && l.loops[c] != nil {
		l.use(l.loops[c].out)
		return
	}
	proc.RefsUsed(s, func(n string) {
		if binder := l.binders[n]; binder != nil {
			l.mark(binder)
		}
	})
	if a, ok := s.(*proc.Accum); ok && l.gone.parts[s] {
		for _, add := range l.adds[a.Name] {
			l.mark(add.stmt)
		}
	}
}

// work is what some statements cost.
func (c *chains) work(stmts map[proc.Stmt]bool) float64 {
	w := 0.0
	for _, s := range c.order {
		if stmts[s] {
			w += cost(s) * c.at[s].weight()
		}
	}
	return w
}

func cost(s proc.Stmt) float64 {
	switch s := s.(type) {
	case *proc.Add:
		return addCost
	case *proc.Read:
		if len(s.Idx) > 0 {
			return readCost
		}
	case *proc.Call:
		if _, ok := prim.Table[s.Func]; ok {
			return opCost
		}
	}
	return 0
}
