package split

import (
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
	t     *splitter
	of    map[string]*value
	terms *graph.Terms
	known map[*graph.Term]*value // so that equal expressions are one value
	at    map[*value]proc.Var    // the scalars of the procedure by what they hold; nil inside calls
	// In Θ, names maps those that R may read to what R reads for them, and scalars
	// has the values behind names that R does not have.
	names   map[string]view
	scalars map[string]*value
	dims    map[string][]*value // of arrays that have names here
	depth   int
	outside *values // of what the procedure uses and does not bind; nil if nothing is known of it
}

// A view is the part of an array that some leading indices give, for a name of Θ.
//
//	Row s i… (r. p)      r = s i…      r j… = s i… j…      size(r, k) = size(s, k + |i…|)
type view struct {
	of  string // as R calls it
	idx []*value
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
	g := &values{t: t, of: map[string]*value{}, terms: terms, known: map[*graph.Term]*value{}, at: map[*value]proc.Var{}, names: map[string]view{}, scalars: map[string]*value{}, dims: map[string][]*value{}}
	for n := range t.open {
		if t.refs[n].Mode == proc.Shared {
			g.names[n] = view{of: n}
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
	case *proc.Row:
		g.row(s)
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
	r, ok := g.names[s.Ref]
	if !ok {
		return
	}
	args, time := g.indices(r, s.Idx), int64(0)
	if len(args) > 0 {
		time = cost.Stmt(s)
	}
	g.of[s.Out.Name] = g.cheap(s.Out.Name, graph.Term{Kind: graph.Element, Type: s.Out.Type, Name: r.of, Pos: s.Pos}, args, time)
}

// indices are those of an element of a view, in the array.
func (g *values) indices(r view, idx []proc.Var) []*value {
	all := r.idx[:len(r.idx):len(r.idx)]
	for _, v := range idx {
		all = append(all, g.value(v))
	}
	return all
}

// row knows what a view is of: R reads the array, and needs no view.
func (g *values) row(s *proc.Row) {
	delete(g.names, s.Name)
	if r, ok := g.names[s.Ref]; ok {
		g.names[s.Name] = view{r.of, g.indices(r, s.Idx)}
	}
}

func (g *values) size(s *proc.Size) {
	if dims := g.dims[s.Ref]; dims != nil {
		g.of[s.Out.Name] = dims[s.Axis]
		return
	}
	r, ok := g.names[s.Ref]
	if !ok {
		return
	}
	g.of[s.Out.Name] = g.cheap(s.Out.Name, graph.Term{Kind: graph.Size, Type: proc.Int, Name: r.of, Bits: uint64(len(r.idx) + s.Axis)}, nil, 0)
}
