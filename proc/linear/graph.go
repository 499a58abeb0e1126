package linear

import "procad/proc"

// A graph is a single-use procedure with its variables as links between the
// statements that bind and those that use them.
type graph struct {
	body  []node
	cells []*cell // in the order in which the text mentions them
}

// A node is a statement.
type node struct {
	stmt    proc.Stmt
	branch  *branch
	vars    []*cell // what it uses, and then what it binds; of a Case also the payloads
	bodies  [][]node
	instead []*node // the Elims that stand for a dead node
	dropped int32   // how many of the variables that it binds are only eliminated
	used    int32   // how many of vars it uses
	dead    bool
}

// uses and binds are the variables that the statement itself uses and binds.
func (n *node) uses() []*cell  { return roots(n.vars[:n.used]) }
func (n *node) binds() []*cell { return roots(n.vars[n.used:]) }

// A branch is one of a Case, or the whole procedure.
type branch struct {
	outer *branch
	depth int
}

// A cell is a variable. Two variables that turn out to be one share a cell:
// one has the other as alias.
type cell struct {
	name    string
	alias   *cell
	def     *node // the statement that binds it, if just one does
	home    *branch
	uses    []*node // some may be dead
	users   int32   // those that are not: several in branches of Cases, none for a variable of Δ
	elims   int32   // the users that are Elims
	binders int32   // 0 for a variable of Γ; several if branches of Cases leave it
	payload bool    // a branch binds it
	counted bool    // in dropped of def
}

// root is the cell that stands for c.
func (c *cell) root() *cell {
	root := c
	for root.alias != nil {
		root = root.alias
	}
	for c != root {
		c.alias, c = root, c.alias
	}
	return root
}

func roots(cells []*cell) []*cell {
	for i, c := range cells {
		cells[i] = c.root()
	}
	return cells
}

func newGraph(p proc.Procedure) *graph {
	r := &reader{graph: &graph{}, named: make(map[string]*cell, len(p))}
	r.body = r.add(p, &branch{})
	return r.graph
}

// A reader makes a graph. Only it knows variables by their names.
type reader struct {
	*graph
	named map[string]*cell
	room  []cell  // where the next cells are
	links []*cell // of some nodes, of which each has a part
}

func (r *reader) add(p proc.Procedure, in *branch) []node {
	nodes := make([]node, len(p))
	for i, s := range p {
		n := &nodes[i]
		n.stmt, n.branch = s, in
		var few [4]*cell
		vars := few[:0]
		proc.Uses(s, func(v proc.Var) {
			c := r.cell(v)
			c.addUse(n)
			vars = append(vars, c)
		})
		n.used = int32(len(vars))
		if c, ok := s.(*proc.Case); ok {
			for _, b := range []proc.Branch{c.L, c.R} {
				inner := &branch{outer: in, depth: in.depth + 1}
				payload := r.cell(b.Var)
				payload.addBinder(nil, inner)
				payload.payload = true
				vars = append(vars, payload)
				n.bodies = append(n.bodies, r.add(b.Body, inner))
			}
		} else {
			proc.Bodies(s, func(b proc.Procedure) { n.bodies = append(n.bodies, r.add(b, in)) })
		}
		proc.Binds(s, func(v proc.Var) {
			c := r.cell(v)
			c.addBinder(n, in)
			vars = append(vars, c)
		})
		n.vars = r.keep(vars)
	}
	return nodes
}

// keep is a copy of a node's list.
func (r *reader) keep(vars []*cell) []*cell {
	from, to := len(r.links), len(r.links)+len(vars)
	if to > cap(r.links) {
		r.links = make([]*cell, 0, max(len(vars), min(len(r.cells)+8, 4096)))
		from, to = 0, len(vars)
	}
	r.links = append(r.links, vars...)
	return r.links[from:to:to]
}

// cell returns the cell of a variable.
func (r *reader) cell(v proc.Var) *cell {
	c := r.named[v.Name]
	if c == nil {
		if len(r.room) == 0 {
			r.room = make([]cell, min(len(r.cells)+8, 1024))
		}
		c, r.room = &r.room[0], r.room[1:]
		c.name = v.Name
		r.named[v.Name] = c
		r.cells = append(r.cells, c)
	}
	return c
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

// procedure returns what is left of the statements, under the names of the
// cells. The graph is gone then.
func (g *graph) procedure() proc.Procedure {
	var vars []*cell // of the statement at hand, what is not yet renamed
	rename := func(v proc.Var) proc.Var {
		v.Name = vars[0].root().name
		vars = vars[1:]
		return v
	}
	var bodies [][]node
	m := proc.Mapper{Use: rename, Bind: rename}
	var rebuild func(nodes []node) proc.Procedure
	m.Body = func(proc.Procedure) proc.Procedure {
		rest, others := vars, bodies[1:]
		p := rebuild(bodies[0])
		vars, bodies = rest, others
		return p
	}
	one := func(n *node) proc.Stmt {
		vars, bodies = n.vars, n.bodies
		s := m.Stmt(n.stmt)
		n.stmt = nil // a long procedure is not twice in memory
		return s
	}
	rebuild = func(nodes []node) proc.Procedure {
		left := 0
		for i := range nodes {
			if n := &nodes[i]; !n.dead {
				left++
			} else {
				left += len(n.instead)
			}
		}
		p := make(proc.Procedure, 0, left)
		for i := range nodes {
			n := &nodes[i]
			if !n.dead {
				p = append(p, one(n))
				continue
			}
			for _, e := range n.instead {
				if !e.dead {
					p = append(p, one(e))
				}
			}
		}
		return p
	}
	return rebuild(g.body)
}
