package split

import (
	"slices"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// A value is what a variable of F holds, as an expression. Variables with the
// same value hold equal things.
type value struct {
	term  *graph.Term // what it is computed by, of a scalar; nil where nobody asked
	parts []*value    // of a tuple whose parts are known apart
	dims  []*value    // of an array that a build made

	// cheap says that R may compute the term from args again, under a name and in one
	// operation that takes so much time. Otherwise the value stands for itself.
	cheap bool
	time  int64
	name  string
	args  []*value

	open    bool // cheap, but made from what stands for itself
	inexact bool // in another place it may be rounded otherwise
	choice  bool // between two of args, by the first
	always  side // of a Bool
}

// make computes the value from args, where the term was computed first.
func (x *value) make(b *proc.Builder, args []proc.Var) proc.Var {
	if x.always != isEither {
		v := b.Var(x.name, proc.Bool)
		tagged(b, x.always == isInl, v, b.Unit())
		return v
	}
	defer func(pos diag.Pos) { b.Pos = pos }(b.Pos)
	if x.term.Kind == graph.Element {
		b.Pos = x.term.Pos
	}
	return x.term.Emit(b, x.name, "a", x.term.Name, args)
}

// values finds the values of the variables that a procedure binds, from top
// to bottom. It looks into the functions that F calls as far as their bodies
// are short: often a part of a trace is something that the caller knows.
type values struct {
	t     *splitter
	of    map[string]*value
	terms *graph.Terms
	known map[*graph.Term]*value // so that equal expressions are one value
	at    map[*value]proc.Var    // the scalars of the procedure by what they hold; nil inside calls
	// In Θ, names maps those that R may read to what R calls them, and scalars
	// has the values behind names that R does not have.
	names   map[string]string
	scalars map[string]*value
	dims    map[string][]*value // of arrays that have names here
	depth   int
	outside *values // of what the procedure uses and does not bind; nil if nothing is known of it
}

// maxDepth and maxLook bound how far values looks into calls.
const (
	maxDepth = 4
	maxLook  = 200
)

func newValues(t *splitter) *values {
	terms := graph.NewTerms()
	if t.given != nil { // values of which are taken over, so that their terms are of one table
		terms = t.given.terms
	}
	g := &values{t: t, of: map[string]*value{}, terms: terms, known: map[*graph.Term]*value{}, at: map[*value]proc.Var{}, names: map[string]string{}, scalars: map[string]*value{}, dims: map[string][]*value{}}
	for n := range t.open {
		if t.refs[n].Mode == proc.Shared {
			g.names[n] = n
		}
	}
	return g
}

func (g *values) value(v proc.Var) *value {
	x := g.of[v.Name]
	if x == nil && g.outside != nil {
		x = g.outside.of[v.Name]
	}
	if x == nil {
		x = &value{}
		if v.Type == proc.Unit {
			x.parts = []*value{}
		}
	}
	g.of[v.Name] = x
	return x
}

// cheap is the value of a term of args, which R computes under a name in a time. That is 0 of
// what is at hand: constants, sizes and scalars of Θ.
func (g *values) cheap(name string, t graph.Term, args []*value, time int64) *value {
	if g.t.without(optim.Recompute) {
		return g.shared(t, args, &value{})
	}
	x := &value{cheap: true, time: time, name: name, args: args}
	for _, a := range args {
		x.open, x.inexact = x.open || a.open || !a.cheap, x.inexact || a.inexact
	}
	return g.shared(t, args, x)
}

// shared is x, or the value that is known for the same term of args.
func (g *values) shared(t graph.Term, args []*value, x *value) *value {
	for _, a := range args {
		if a.term == nil {
			a.term = g.terms.Opaque()
		}
		t.Args = append(t.Args, a.term)
	}
	x.term = g.terms.Of(t)
	if known := g.known[x.term]; known != nil {
		return known
	}
	g.known[x.term] = x
	return x
}

func (g *values) run(p proc.Procedure) {
	for _, s := range p {
		// what nothing has bound so far comes from before the procedure
		proc.Uses(s, func(v proc.Var) {
			if g.of[v.Name] == nil {
				g.hold(v)
			}
		})
		g.stmt(s)
		if c, ok := s.(*proc.Case); ok {
			g.cases(c)
		} else {
			proc.Bodies(s, g.run)
		}
		proc.Binds(s, g.hold)
	}
}

// stmt finds the values of what a statement binds, without what is in it.
func (g *values) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Const:
		g.of[s.Out.Name] = g.cheap("k", graph.Term{Kind: graph.Constant, Type: s.Out.Type, Bits: s.Bits}, nil, 0)
	case *proc.Dup:
		// A copy of an array is another array.
		if proc.Scalar(s.In.Type) {
			x := g.value(s.In)
			g.of[s.Out.Name] = &value{parts: []*value{x, x}}
		}
	case *proc.Tuple:
		parts := make([]*value, len(s.Ins))
		for i, v := range s.Ins {
			parts[i] = g.value(v)
		}
		g.of[s.Out.Name] = &value{parts: parts}
	case *proc.Untuple:
		if x := g.value(s.In); x.parts != nil {
			for i, v := range s.Outs {
				g.of[v.Name] = x.parts[i]
			}
		}
	case *proc.Inl:
		g.injected(s.Out, isInl)
	case *proc.Inr:
		g.injected(s.Out, isInr)
	case *proc.Read:
		g.read(s)
	case *proc.Size:
		g.size(s)
	case *proc.Share:
		if proc.Scalar(s.In.Type) {
			g.scalars[s.Name] = g.value(s.In)
			g.of[s.Out.Name] = g.value(s.In)
		} else if x := g.value(s.In); x.dims != nil {
			g.dims[s.Name], g.of[s.Out.Name] = x.dims, x
		}
	case *proc.Call:
		if x := g.call(s); x != nil {
			g.of[s.Out.Name] = x
		}
	}
}

// hold notes that v holds its value, if F may have a copy of it.
func (g *values) hold(v proc.Var) {
	if _, tuple := v.Type.(*proc.TupleType); tuple || !proc.Scalar(v.Type) || g.at == nil {
		return
	}
	x := g.value(v)
	if _, ok := g.at[x]; !ok {
		g.at[x] = v
	}
}

// read knows an element of a shared name, which R can read again: nobody
// writes to it while it is shared.
func (g *values) read(s *proc.Read) {
	if x := g.scalars[s.Ref]; x != nil {
		g.of[s.Out.Name] = x
		return
	}
	ref, ok := g.names[s.Ref]
	if !ok {
		return
	}
	args, time := make([]*value, len(s.Idx)), int64(0)
	for i, v := range s.Idx {
		args[i], time = g.value(v), cost.Stmt(s)
	}
	g.of[s.Out.Name] = g.cheap(s.Out.Name, graph.Term{Kind: graph.Element, Type: s.Out.Type, Name: ref, Pos: s.Pos}, args, time)
}

func (g *values) size(s *proc.Size) {
	if dims := g.dims[s.Ref]; dims != nil {
		g.of[s.Out.Name] = dims[s.Axis]
		return
	}
	ref, ok := g.names[s.Ref]
	if !ok {
		return
	}
	g.of[s.Out.Name] = g.cheap(s.Out.Name, graph.Term{Kind: graph.Size, Type: proc.Int, Name: ref, Bits: uint64(s.Axis)}, nil, 0)
}

// call knows the results of primitives, the counts that loops keep, and what
// short functions make of what they are given.
func (g *values) call(s *proc.Call) *value {
	in := g.value(s.In)
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
		return g.inside(s, in)
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
	return g.inside(s, in)
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
func (g *values) inside(s *proc.Call, in *value) *value {
	if g.depth == maxDepth {
		return nil
	}
	def := g.t.definition(s.Func)
	if def == nil || def.Body.Count() > maxLook {
		return nil
	}
	inner := &values{
		t: g.t, of: map[string]*value{def.In.Name: in}, terms: g.terms, known: g.known,
		names: map[string]string{}, scalars: map[string]*value{}, dims: map[string][]*value{}, depth: g.depth + 1,
	}
	for i, r := range def.Zone {
		if r.Mode != proc.Shared {
			continue
		}
		if x := g.scalars[s.Zone[i]]; x != nil {
			inner.scalars[r.Name] = x
		} else if ref, ok := g.names[s.Zone[i]]; ok {
			inner.names[r.Name] = ref
		}
	}
	inner.run(def.Body)
	return inner.value(def.Out)
}
