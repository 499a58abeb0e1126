package graph

import "procad/proc"

// CanMerge says that the variable x, which a statement consumes to bind a at
// n, may be called a instead, or a may be called x.
func CanMerge(x, a *Value, n *Node) bool {
	if x == a {
		return false
	}
	switch {
	case a.binders > 1: // both branches leave a, so the name is fixed
		return x.home == n.branch && !x.payload
	case a.Users == 0: // a is in Δ
		return x.binders > 0
	}
	return true
}

// Merge makes x and a one: a use of x, which is dead, gives way to those of a. It
// returns the one.
func (g *Graph) Merge(x, a *Value) *Value {
	if a.binders > 1 {
		g.bindBefore(a, append(g.before[x], x.def)...)
		x.alias = a
		return a
	}
	if a.Users == 0 {
		x.name = a.name
	}
	a.alias = x
	if len(a.uses) > len(x.uses) {
		a.uses, x.uses = x.uses, a.uses
	}
	x.uses = append(x.uses, a.uses...)
	x.Users += a.Users - 1
	x.Elims += a.Elims
	return x
}

// Drop removes the Elims of a variable that has no other users.
func (v *Value) Drop() {
	for _, n := range v.Uses() {
		n.Dead = true
	}
	v.Users, v.Elims = 0, 0
}

// Replace puts Elims of what n uses in the place of n.
func (n *Node) Replace() {
	n.Dead = true
	uses, o := n.Uses(), n.has()
	proc.Uses(n.Stmt, func(v proc.Var) {
		x := uses[0]
		uses = uses[1:]
		e := &Node{Stmt: &proc.Elim{Where: proc.Where{Pos: n.Stmt.At()}, In: v}, Number: n.Number, Outer: n.Outer, branch: n.branch, vars: []*Value{x}, used: 1}
		o.instead = append(o.instead, e)
		x.addUse(e)
		x.Users--
	})
}

// Procedure returns what is left of the statements, under the names of the
// values. The graph is gone then.
func (g *Graph) Procedure() proc.Procedure {
	var vars []*Value // of the statement at hand, what is not yet renamed
	rename := func(v proc.Var) proc.Var {
		v.Name = vars[0].Root().name
		vars = vars[1:]
		return v
	}
	var bodies [][]Node
	m := proc.Mapper{Use: rename, Bind: rename}
	var rebuild func(nodes []Node) proc.Procedure
	m.Body = func(proc.Procedure) proc.Procedure {
		rest, others := vars, bodies[1:]
		p := rebuild(bodies[0])
		vars, bodies = rest, others
		return p
	}
	one := func(n *Node) proc.Stmt {
		s := n.Stmt
		if !n.same() {
			vars, bodies = n.vars, n.bodies()
			s = m.Stmt(s)
		}
		n.Stmt = nil // a long procedure is not twice in memory
		return s
	}
	rebuild = func(nodes []Node) proc.Procedure {
		left := 0
		for i := range nodes {
			n := &nodes[i]
			left += len(n.before())
			if !n.Dead {
				left++
			} else {
				left += len(n.instead())
			}
		}
		p := make(proc.Procedure, 0, left)
		var list func(nodes []*Node)
		list = func(nodes []*Node) {
			for _, n := range nodes {
				if n.Dead {
					list(n.instead())
				} else {
					p = append(p, one(n))
				}
			}
		}
		for i := range nodes {
			n := &nodes[i]
			list(n.before())
			if !n.Dead {
				p = append(p, one(n))
			} else {
				list(n.instead())
			}
		}
		return p
	}
	return rebuild(g.Body)
}

// same says that the statement can stay as it is: it has no bodies, and its variables have the
// names that they had. The loop that a call runs may be changed in place later, so that
// such a call belongs to one procedure.
func (n *Node) same() bool {
	if n.bodies() != nil {
		return false
	}
	if c, ok := n.Stmt.(*proc.Call); ok {
		if _, _, loop := c.Func.Loop(); loop {
			return false
		}
	}
	vars, same := n.vars, true
	named := func(v proc.Var) {
		same = same && vars[0].Root().name == v.Name
		vars = vars[1:]
	}
	proc.Uses(n.Stmt, named)
	proc.Binds(n.Stmt, named)
	return same
}
