package graph

import "procad/proc"

// A Graph is a procedure with its variables, numbered, as links between the
// statements that bind and those that use them.
type Graph struct {
	Body      []Node
	Values    []*Value // by number, in the order in which the text mentions them
	nodes     int32
	named     map[string]*Value    // made when somebody asks for a name
	before    map[*Value][]*Node   // the statements that bind what several branches leave, but for the last
	constants map[*Value]constants // of what several branches leave
}

// A Node is a statement. Its number is that of Walk.
type Node struct {
	Stmt   proc.Stmt
	Number int32
	used   int32 // how many of vars it uses
	Dead   bool
	Outer  *Node // the statement that has it in a body; nil outside of all
	branch *branch
	vars   []*Value // what it uses, and then what it binds; of a Case also the payloads
	other  *other   // what most nodes do not have
}

// An other is what some nodes have.
type other struct {
	bodies  [][]Node
	instead []*Node // the Elims that stand for a dead node
	ahead   []*Node // what comes before the node
}

// has is what n has of that.
func (n *Node) has() *other {
	if n.other == nil {
		n.other = &other{}
	}
	return n.other
}

// bodies are the procedures nested in the statement.
func (n *Node) bodies() [][]Node {
	if n.other == nil {
		return nil
	}
	return n.other.bodies
}

// instead are the Elims that stand for a dead node.
func (n *Node) instead() []*Node {
	if n.other == nil {
		return nil
	}
	return n.other.instead
}

// before are the nodes that come before n.
func (n *Node) before() []*Node {
	if n.other == nil {
		return nil
	}
	return n.other.ahead
}

// nest adds a procedure to those nested in the statement.
func (n *Node) nest(body []Node) {
	o := n.has()
	o.bodies = append(o.bodies, body)
}

// Uses and Binds are the variables that the statement itself uses and binds.
func (n *Node) Uses() []*Value  { return roots(n.vars[:n.used]) }
func (n *Node) Binds() []*Value { return roots(n.vars[n.used:]) }

// Bodies calls yield for every procedure nested in the statement.
func (n *Node) Bodies(yield func([]Node)) {
	for _, b := range n.bodies() {
		yield(b)
	}
}

// A branch is one of a Case, or the whole procedure.
type branch struct {
	outer *branch
	open  bool // its end has not been read
}

// A Value is a variable. Two variables that turn out to be one are one value:
// one has the other as alias.
type Value struct {
	Number  int32
	Users   int32 // the uses that are not dead: several in branches of Cases, none for a variable of Δ
	Elims   int32 // the users that are Elims
	binders int32 // 0 for a variable of Γ; several if branches of Cases leave it
	payload bool  // a branch binds it
	name    string
	alias   *Value
	def     *Node // the last statement that binds it
	home    *branch
	uses    []*Node  // some may be dead
	first   [1]*Node // where uses begins: most variables have one
}

// Root is the value that stands for v.
func (v *Value) Root() *Value {
	root := v
	for root.alias != nil {
		root = root.alias
	}
	for v != root {
		v.alias, v = root, v.alias
	}
	return root
}

func roots(values []*Value) []*Value {
	for i, v := range values {
		values[i] = v.Root()
	}
	return values
}

// Def is the statement that binds v, nil if none or several do.
func (v *Value) Def() *Node {
	if v.binders != 1 {
		return nil
	}
	return v.def
}

// Left says that branches of Cases leave v, and that none of them takes it.
func (v *Value) Left() bool { return v.binders > 1 && !v.payload }

// Before are the statements that bind what several branches leave, but for the last. Some may be dead.
func (g *Graph) Before(v *Value) []*Node { return g.before[v] }

// bindBefore notes such statements.
func (g *Graph) bindBefore(v *Value, more ...*Node) {
	if g.before == nil {
		g.before = map[*Value][]*Node{}
	}
	g.before[v] = append(g.before[v], more...)
}

// Last is the last statement that binds v: of several, in branches of Cases, one.
func (v *Value) Last() *Node { return v.def }

// Uses are the statements that use v.
func (v *Value) Uses() []*Node {
	kept := v.uses[:0]
	for _, n := range v.uses {
		if !n.Dead {
			kept = append(kept, n)
		}
	}
	v.uses = kept
	return kept
}

// Near calls yield for the statements that bind v, and for those that use it.
func (g *Graph) Near(v *Value, yield func(*Node)) {
	for _, n := range g.before[v] {
		yield(n)
	}
	if v.def != nil {
		yield(v.def)
	}
	for _, n := range v.Uses() {
		yield(n)
	}
}

// Of makes the graph of a procedure.
func Of(p proc.Procedure) *Graph {
	size := proc.NamesIn(len(p))
	r := &reader{Graph: &Graph{Values: make([]*Value, 0, size)}, known: proc.NewNumbers(size)}
	r.Body = r.add(p, &branch{open: true}, nil)
	return r.Graph
}

// Value is the variable of a name in the text, nil if the procedure does not mention it.
func (g *Graph) Value(name string) *Value {
	if g.named == nil {
		g.named = make(map[string]*Value, len(g.Values))
		for _, v := range g.Values {
			g.named[v.name] = v
		}
	}
	return g.named[name]
}

// Nodes is the number of statements, nested ones included.
func (g *Graph) Nodes() int { return int(g.nodes) }

// A reader makes a graph. Only it knows variables by their names.
type reader struct {
	*Graph
	known *proc.Numbers
	room  []Value  // where the next values are
	links []*Value // of some nodes, of which each has a part
}

func (r *reader) add(p proc.Procedure, in *branch, outer *Node) []Node {
	nodes := make([]Node, len(p))
	for i, s := range p {
		n := &nodes[i]
		n.Stmt, n.branch, n.Outer, n.Number = s, in, outer, r.nodes
		r.nodes++
		var few [4]*Value
		vars := few[:0]
		proc.Uses(s, func(v proc.Var) {
			x := r.value(v)
			x.addUse(n)
			vars = append(vars, x)
		})
		n.used = int32(len(vars))
		if c, ok := s.(*proc.Case); ok {
			for _, b := range []proc.Branch{c.L, c.R} {
				inner := &branch{outer: in, open: true}
				payload := r.value(b.Var)
				payload.addBinder(nil, inner)
				payload.payload = true
				vars = append(vars, payload)
				n.nest(r.add(b.Body, inner, n))
				inner.open = false
			}
		} else {
			proc.Bodies(s, func(b proc.Procedure) { n.nest(r.add(b, in, n)) })
		}
		proc.Binds(s, func(v proc.Var) {
			x := r.value(v)
			if x.def != nil {
				r.bindBefore(x, x.def)
			}
			x.addBinder(n, in)
			vars = append(vars, x)
		})
		n.vars = r.keep(vars)
	}
	return nodes
}

// keep is a copy of a node's list.
func (r *reader) keep(vars []*Value) []*Value {
	from, to := len(r.links), len(r.links)+len(vars)
	if to > cap(r.links) {
		r.links = make([]*Value, 0, max(len(vars), min(len(r.Values)+8, 4096)))
		from, to = 0, len(vars)
	}
	r.links = append(r.links, vars...)
	return r.links[from:to:to]
}

// value is the one of a variable.
func (r *reader) value(v proc.Var) *Value {
	number, met := r.known.Of(v.Name)
	if met {
		return r.Values[number]
	}
	if len(r.room) == 0 {
		r.room = make([]Value, min(len(r.Values)+8, 1024))
	}
	x := &r.room[0]
	r.room = r.room[1:]
	x.name, x.Number = v.Name, int32(number)
	r.Values = append(r.Values, x)
	return x
}

func (v *Value) addUse(n *Node) {
	if v.uses == nil {
		v.uses = v.first[:0]
	}
	v.uses = append(v.uses, n)
	v.Users++
	if _, ok := n.Stmt.(*proc.Elim); ok {
		v.Elims++
	}
}

// addBinder records a statement that binds v. What several branches bind is at
// home where they all end: in the innermost branch around those before that is open still.
func (v *Value) addBinder(n *Node, in *branch) {
	v.binders++
	if n != nil {
		v.def = n
	}
	if v.binders == 1 {
		v.home = in
		return
	}
	for !v.home.open {
		v.home = v.home.outer
	}
}
