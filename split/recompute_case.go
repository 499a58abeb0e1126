package split

import (
	"maps"

	"procad/internal/optim"
	"procad/internal/units"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// newGiven is for the values of what a definition binds, as its text has them: sequence
// finds them from top to bottom, before the rules come to what is inside. Of Θ it
// knows the names that R has anyhow, those of the zone.
//
// It is nil where nobody asks.
func newGiven(t *splitter, d *proc.Def) *values {
	asked := false
	d.Body.Walk(func(s proc.Stmt) {
		_, isCase := s.(*proc.Case)
		asked = asked || isCase
	})
	if !asked || t.without(optim.Minimise) || t.without(optim.Recompute) {
		return nil
	}
	g := newValues(t)
	g.at = nil
	return g
}

// A side is which of the two Bools a value is.
type side byte

const (
	isEither side = iota
	isInl
	isInr
)

// injected knows the two Bools.
func (g *values) injected(out proc.Var, at side) {
	if out.Type != proc.Bool {
		return
	}
	x := g.cheap("c", graph.Term{Kind: graph.Constant, Type: proc.Bool, Bits: uint64(at)}, nil, 0)
	x.always = at
	g.of[out.Name] = x
}

// cases knows what both branches of a Case leave, and nobody outside has what only they
// bind. Of a Case in the definition that is known already, and in functions that are
// called all is short.
func (g *values) cases(c *proc.Case) {
	left := g.t.left(c)
	switch {
	case g.depth > 0:
		g.run(c.L.Body)
		l := g.take(left)
		g.run(c.R.Body)
		g.join(c, left, l)
	case g.t.given != nil:
		for _, v := range left {
			if x := g.t.given.of[v.Name]; x != nil {
				g.of[v.Name] = x
			}
		}
	}
	for _, v := range left {
		g.value(v)
	}
}

// take are the values that one branch leaves.
func (g *values) take(left []proc.Var) []*value {
	l := make([]*value, len(left))
	for i, v := range left {
		l[i] = g.value(v)
		delete(g.of, v.Name)
	}
	return l
}

// join has the values of what a Case leaves: in its first branch they are l, and in its
// second one those that g has.
func (g *values) join(c *proc.Case, left []proc.Var, l []*value) {
	for i, v := range left {
		if c.In.Type == proc.Bool && simple(v.Type) {
			g.of[v.Name] = g.conditional(v.Type, g.value(c.In), l[i], g.value(v))
		} else {
			g.of[v.Name] = &value{}
		}
	}
}

// simple says that a type is that of a number or a Bool.
func simple(t proc.Type) bool {
	return t == proc.Bool || t == proc.Int || t == proc.Real || t == deriv.InactiveReal
}

// conditional is one of two Bools or numbers over Θ. R makes the one that F made, so it fails in no other place.
//
//	v = if c then a else b
func (g *values) conditional(t proc.Type, c, a, b *value) *value {
	for _, x := range []*value{c, a, b} {
		if !x.cheap || x.open {
			return &value{}
		}
	}
	if c.inexact {
		return &value{}
	}
	x := g.cheap("c", graph.Term{Kind: graph.Conditional, Type: t}, []*value{c, a, b}, units.Op)
	x.choice = true
	return x
}

// choice appends what computes a conditional x: what only one branch needs is computed there.
//
//	Case c (Inl u ; … ; Case a (Inl u (v = Inl u)) (Inr u (v = Inr u))) (Inr u ; … b …)      of Bools
//	Case c (Inl u ; … ; (v, u) = (a, u)) (Inr u ; … b …)                                     of numbers
func (s *minimiser) choice(x *value) proc.Var {
	c := s.emit(x.args[0])
	v := s.recomputed.Var("c", x.term.Type)
	outer, made := s.recomputed, s.made
	sides(outer, c, proc.Unit, proc.Unit, func(r *proc.Builder, _ proc.Var, left bool) {
		s.recomputed, s.made = r, maps.Clone(made)
		arm := x.args[2]
		if left {
			arm = x.args[1]
		}
		if arm.always != isEither {
			tagged(r, arm.always == isInl, v, r.Unit())
			return
		}
		if v.Type != proc.Bool {
			a := s.emit(arm)
			pair, rest := r.Tuple("c", a, r.Unit()), r.Var("u", proc.Unit)
			r.Emit(&proc.Untuple{Where: at(r), Outs: []proc.Var{v, rest}, In: pair})
			r.Elim(rest)
			return
		}
		sides(r, s.emit(arm), proc.Unit, proc.Unit, func(r *proc.Builder, u proc.Var, left bool) { tagged(r, left, v, u) })
	})
	s.recomputed, s.made = outer, made
	return v
}
