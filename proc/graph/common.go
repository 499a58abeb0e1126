package graph

import "procad/proc"

// Common makes one of the statements that bind v in the branches of a Case, if all make the same constant, and puts it before
// the Case. It says whether it did.
//
//	Case a (Inl x … v = k …) (Inr y … v = k …)      is      v = k ; Case a (Inl x …) (Inr y …)
//
// where k is a number, or made of such by tuples and injections.
func (g *Graph) Common(v *Value) bool {
	if !v.Left() {
		return false
	}
	before, c := g.before[v], g.constants[v]
	for ; c.known < len(before); c.known++ {
		if !c.take(before[c.known]) {
			g.note(v, c)
			return false
		}
	}
	if !c.take(v.def) || c.first == nil {
		g.note(v, c)
		return false
	}
	outermost := c.first
	for outermost.branch != v.home {
		outermost = outermost.Outer
	}
	for _, n := range append(before, v.def) {
		if n != c.first {
			n.end()
		}
	}
	delete(g.before, v)
	v.binders = 1
	c.first.ahead(outermost)
	return true
}

// constants are how many of the statements before the last that bind a variable are known to make the constant that first makes.
type constants struct {
	known int
	first *Node // nil if all are dead
}

// take says that n is dead, or makes that constant.
func (c *constants) take(n *Node) bool {
	if n.Dead {
		return true
	}
	if c.first == nil && sameConstant(n, n) {
		c.first = n
	}
	return c.first != nil && sameConstant(n, c.first)
}

// note keeps what is known of the statements that bind v, so that nobody looks at one twice.
func (g *Graph) note(v *Value, c constants) {
	if g.constants == nil {
		g.constants = map[*Value]constants{}
	}
	g.constants[v] = c
}

// sameConstant says that two statements make the same constant, from nothing outside of the branches that they are in.
func sameConstant(n, m *Node) bool {
	switch s := n.Stmt.(type) {
	case *proc.Const:
		k, ok := m.Stmt.(*proc.Const)
		return ok && k.Bits == s.Bits
	case *proc.Inl:
		if _, ok := m.Stmt.(*proc.Inl); !ok {
			return false
		}
	case *proc.Inr:
		if _, ok := m.Stmt.(*proc.Inr); !ok {
			return false
		}
	case *proc.Tuple:
		if _, ok := m.Stmt.(*proc.Tuple); !ok {
			return false
		}
	default:
		return false
	}
	others := m.Uses()
	for i, x := range n.Uses() {
		a, b := x.only(), others[i].only()
		if a == nil || b == nil || !sameConstant(a, b) {
			return false
		}
	}
	return true
}

// only is the statement that binds v, if one statement uses v; else nil. All branches of a Case use what comes from outside.
func (v *Value) only() *Node {
	if def := v.Def(); def != nil && !def.Dead && v.Users == 1 {
		return def
	}
	return nil
}

// end makes a constant dead, with what it is made of.
func (n *Node) end() {
	if n.Dead {
		return
	}
	n.Dead = true
	for _, x := range n.Uses() {
		x.def.end()
	}
}

// ahead moves what makes a constant to before a node.
func (n *Node) ahead(of *Node) {
	for _, x := range n.Uses() {
		x.def.ahead(of)
	}
	moved := *n
	n.Dead = true
	moved.branch, moved.Outer = of.branch, of.Outer
	for _, x := range moved.Uses() {
		x.uses = []*Node{&moved}
	}
	for _, x := range moved.Binds() {
		x.def, x.home = &moved, of.branch
	}
	o := of.has()
	o.ahead = append(o.ahead, &moved)
}
