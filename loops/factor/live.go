package factor

import (
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/graph"
)

// liveness is what an iteration still has to do.
type liveness struct {
	*chains
	gone    *leaver
	touched map[proc.Stmt]bool // what has something in it that is gone
	rows    map[proc.Stmt]bool // of which something gone reads, or to which it adds
	stmts   map[proc.Stmt]bool
}

// live is what remains of the iteration if what is linear is gone, nil for nothing. What may
// fail remains, unless it goes too.
func (c *chains) live(gone *leaver) map[proc.Stmt]bool {
	l := &liveness{c, gone, map[proc.Stmt]bool{}, map[proc.Stmt]bool{}, map[proc.Stmt]bool{}}
	for s := range gone.parts {
		proc.RefsUsed(s, l.row)
		for p := c.At(s); p != nil && !l.touched[p.Stmt]; p = p.Up {
			l.touched[p.Stmt] = true
		}
	}
	for _, s := range c.Order {
		if l.root(s) {
			l.mark(s)
		}
	}
	l.use(c.Out)
	for _, v := range gone.seeds {
		l.use(v)
	}
	return l.stmts
}

// row notes the row that a name stands for, and those that it is a row of.
func (l *liveness) row(name string) {
	if r, ok := l.Binder(name).(*proc.Row); ok {
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
	case *proc.Row:
		return !l.rows[s]
	case *proc.Call:
		if l.Loops[s] != nil {
			return !l.touched[s]
		}
		switch family, _, _ := s.Func.Family(); family {
		case "zero", "zeros", "blank", "copy":
			return false
		case "stop", "inactive", "lift":
			return true
		}
	}
	return graph.EffectOf(s, func(name string) bool { return l.Refs[name].Mode == proc.Accumulator })&^graph.Holds != 0
}

func (l *liveness) use(v proc.Var) {
	for _, d := range l.Defs(v) {
		l.mark(d.Stmt)
	}
}

// mark notes a statement with all that it needs.
func (l *liveness) mark(s proc.Stmt) {
	if l.stmts[s] {
		return
	}
	l.stmts[s] = true
	for p := l.At(s); p != nil; p = p.Up {
		switch p.Stmt.(type) {
		case *proc.Share, *proc.Accum: // only the name needs them
		default:
			l.mark(p.Stmt)
		}
	}
	proc.Uses(s, l.use)
	if c, ok := s.(*proc.Call); ok && l.Loops[c] != nil {
		l.use(l.Loops[c].Out)
		return
	}
	proc.RefsUsed(s, func(n string) {
		if binder := l.Binder(n); binder != nil {
			l.mark(binder)
		}
	})
	if a, ok := s.(*proc.Accum); ok && l.gone.parts[s] {
		adds, _ := l.Adds(a.Name)
		for _, add := range adds {
			l.mark(add.Stmt)
		}
	}
}

// work is what some statements cost.
func (c *chains) work(stmts map[proc.Stmt]bool) float64 {
	w := 0.0
	for _, s := range c.Order {
		if stmts[s] {
			w += float64(cost.Stmt(s)) * weight(c.At(s))
		}
	}
	return w
}
