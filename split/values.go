package split

import (
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/cost"
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
	graph.Unknown[*value, *view]
	t       *splitter
	run     *graph.Interpreter[*value, *view]
	terms   *graph.Terms
	known   map[*graph.Term]*value // so that equal expressions are one value
	at      map[*value]proc.Var    // the scalars of the procedure by what they hold, where that is asked; not inside calls
	outside *values                // of what the procedure uses and does not bind; nil if nothing is known of it
}

// A view is what is known behind a name of Θ: it is the part of an array that some leading indices give, or it
// holds what F has shared, which R does not have.
//
//	Row s i… (r. p)      r = s i…      r j… = s i… j…      size(r, k) = size(s, k + |i…|)
type view struct {
	of    string // the array, as R calls it; empty where R has none
	idx   []*value
	holds *value
	bare  bool // R has the dimensions of the array alone
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
	g := &values{t: t, terms: terms, known: map[*graph.Term]*value{}, at: map[*value]proc.Var{}}
	g.run = graph.Keep(g)
	for n := range t.open {
		if t.refs[n].Mode == proc.Shared {
			g.run.Open(n, &view{of: n, bare: t.unset.hidden[n]})
		}
	}
	return g
}

func (g *values) value(v proc.Var) *value { return g.run.Use(v) }

// Bind gives a variable of which nothing is known here the value that it has outside, or one for itself. It
// notes that F may have a copy of v.
func (g *values) Bind(v proc.Var, x *value) *value {
	inside := g.run.Depth() > 0
	if x == nil && g.outside != nil && !inside {
		x = g.outside.run.Var(v)
	}
	if x == nil {
		x = &value{}
		if v.Type == proc.Unit {
			x.parts = []*value{}
		}
	}
	if _, tuple := v.Type.(*proc.TupleType); !tuple && g.at != nil && !inside && proc.Scalar(v.Type) {
		if _, ok := g.at[x]; !ok {
			g.at[x] = v
		}
	}
	return x
}

// cheap is the value of a term of args, which R computes under a name in a time. That is 0 of
// what is at hand: constants, sizes and scalars of Θ.
func (g *values) cheap(name string, t graph.Term, args []*value, time int64) *value {
	if g.t.without(optim.Recompute) {
		return g.shared(t, args, &value{})
	}
	for g.t.suffix != "" && strings.HasSuffix(name, g.t.suffix) { // as that of a cotangent in a function that is called
		name = strings.TrimSuffix(name, g.t.suffix)
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

func (g *values) Const(s *proc.Const) *value {
	return g.cheap("k", graph.Term{Kind: graph.Constant, Type: s.Out.Type, Bits: s.Bits}, nil, 0)
}

// Dup knows that a copy of an array is another array.
func (g *values) Dup(s *proc.Dup, x *value) *value {
	if proc.Scalar(s.In.Type) {
		return &value{parts: []*value{x, x}}
	}
	return nil
}

func (g *values) Tuple(_ *proc.Tuple, parts []*value) *value { return &value{parts: parts} }

func (g *values) Parts(x *value, _ proc.Type) []*value { return x.parts }

func (g *values) Share(s *proc.Share, x *value) *view {
	if proc.Scalar(s.In.Type) || x.dims != nil {
		return &view{holds: x}
	}
	return nil
}

// Read knows an element of a shared name, which R can read again: nobody
// writes to it while it is shared.
func (g *values) Read(s *proc.Read, n *view, idx []*value) *value {
	switch {
	case n == nil || (n.holds != nil || n.bare) && len(idx) > 0:
		return nil
	case n.holds != nil:
		return n.holds
	}
	args, time := n.indices(idx), int64(0)
	if len(args) > 0 {
		time = cost.Stmt(s)
	}
	return g.cheap(s.Out.Name, graph.Term{Kind: graph.Element, Type: s.Out.Type, Name: n.of, Pos: s.Pos}, args, time)
}

// indices are those of an element of a view, in the array.
func (n *view) indices(idx []*value) []*value {
	if len(n.idx) == 0 {
		return idx
	}
	return slices.Concat(n.idx, idx)
}

// Row knows what a view is of: R reads the array, and needs no view.
func (g *values) Row(_ *proc.Row, n *view, idx []*value) *view {
	if n == nil || n.holds != nil {
		return nil
	}
	return &view{of: n.of, idx: n.indices(idx), bare: n.bare}
}

func (g *values) Size(s *proc.Size, n *view) *value {
	switch {
	case n == nil:
		return nil
	case n.holds != nil:
		return n.holds.dims[s.Axis]
	}
	return g.cheap(s.Out.Name, graph.Term{Kind: graph.Size, Type: proc.Int, Name: n.of, Bits: uint64(len(n.idx) + s.Axis)}, nil, 0)
}
