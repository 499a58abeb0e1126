package linear

import "procad/proc"

// A graph is a single-use procedure with its variables as links between the
// statements that bind and those that use them.
type graph struct {
	body  []*node
	cells map[string]*cell
	order []*cell
}

// A node is a statement.
type node struct {
	stmt    proc.Stmt
	branch  *branch
	bodies  [][]*node
	dead    bool
	instead []*node // the Elims that stand for a dead node
	dropped int     // how many of the variables that it binds are only eliminated
}

// A branch is one of a Case, or the whole procedure.
type branch struct {
	outer *branch
	depth int
}

// A cell is a variable. Two variables that turn out to be one share a cell:
// one has the other as alias.
type cell struct {
	proc.Var
	alias   *cell
	binders int   // 0 for a variable of Γ; several if branches of Cases leave it
	def     *node // the statement that binds it, if just one does
	payload bool  // a branch binds it
	home    *branch
	uses    []*node // some may be dead
	users   int     // those that are not: several in branches of Cases, none for a variable of Δ
	elims   int     // the users that are Elims
	counted bool    // in dropped of def
}

func newGraph(p proc.Procedure) *graph {
	g := &graph{cells: make(map[string]*cell, len(p))}
	g.body = g.add(p, &branch{})
	return g
}

func (g *graph) add(p proc.Procedure, in *branch) []*node {
	nodes := make([]*node, len(p))
	for i, s := range p {
		n := &node{stmt: s, branch: in}
		nodes[i] = n
		proc.Uses(s, func(v proc.Var) { g.cell(v).addUse(n) })
		if c, ok := s.(*proc.Case); ok {
			n.bodies = [][]*node{g.addBranch(c.L, in), g.addBranch(c.R, in)}
		} else {
			proc.Bodies(s, func(b proc.Procedure) { n.bodies = append(n.bodies, g.add(b, in)) })
		}
		proc.Binds(s, func(v proc.Var) { g.cell(v).addBinder(n, in) })
	}
	return nodes
}

func (g *graph) addBranch(b proc.Branch, in *branch) []*node {
	inner := &branch{outer: in, depth: in.depth + 1}
	c := g.cell(b.Var)
	c.addBinder(nil, inner)
	c.payload = true
	return g.add(b.Body, inner)
}

// cell returns the cell of a variable.
func (g *graph) cell(v proc.Var) *cell {
	c := g.cells[v.Name]
	if c == nil {
		c = &cell{Var: v}
		g.cells[v.Name] = c
		g.order = append(g.order, c)
	}
	root := c
	for root.alias != nil {
		root = root.alias
	}
	for c != root {
		c.alias, c = root, c.alias
	}
	return root
}

func (c *cell) addUse(n *node) {
	c.uses = append(c.uses, n)
	c.users++
	if _, ok := n.stmt.(*proc.Elim); ok {
		c.elims++
	}
}

// addBinder records a statement that binds c. What several branches bind is at
// home where they all end.
func (c *cell) addBinder(n *node, in *branch) {
	c.binders++
	if c.binders == 1 {
		c.def, c.home = n, in
		return
	}
	c.def = nil
	for c.home != in {
		if c.home.depth > in.depth {
			c.home = c.home.outer
		} else {
			in = in.outer
		}
	}
}

// live returns the statements that use c.
func (c *cell) live() []*node {
	kept := c.uses[:0]
	for _, n := range c.uses {
		if !n.dead {
			kept = append(kept, n)
		}
	}
	c.uses = kept
	return kept
}

// procedure returns what is left of the statements, under the names of the cells.
func (g *graph) procedure() proc.Procedure {
	rename := func(v proc.Var) proc.Var { return g.cell(v).Var }
	var rebuild func(nodes []*node) proc.Procedure
	rebuild = func(nodes []*node) proc.Procedure {
		var p proc.Procedure
		for _, n := range nodes {
			if n.dead {
				p = append(p, rebuild(n.instead)...)
				continue
			}
			next := 0
			m := proc.Mapper{Use: rename, Bind: rename, Body: func(proc.Procedure) proc.Procedure {
				next++
				return rebuild(n.bodies[next-1])
			}}
			p = append(p, m.Stmt(n.stmt))
		}
		return p
	}
	return rebuild(g.body)
}
