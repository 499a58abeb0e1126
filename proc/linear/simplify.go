package linear

import (
	"math"
	"slices"

	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// Simplify simplifies a single-use procedure, which keeps its Γ and Δ, by
//
//	t = Dup x; (a, b) = t; … Elim b     is  x with the name a
//	t = (a1, …); … (x1, …) = t          is  a1, … with the names x1, …
//	b = op a; … Elim b                  is  Elim a                            where op has no effect and cannot fail, likewise in all branches that leave b
//	(a1, …, an) = b; … Elim a1 … Elim an  is  Elim b
//	v' = Share v (s. p)                 is  p, and v with the name v'         where p does not use s; Accum likewise
//	v = k in both branches of a Case    is  v = k before the Case             where k is a constant
//	a Case that does nothing            is  Elims of what it takes
//	t = (x, k); z = Call sdiv t         is  t = (x, k); z = Call div t        where k is a finite constant other than 0
//
// until none applies, in time linear in the size of p.
func Simplify(p proc.Procedure) proc.Procedure { return simplify(p, false) }

// SimplifyReverse is Simplify of a reverse pass: it also removes a Read, or a primitive, that could fail
// and whose result is only eliminated, and an Add of the constant 0. The forward pass has run it, or has read
// at the same indices.
//
//	x = Const 0.0; … Add s i… x         is  Elim i…
func SimplifyReverse(p proc.Procedure) proc.Procedure { return simplify(p, true) }

// simplify does so again where a name that nobody uses any more is left.
func simplify(p proc.Procedure, reverse bool) proc.Procedure {
	p, _ = graph.Emptied(p)
	for {
		next, more := graph.Emptied(once(p, reverse))
		if !more || next.Count() == p.Count() {
			return next
		}
		p = next
	}
}

func once(p proc.Procedure, reverse bool) proc.Procedure {
	g := graph.Of(p)
	t := &simplifier{graph: g, reverse: reverse, counted: make([]bool, len(g.Values)), dropped: make([]int32, g.Nodes()), going: make([]int32, len(g.Values))}
	t.units(g.Body)
	t.work = append(t.work, g.Values...)
	for len(t.work) > 0 {
		v := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if v.Root() == v {
			t.visit(v)
		}
	}
	return g.Procedure()
}

// SimplifyReverseUnless is SimplifyReverse, unless that is disabled.
func SimplifyReverseUnless(without optim.Set, p proc.Procedure) proc.Procedure {
	if without.Has(optim.Simplify) {
		return p
	}
	return SimplifyReverse(p)
}

// SimplifyUnless is Simplify, unless that is disabled.
func SimplifyUnless(without optim.Set, p proc.Procedure) proc.Procedure {
	if without.Has(optim.Simplify) {
		return p
	}
	return Simplify(p)
}

type simplifier struct {
	graph   *graph.Graph
	reverse bool           // what can fail has run before
	work    []*graph.Value // to be visited
	counted []bool         // of values: in dropped of what binds them
	dropped []int32        // of statements: how many of the variables that they bind are only eliminated
	going   []int32        // of values that branches leave: how many of the statements that bind them can go
}

// units makes Elims of the statements () = b.
func (t *simplifier) units(nodes []graph.Node) {
	for i := range nodes {
		n := &nodes[i]
		if s, ok := n.Stmt.(*proc.Untuple); ok && len(s.Outs) == 0 {
			t.replace(n)
		}
		n.Bodies(t.units)
	}
}

// visit applies a rule to the statements that bind and use v, if one fits.
func (t *simplifier) visit(v *graph.Value) {
	def := v.Def()
	if v.Left() && v.Users > 0 && v.Elims == v.Users {
		t.left(v)
		return
	}
	if t.graph.Common(v) {
		t.work = append(t.work, v)
		return
	}
	if def == nil || def.Dead {
		return
	}
	quotient(def)
	if v.Users == 0 {
		return
	}
	if t.same(v) {
		return
	}
	if v.Elims == v.Users {
		t.eliminated(v)
		return
	}
	switch s := def.Stmt.(type) {
	case *proc.Tuple:
		t.unpacked(v)
	case *proc.Dup:
		t.oneCopy(v)
	case *proc.Const:
		if t.reverse && s.Out.Type == proc.Real && s.Bits == 0 {
			t.addsNothing(v)
		}
	}
}

// quotient has a quotient by a constant be that of IEEE 754.
func quotient(n *graph.Node) {
	if s, ok := n.Stmt.(*proc.Call); ok && s.Func == prim.SDiv && divisible(n.Uses()[0]) {
		div := *s
		div.Func = prim.Div
		n.Stmt = &div
	}
}

// divisible says that the second part of a pair is a constant by which 0 can be divided.
func divisible(pair *graph.Value) bool {
	made := func(v *graph.Value) proc.Stmt {
		if def := v.Def(); def != nil && !v.Left() {
			return def.Stmt
		}
		return nil
	}
	if t, ok := made(pair).(*proc.Tuple); !ok || len(t.Ins) != 2 {
		return false
	}
	for v := pair.Def().Uses()[1]; ; v = v.Def().Uses()[0] {
		switch s := made(v).(type) {
		case *proc.Const:
			x := math.Float64frombits(s.Bits)
			return x != 0 && !math.IsInf(x, 0) && !math.IsNaN(x)
		case *proc.Untuple: // of copies
			if _, ok := made(v.Def().Uses()[0]).(*proc.Dup); !ok {
				return false
			}
		case *proc.Dup:
		default:
			return false
		}
	}
}

// addsNothing removes the Add of a zero.
func (t *simplifier) addsNothing(zero *graph.Value) {
	if n := zero.Uses()[0]; zero.Users == 1 {
		if _, add := n.Stmt.(*proc.Add); add {
			t.replace(n)
		}
	}
}

// same removes a Share or an Accum with nothing in it, if one binds v.
func (t *simplifier) same(v *graph.Value) bool {
	def := v.Def()
	if !graph.Empty(def.Stmt) {
		return false
	}
	x := def.Uses()[0]
	if !graph.CanMerge(x, v, def) {
		return false
	}
	def.Dead = true
	t.merge(x, v)
	return true
}

// oneCopy removes the Dup that binds v if one of its copies is eliminated.
func (t *simplifier) oneCopy(v *graph.Value) {
	if v.Users != 1 {
		return
	}
	n := v.Uses()[0]
	if _, ok := n.Stmt.(*proc.Untuple); ok {
		for _, b := range n.Binds() {
			if b.Users > 0 && b.Elims == b.Users && b.Def() == n {
				t.copied(b, n)
				return
			}
		}
	}
}

// eliminated simplifies the binding of a variable that is only eliminated.
func (t *simplifier) eliminated(v *graph.Value) {
	n := v.Def()
	s, ok := n.Stmt.(*proc.Untuple)
	if !ok {
		if t.needless(n.Stmt) {
			v.Drop()
			t.replace(n)
		}
		return
	}
	if !t.counted[v.Number] {
		t.counted[v.Number] = true
		t.dropped[n.Number]++
	}
	if int(t.dropped[n.Number]) == len(s.Outs) {
		for _, b := range n.Binds() {
			b.Drop()
		}
		t.replace(n)
		return
	}
	t.copied(v, n)
}

// left does so where branches of Cases leave the variable: then all that they bind it to goes.
func (t *simplifier) left(v *graph.Value) {
	goes := func(n *graph.Node) bool { return n.Dead || len(n.Binds()) == 1 && t.needless(n.Stmt) }
	before, last := t.graph.Before(v), v.Last()
	k := &t.going[v.Number]
	for int(*k) < len(before) && goes(before[*k]) {
		*k++
	}
	if int(*k) < len(before) || !goes(last) {
		return
	}
	v.Drop()
	for _, n := range append(slices.Clone(before), last) {
		if !n.Dead {
			t.replace(n)
		}
	}
}

// needless says that a statement can go if its result is only eliminated.
func (t *simplifier) needless(s proc.Stmt) bool {
	return effectless(s) || t.reverse && graph.Repeatable(s)
}

// copied removes a Dup of which v is eliminated; n is its Untuple.
func (t *simplifier) copied(v *graph.Value, n *graph.Node) {
	pair := n.Uses()[0]
	def := pair.Def()
	if def == nil || pair.Users != 1 {
		return
	}
	if _, ok := def.Stmt.(*proc.Dup); !ok {
		return
	}
	kept := n.Binds()[0]
	if kept == v {
		kept = n.Binds()[1]
	}
	x := def.Uses()[0]
	if !graph.CanMerge(x, kept, n) {
		return
	}
	v.Drop()
	n.Dead, def.Dead = true, true
	t.merge(x, kept)
}

// unpacked removes the Tuple that binds v if all that use v take it apart.
func (t *simplifier) unpacked(v *graph.Value) {
	def := v.Def()
	parts, uses := def.Uses(), v.Uses()
	for _, n := range uses {
		s, ok := n.Stmt.(*proc.Untuple)
		if !ok || len(s.Outs) != len(parts) {
			return
		}
		for i, out := range n.Binds() {
			if !graph.CanMerge(parts[i], out, n) || len(uses) > 1 && out.Users == 0 {
				return
			}
		}
	}
	def.Dead = true
	for i, part := range parts {
		part.Root().Users += int32(len(uses)) - 1
		for _, n := range uses {
			n.Dead = true
			t.merge(part.Root(), n.Binds()[i])
		}
	}
}

// merge makes x and a one. They are one already where the parts of a tuple are bound
// again in another order, which only a procedure does that is not single-use.
func (t *simplifier) merge(x, a *graph.Value) {
	if x != a {
		t.work = append(t.work, t.graph.Merge(x, a))
	}
}

// replace puts Elims of what n uses in the place of n.
func (t *simplifier) replace(n *graph.Node) {
	n.Replace()
	t.work = append(t.work, n.Uses()...)
}

// effectless says that a statement does nothing but bind its result, and cannot
// fail. A copy of an array takes time.
func effectless(s proc.Stmt) bool {
	if d, ok := s.(*proc.Dup); ok {
		return proc.Scalar(d.In.Type)
	}
	return graph.EffectOf(s, func(string) bool { return false }) == 0
}
