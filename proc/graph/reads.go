package graph

import (
	"slices"

	"procad/proc"
)

// Reads knows which arrays a function reads, of its argument and of its zone, and where the arrays of the argument
// are in the result. To measure an array is not to read it. It is an abstract interpretation: each variable is bound to
// the arrays that it contains, of those that are followed.
//
//	⟦x = Read s i…⟧             reads the arrays of s
//	⟦b = Call zero{A} a⟧        b ↦ (–, a), since cot A = (δA, A)
//	⟦b = Call add{A} (a, c)⟧    b ↦ a, since c contains the same arrays
//	⟦b = Call swap (a, i…, x)⟧  b ↦ (a, e)    e is an element of a: what uses it reads a
//	⟦b = Call f [θ] a⟧          what f does, which is found once for each f
//	⟦Call loop{f} [θ] (n, s)⟧   what f does, up to a limit
//
// All else that could look into an array reads it: primitives, functions without a definition, copies, sums and stacks.
type Reads struct {
	definition func(proc.Func) *proc.Def
	known      map[proc.Func]*reading
}

// NewReads looks into definitions of definitions. What has none reads.
func NewReads(definition func(proc.Func) *proc.Def) *Reads {
	return &Reads{definition, map[proc.Func]*reading{}}
}

// An Array is one that is followed.
type Array struct {
	Read bool // an element of it is, or may be
}

// Contents are the arrays that a variable contains, of those that are followed: for an array, what it may be one
// of; for a tuple, those of its parts. It is nil where there are none.
type Contents struct {
	Arrays []*Array
	Parts  []*Contents
}

// A reading is what a function does. nil is for one that reads everything.
type reading struct {
	zone []*Contents
	in   *Contents
	out  *Contents
}

// Procedure follows the arrays of variables through p. It returns the arrays of the variables that p leaves, by their names.
func (r *Reads) Procedure(p proc.Procedure, at map[proc.Var]*Contents) map[string]*Contents {
	d := newReadsDomain(r)
	for v, h := range at {
		d.run.Bind(v, h)
	}
	d.run.Procedure(p)
	return d.run.vars
}

// A Flow says where arrays are in a procedure: in the variables that it binds or takes, behind the names that it opens,
// and, by their names, in the variables that it leaves.
type Flow struct {
	Vars  map[proc.Var]*Contents
	Names map[string]*Contents
	Left  map[string]*Contents
	// From are the arrays that variables would have whose arrays are to be new ones.
	From map[proc.Var]*Contents
}

// Flow follows all arrays through p. One of which it is not known where it comes from is an array of its own, and so are
// those of the variables in anew.
func (r *Reads) Flow(p proc.Procedure, anew map[proc.Var]bool) *Flow {
	d := newReadsDomain(r)
	d.flow, d.anew = &Flow{map[proc.Var]*Contents{}, map[string]*Contents{}, d.run.vars, map[proc.Var]*Contents{}}, anew
	d.run.Procedure(p)
	return d.flow
}

// Argument has the arrays in the argument of a function, which say whether they are read, and those in its result. ok is
// false where nothing is known of the function: then it reads all.
func (r *Reads) Argument(f proc.Func) (in, out *Contents, ok bool) {
	known := r.of(f)
	if known == nil {
		return nil, nil, false
	}
	return known.in, known.out, true
}

// of is what a function does. One that is being looked at, because it calls itself, reads.
func (r *Reads) of(f proc.Func) *reading {
	if known, ok := r.known[f]; ok {
		return known
	}
	r.known[f] = nil
	def := r.definition(f)
	if def == nil {
		return nil
	}
	d := newReadsDomain(r)
	is := &reading{in: Follow(def.In.Type)}
	for _, ref := range def.Zone {
		is.zone = append(is.zone, Follow(ref.Type))
	}
	is.out = d.run.Inside(def, is.zone, is.in)
	is.out.readElements(def.Out.Type)
	r.known[f] = is
	return is
}

// Follow has a new array for each of those in a t, but for those in sums and stacks.
func Follow(t proc.Type) *Contents {
	switch t := t.(type) {
	case *proc.ArrayType:
		return &Contents{Arrays: []*Array{{}}}
	case *proc.TupleType:
		h := &Contents{Parts: make([]*Contents, len(t.Elems))}
		for i, e := range t.Elems {
			h.Parts[i] = Follow(e)
		}
		return h
	}
	return nil
}

// Each calls f with each array in h.
func (h *Contents) Each(f func(*Array)) {
	if h == nil {
		return
	}
	for _, a := range h.Arrays {
		f(a)
	}
	for _, p := range h.Parts {
		p.Each(f)
	}
}

// Reads says that the arrays in h are read.
func (h *Contents) Reads() { h.Each(func(a *Array) { a.Read = true }) }

// Read says that an element of an array in h is read.
func (h *Contents) Read() (read bool) {
	h.Each(func(a *Array) { read = read || a.Read })
	return read
}

// readElements says that the arrays are read of which elements are in h, of a t.
func (h *Contents) readElements(t proc.Type) {
	if h == nil {
		return
	}
	switch t := t.(type) {
	case *proc.ArrayType:
	case *proc.TupleType:
		for i, e := range t.Elems {
			h.Part(i).readElements(e)
		}
	default:
		h.Reads()
	}
}

// Part has the arrays of a part of a tuple.
func (h *Contents) Part(i int) *Contents {
	if h == nil || i >= len(h.Parts) {
		return nil
	}
	return h.Parts[i]
}

// Shares says that an array is in both, h and g.
func (h *Contents) Shares(g *Contents) (shares bool) {
	h.Each(func(a *Array) { g.Each(func(b *Array) { shares = shares || a == b }) })
	return shares
}

// union has the arrays of a and of b. It is a where b adds nothing.
func union(a, b *Contents) *Contents {
	switch {
	case b == nil || a == b:
		return a
	case a == nil:
		return b
	}
	u := *a
	more := false
	for _, x := range b.Arrays {
		if !slices.Contains(u.Arrays, x) {
			u.Arrays, more = append(slices.Clip(u.Arrays), x), true
		}
	}
	n := max(len(a.Parts), len(b.Parts))
	parts := make([]*Contents, n)
	for i := range parts {
		parts[i] = union(a.Part(i), b.Part(i))
		more = more || parts[i] != a.Part(i)
	}
	if !more {
		return a
	}
	u.Parts = parts
	return &u
}

// readsDomain is the domain of Reads. A name has the arrays of what it stands for.
type readsDomain struct {
	Unknown[*Contents, *Contents]
	of   *Reads
	run  *Interpreter[*Contents, *Contents]
	flow *Flow // where that is asked
	anew map[proc.Var]bool
}

func newReadsDomain(r *Reads) *readsDomain {
	d := &readsDomain{of: r}
	d.run = Interpret(d)
	d.run.scope = newScope[*Contents, *Contents]()
	return d
}

func (d *readsDomain) Bind(v proc.Var, x *Contents) *Contents {
	if d.flow == nil || d.run.Depth() > 0 {
		return x
	}
	if d.anew[v] {
		d.flow.From[v], x = x, nil
	}
	if x == nil {
		x = Follow(v.Type)
	}
	d.flow.Vars[v] = x
	return x
}

func (d *readsDomain) Dup(_ *proc.Dup, x *Contents) *Contents {
	x.Reads()
	return nil
}

func (d *readsDomain) Tuple(_ *proc.Tuple, parts []*Contents) *Contents {
	for _, p := range parts {
		if p != nil {
			return &Contents{Parts: parts}
		}
	}
	return nil
}

func (d *readsDomain) Parts(x *Contents, _ proc.Type) []*Contents {
	if x == nil {
		return nil
	}
	return x.Parts
}

func (d *readsDomain) Inject(_ proc.Var, x *Contents, _ bool) *Contents {
	x.Reads()
	return nil
}

func (d *readsDomain) Join(_ *proc.Case, _ *Contents, _ proc.Var, l, r *Contents) *Contents {
	return union(l, r)
}

func (d *readsDomain) Share(s *proc.Share, x *Contents) *Contents {
	if d.flow != nil {
		d.flow.Names[s.Name] = x
	}
	return x
}

func (d *readsDomain) Accum(_ *proc.Accum, x *Contents) *Contents {
	x.Reads()
	return nil
}

func (d *readsDomain) Read(_ *proc.Read, n *Contents, idx []*Contents) *Contents {
	n.Reads()
	readEach(idx)
	return nil
}

func (d *readsDomain) Add(_ *proc.Add, _ *Contents, idx []*Contents, x *Contents) {
	x.Reads()
	readEach(idx)
}

func (d *readsDomain) Row(_ *proc.Row, n *Contents, idx []*Contents) *Contents {
	readEach(idx)
	return n
}

func (d *readsDomain) Choose(_ *proc.Choose, b *Contents, yes, no *Contents) *Contents {
	b.Reads()
	return union(yes, no)
}

func (d *readsDomain) Cases(_ *proc.Case, x *Contents, left, right func() bool) {
	x.Reads()
	left()
	right()
}

// readEach says that what is in a list is read: elements of arrays, as indices.
func readEach(list []*Contents) {
	for _, x := range list {
		x.Reads()
	}
}

func (d *readsDomain) Call(s *proc.Call, in *Contents, zone []*Contents) *Contents {
	if family, _, ok := s.Func.Family(); ok {
		switch family {
		case "zero":
			return ofZero(in, s.In.Type, s.Out.Type)
		case "add":
			return in.Part(0)
		case "zeros":
			return nil
		case "swap":
			if in == nil {
				return nil
			}
			readEach(in.Parts[1:])
			a := in.Part(0)
			return &Contents{Parts: []*Contents{a, a}}
		case "retype", "inactive", "lift":
			return in
		}
	}
	if kind, body, ok := s.Func.Loop(); ok {
		return d.loop(kind, body, s.In.Type, in, zone)
	}
	is := d.of.of(s.Func)
	if is == nil {
		return readAll(in, zone)
	}
	return is.apply(in, zone)
}

// readAll is a call that reads all it gets.
func readAll(in *Contents, zone []*Contents) *Contents {
	in.Reads()
	readEach(zone)
	return nil
}

// ofZero has the arrays of the zero of a t: those of the t, each in a pair where it has a tangent.
func ofZero(h *Contents, t, cot proc.Type) *Contents {
	if h == nil || cot == proc.Unit {
		return nil
	}
	switch t := t.(type) {
	case *proc.ArrayType:
		if _, pair := cot.(*proc.TupleType); pair {
			return &Contents{Parts: []*Contents{nil, h}}
		}
		return h
	case *proc.TupleType:
		z := &Contents{Parts: make([]*Contents, len(t.Elems))}
		for i, e := range t.Elems {
			z.Parts[i] = ofZero(h.Part(i), e, proc.Elems(cot)[i])
		}
		return z
	}
	return nil
}

// apply is what a function gives for an argument, where it reads what is.in and is.zone say.
func (is *reading) apply(in *Contents, zone []*Contents) *Contents {
	to := map[*Array][]*Array{}
	match(is.in, in, to)
	for i, n := range zone {
		match(is.zone[i], n, to)
	}
	return is.out.with(to)
}

// match says which arrays stand for those of a function.
func match(param, arg *Contents, to map[*Array][]*Array) {
	if param == nil || arg == nil {
		return
	}
	for _, a := range param.Arrays {
		arg.Each(func(b *Array) {
			b.Read = b.Read || a.Read
			to[a] = append(to[a], b)
		})
	}
	for i, p := range param.Parts {
		match(p, arg.Part(i), to)
	}
}

// with has what stands for the arrays of h.
func (h *Contents) with(to map[*Array][]*Array) *Contents {
	if h == nil {
		return nil
	}
	w := &Contents{}
	for _, a := range h.Arrays {
		for _, b := range to[a] {
			if !slices.Contains(w.Arrays, b) {
				w.Arrays = append(w.Arrays, b)
			}
		}
	}
	for _, p := range h.Parts {
		w.Parts = append(w.Parts, p.with(to))
	}
	return w
}

// loop is that of a function; nothing is behind the numbers of its iterations.
func (d *readsDomain) loop(kind proc.LoopKind, f proc.Func, t proc.Type, in *Contents, zone []*Contents) *Contents {
	is := d.of.of(f)
	if is == nil {
		return readAll(in, zone)
	}
	l := d.run.Loop(kind, in, t, &readsBody{is, append(make([]*Contents, kind.Indices()), zone...)})
	if kind == proc.Adds {
		l.First.Reads()
	}
	return l.State
}

type readsBody struct {
	is   *reading
	zone []*Contents
}

func (b *readsBody) Index(int, *Contents)                {}
func (b *readsBody) Iteration(state *Contents) *Contents { return b.is.apply(state, b.zone) }
func (b *readsBody) Widen(_ int, state, next *Contents) (*Contents, bool) {
	u := union(state, next)
	return u, u != state
}
