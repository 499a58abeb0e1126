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

// Inject knows the two Bools.
func (g *values) Inject(out proc.Var, _ *value, left bool) *value {
	if out.Type != proc.Bool {
		return nil
	}
	at := isInr
	if left {
		at = isInl
	}
	x := g.cheap("c", graph.Term{Kind: graph.Constant, Type: proc.Bool, Bits: uint64(at)}, nil, 0)
	x.always = at
	return x
}

// Cases looks into the branches of a Case in functions that are called, where all is short. Of one in the
// definition what it leaves is known already, and F has no copy of it: nobody outside has what only branches bind.
func (g *values) Cases(c *proc.Case, _ *value, left, right func() bool) {
	if g.run.Depth() > 0 {
		left()
		right()
		return
	}
	if g == g.t.given { // join comes later
		return
	}
	at := g.at
	g.at = nil
	for _, v := range g.t.left(c) {
		var x *value
		if g.t.given != nil {
			x = g.t.given.run.Var(v)
		}
		g.run.Bind(v, x)
	}
	g.at = at
}

// take are the values that one branch leaves, of which the other one knows nothing.
func (g *values) take(left []proc.Var) []*value {
	l := make([]*value, len(left))
	for i, v := range left {
		l[i] = g.value(v)
		g.run.Bind(v, nil)
	}
	return l
}

// join has the values of what a Case leaves: in its first branch they are l, and in its
// second one those that g has.
func (g *values) join(c *proc.Case, left []proc.Var, l []*value) {
	for i, v := range left {
		g.run.Bind(v, g.Join(c, g.value(c.In), v, l[i], g.value(v)))
	}
}

// Join is a choice by a Bool.
func (g *values) Join(c *proc.Case, in *value, v proc.Var, l, r *value) *value {
	if c.In.Type == proc.Bool && simple(v.Type) {
		return g.conditional(v.Type, in, l, r)
	}
	return &value{}
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
