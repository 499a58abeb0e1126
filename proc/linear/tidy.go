package linear

import (
	"strings"

	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
)

// Tidy simplifies a single-use procedure, which keeps its Γ and Δ, by
//
//	t = Dup x; (a, b) = t; … Elim b     is  x with the name a                 of a scalar x
//	t = (a1, …); … (x1, …) = t          is  a1, … with the names x1, …
//	b = op a; … Elim b                  is  Elim a                            where op has no effect and cannot fail
//	(a1, …, an) = b; … Elim a1 … Elim an  is  Elim b
//
// until none applies, in time linear in the size of p.
func Tidy(p proc.Procedure) proc.Procedure {
	t := &tidier{graph: newGraph(p)}
	t.units(t.body)
	t.work = append(t.work, t.cells...)
	for len(t.work) > 0 {
		c := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if c.alias == nil {
			t.visit(c)
		}
	}
	return t.procedure()
}

// TidyBut is Tidy, unless it is among what is to be done without.
func TidyBut(without optim.Set, p proc.Procedure) proc.Procedure {
	if without.Has(optim.Tidy) {
		return p
	}
	return Tidy(p)
}

type tidier struct {
	*graph
	work []*cell // to be visited
}

// units makes Elims of the statements () = b.
func (t *tidier) units(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if s, ok := n.stmt.(*proc.Untuple); ok && len(s.Outs) == 0 {
			t.replace(n)
		}
		for _, b := range n.bodies {
			t.units(b)
		}
	}
}

// visit applies a rule to the statements that bind and use c, if one fits.
func (t *tidier) visit(c *cell) {
	if c.def == nil || c.def.dead || c.users == 0 {
		return
	}
	if c.elims == c.users {
		t.eliminated(c)
		return
	}
	switch c.def.stmt.(type) {
	case *proc.Tuple:
		t.unpacked(c)
	case *proc.Dup:
		t.oneCopy(c)
	}
}

// oneCopy removes the Dup that binds c if one of its copies is eliminated.
func (t *tidier) oneCopy(c *cell) {
	if c.users != 1 {
		return
	}
	n := c.live()[0]
	if _, ok := n.stmt.(*proc.Untuple); ok {
		for _, b := range n.binds() {
			if b.users > 0 && b.elims == b.users && b.def == n {
				t.copied(b, n)
				return
			}
		}
	}
}

// eliminated simplifies the binding of a variable that is only eliminated.
func (t *tidier) eliminated(c *cell) {
	n := c.def
	s, ok := n.stmt.(*proc.Untuple)
	if !ok {
		if effectless(n.stmt) {
			t.drop(c)
			t.replace(n)
		}
		return
	}
	if !c.counted {
		c.counted = true
		n.dropped++
	}
	if int(n.dropped) == len(s.Outs) {
		for _, b := range n.binds() {
			t.drop(b)
		}
		t.replace(n)
		return
	}
	t.copied(c, n)
}

// copied removes a Dup of which c is eliminated; n is its Untuple.
func (t *tidier) copied(c *cell, n *node) {
	pair := n.uses()[0]
	if pair.def == nil || pair.users != 1 {
		return
	}
	dup, ok := pair.def.stmt.(*proc.Dup)
	if !ok || !proc.Scalar(dup.In.Type) {
		return
	}
	kept := n.binds()[0]
	if kept == c {
		kept = n.binds()[1]
	}
	x := pair.def.uses()[0]
	if !t.canMerge(x, kept, n) {
		return
	}
	t.drop(c)
	n.dead, pair.def.dead = true, true
	t.merge(x, kept)
}

// unpacked removes the Tuple that binds c if all that use c take it apart.
func (t *tidier) unpacked(c *cell) {
	parts, uses := c.def.uses(), c.live()
	for _, n := range uses {
		s, ok := n.stmt.(*proc.Untuple)
		if !ok || len(s.Outs) != len(parts) {
			return
		}
		for i, out := range n.binds() {
			if !t.canMerge(parts[i], out, n) || len(uses) > 1 && out.users == 0 {
				return
			}
		}
	}
	c.def.dead = true
	for i, part := range parts {
		part.root().users += int32(len(uses)) - 1
		for _, n := range uses {
			n.dead = true
			t.merge(part.root(), n.binds()[i])
		}
	}
}

// canMerge says that the variable x, which a statement consumes to bind a at
// n, may be called a instead, or a may be called x.
func (t *tidier) canMerge(x, a *cell, n *node) bool {
	if x == a {
		return false
	}
	switch {
	case a.binders > 1: // both branches leave a, so the name is fixed
		return x.home == n.branch && !x.payload
	case a.users == 0: // a is in Δ
		return x.binders > 0
	}
	return true
}

// merge makes x and a one: a use of x, which is dead, gives way to those of a.
// They are one already where the parts of a tuple are bound again in another
// order, which only a procedure does that is not single-use.
func (t *tidier) merge(x, a *cell) {
	if x == a {
		return
	}
	if a.binders > 1 {
		x.alias = a
		t.work = append(t.work, a)
		return
	}
	if a.users == 0 {
		x.name = a.name
	}
	a.alias = x
	if len(a.uses) > len(x.uses) {
		a.uses, x.uses = x.uses, a.uses
	}
	x.uses = append(x.uses, a.uses...)
	x.users += a.users - 1
	x.elims += a.elims
	t.work = append(t.work, x)
}

// drop removes the Elims of a variable.
func (t *tidier) drop(c *cell) {
	for _, n := range c.live() {
		n.dead = true
	}
	c.users, c.elims = 0, 0
}

// replace puts Elims of what n uses in the place of n.
func (t *tidier) replace(n *node) {
	n.dead = true
	uses := n.uses()
	proc.Uses(n.stmt, func(v proc.Var) {
		c := uses[0]
		uses = uses[1:]
		e := &node{stmt: &proc.Elim{Where: proc.Where{Pos: n.stmt.At()}, In: v}, branch: n.branch, vars: []*cell{c}, used: 1}
		n.instead = append(n.instead, e)
		c.addUse(e)
		c.users--
		t.work = append(t.work, c)
	})
}

// effectless says that a statement does nothing but bind its result, and
// cannot fail.
func effectless(s proc.Stmt) bool {
	switch s := s.(type) {
	case *proc.Const, *proc.Tuple, *proc.Inl, *proc.Inr, *proc.Size:
		return true
	case *proc.Dup:
		return proc.Scalar(s.In.Type)
	case *proc.Read:
		return len(s.Idx) == 0
	case *proc.Call:
		_, known := prim.Table[s.Func]
		return known && s.Func != "idiv" && s.Func != "imod" && s.Func != "int" || strings.HasPrefix(string(s.Func), "stop{") ||
			strings.HasPrefix(string(s.Func), "hold{") || strings.HasPrefix(string(s.Func), "free{")
	}
	return false
}
