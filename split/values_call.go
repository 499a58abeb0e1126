package split

import (
	"slices"

	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// Call knows the results of primitives, the counts that loops keep, and what
// short functions make of what they are given.
func (g *values) Call(s *proc.Call, in *value, zone []*view) *value {
	switch {
	case primitive(s.Func):
		return g.primitive(s, in)
	case conversion(s.Func):
		return g.converted(in, s.In.Type, s.Out.Type)
	}
	if kind, _, ok := s.Func.Loop(); ok {
		return built(kind, in)
	}
	d, base, derived := deriv.Apart(s.Func)
	if !derived || d == deriv.Erased {
		// as the helper that computes an index
		return g.inside(s, in, zone)
	}
	policy, ok := PolicyOf(d)
	if !ok || d != policy.F || policy == Fuse {
		return nil
	}
	if kind, _, ok := base.Loop(); ok {
		if plan, err := g.t.lib.Plan(base, policy); err != nil || plan.Name == WinningIteration && plan.ArgMax != nil {
			return nil
		}
		return loopValue(kind, in, s.Out.Type)
	}
	return g.inside(s, in, zone)
}

// converted is a value of type from, held or freed.
func (g *values) converted(x *value, from, to proc.Type) *value {
	if from == to {
		return x
	}
	if x.parts != nil {
		parts := make([]*value, len(x.parts))
		for i, p := range x.parts {
			parts[i] = g.converted(p, proc.Elems(from)[i], proc.Elems(to)[i])
		}
		return &value{parts: parts}
	}
	if !proc.Scalar(from) {
		return &value{}
	}
	f := proc.FamilyOf("lift", from, to)
	if to == deriv.Deactivate(from) {
		f = proc.FamilyOf("inactive", from)
	}
	return g.cheap("c", graph.Term{Kind: graph.Apply, Type: to, Func: f}, []*value{x}, 0)
}

func (g *values) primitive(s *proc.Call, in *value) *value {
	args := []*value{in}
	if in.parts != nil {
		args = in.parts
	}
	for _, a := range args {
		if a.parts != nil {
			return nil
		}
	}
	t := graph.Term{Kind: graph.Apply, Type: s.Out.Type, Func: s.Func}
	if cost.Primitive(s.Func) > units.Op { // R runs no longer operation again, so that reverse passes stay short
		return g.shared(t, args, &value{})
	}
	if s.Out.Type == proc.Bool && slices.ContainsFunc(args, func(a *value) bool { return a.inexact }) { // R takes the branch that F took
		return g.shared(t, args, &value{})
	}
	x := g.cheap(s.Out.Name, t, args, cost.Primitive(s.Func))
	x.inexact = x.inexact || s.Out.Type == proc.Real
	return x
}

// built knows the dimensions of the array that a build makes: its counts.
func built(kind proc.LoopKind, in *value) *value {
	switch rank := kind.BuildRank(); {
	case rank == 1:
		return &value{dims: []*value{in}}
	case rank > 1 && in.parts != nil:
		return &value{dims: in.parts}
	}
	return &value{}
}

// loopValue knows the count in the trace of a loop: it is the one that the
// loop was called with, but for a while, which keeps how many iterations there were.
//
//	revf$sum{f} n = (y, n)        revf$fold{f} (n, s) = (s', (n, k))
func loopValue(kind proc.LoopKind, in *value, out proc.Type) *value {
	n, counts := in, kind.BuildRank()
	switch kind {
	case proc.SumOf:
		counts = 1
	case proc.NTimes, proc.Fold, proc.FoldR, proc.CCL, proc.Adds:
		if in.parts == nil {
			return nil
		}
		n, counts = in.parts[0], 1
	}
	if counts == 0 { // nothing, or another number, is kept
		return nil
	}
	ints := make([]proc.Type, counts)
	for i := range ints {
		ints[i] = proc.Int
	}
	x := proc.Elems(out)[1]
	if x == proc.NewTuple(ints...) {
		return &value{parts: []*value{built(kind, in), n}}
	}
	trace := &value{parts: []*value{n}}
	for range proc.Elems(x)[1:] {
		trace.parts = append(trace.parts, &value{})
	}
	return &value{parts: []*value{built(kind, in), trace}}
}

// inside finds the value of a call from the body of the function.
func (g *values) inside(s *proc.Call, in *value, zone []*view) *value {
	if g.run.Depth() == maxDepth {
		return nil
	}
	def := g.t.definition(s.Func)
	if def == nil || def.Body.Count() > maxLook {
		return nil
	}
	return g.run.Inside(def, zone, in)
}
