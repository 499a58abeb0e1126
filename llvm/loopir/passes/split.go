package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

// split takes innermost loops apart in which the index is compared: into the iterations before the comparisons have the
// results that most iterations see, those in which they have them, and the rest (index set splitting).
//
//	for i < n { … if i = 0 … if i < n - 1 … }
//	   ↦
//	if 1 <= n - 1 {
//	  for i < 1 { … };  for i < n - 1 from 1 { … if false … if true … };  for i < n from n - 1 { … }
//	} else { for i < n { … } }
//
// The order of the iterations stays. What the ends are computed from has to be bounded, as the tests of pass checks say of
// what is in their loops.
func split(p *loopir.Program, opts Options, report func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		s := &splitter{walker: newWalker(f)}
		s.before = s.loop
		s.block(f.Body)
	}
	fold(p, opts, report) // does what is known now
}

const (
	longest = 200 // operations of a loop that is split
	few     = 4   // iterations that a comparison with a number or with the end sets apart
)

// A splitter goes through a function.
type splitter struct{ *walker }

// An edge is where the result of a comparison changes.
type edge struct {
	v    val  // the comparison
	is   bool // what it gives in most iterations
	at   form // where these begin, or end
	ends bool
	few  bool // there are few other iterations
}

// loop splits a loop, which is in a place of a block. It returns by how many places the loop has moved.
func (s *splitter) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For {
		return 0
	}
	ops := loop.Sub[0].Ops
	if loop.From != nil || size(ops, longest) > longest || loops(ops) || !all(ops, indexed) {
		return 0
	}
	if n, ok := loop.Args[0].IsConst(); ok && int64(n) <= mostIterations {
		return 0
	}
	made := map[val]bool{}
	madeIn(loop, made)
	var edges []edge
	for _, v := range conditions(ops) {
		if e, ok := s.edge(loop, v); ok && s.usable(e, loop, made) {
			edges = append(edges, e)
		}
	}
	n := s.of(loop.Args[0])
	if len(edges) == 0 || !s.fixed(n, made) {
		return 0
	}
	w := &builder{f: s.f}
	lo, hi := s.f.Int(0), loop.Args[0]
	begins, ends, rolled := false, false, true
	for _, e := range edges {
		rolled = rolled && e.few
		at := w.sum(e.at)
		switch {
		case !e.ends && !begins && isBelow(e.at, number(0), 0):
			lo, begins = at, true
		case !e.ends:
			lo, begins = w.make(loopir.Max, loopir.IntType, lo, at), true
		case !ends && isBelow(n, e.at, 0):
			hi, ends = at, true
		default:
			hi, ends = w.make(loopir.Min, loopir.IntType, hi, at), true
		}
	}
	parts := &partition{s, loop, edges, rolled, nil, loop.Args[1:]}
	if begins {
		parts.part(nil, lo, false)
		parts.part(lo, hi, true)
	} else {
		parts.part(nil, hi, true)
	}
	if ends {
		parts.part(hi, loop.Args[0], false)
	}
	// Where the middle would end before it begins, the loop is as it was.
	choice := instead(s.f, w.make(loopir.Le, loopir.BoolType, lo, hi), loop)
	side(choice, parts.list, parts.state)
	side(choice, []*loopir.Op{loop}, loop.Outs)
	b.Ops[at] = choice
	insert(b, at, w.ops)
	return len(w.ops)
}

// isBelow says that g ≤ f - c, whatever the Ints are that both are made of.
func isBelow(f, g form, c int64) bool {
	d, ok := f.minus(g).constant()
	return ok && d >= c
}

// A partition is the loops that a loop is split into.
type partition struct {
	*splitter
	loop   *loopir.Op
	edges  []edge
	rolled bool         // other iterations than most are few
	list   []*loopir.Op // the loops so far
	state  []val        // what the last one gives
}

// part appends a loop over the iterations from one to another: those in which comparisons have the results of most
// iterations, or others.
func (p *partition) part(from, to val, most bool) {
	c := newCopier(p.f)
	l := c.op(p.loop)
	l.From, l.Args = from, append([]val{to}, p.state...)
	if most {
		known := renaming{}
		for _, e := range p.edges {
			bits := uint64(0)
			if e.is {
				bits = 1
			}
			known[c.value(e.v)] = p.f.Const(loopir.BoolType, bits)
		}
		known.block(l.Sub[0])
	} else if p.rolled {
		l.Hint = loopir.Rolled
	}
	if to != p.loop.Args[0] { // what relied on the number of iterations has it as before
		insert(l.Sub[0], 0, []*loopir.Op{implied(l.Sub[0].Params[0], p.loop.Args[0])})
	}
	p.state = l.Outs
	p.list = append(p.list, l)
}

// block replaces what the operations of a block take.
func (r renaming) block(b block) {
	for _, op := range b.Ops {
		r.uses(op)
		for _, inner := range op.Sub {
			r.block(inner)
		}
	}
	r.list(b.Yield)
}

// indexed says that an operation is no check of an index that is left: a loop with one would gain nothing.
func indexed(op *loopir.Op) bool { return !open(op) || op.Claim.Test != loopir.Below }

// conditions are the comparisons of Ints that choices in operations depend on.
func conditions(ops []*loopir.Op) (list []val) {
	seen := map[val]bool{}
	var visit func(v val)
	visit = func(v val) {
		if v.Def == nil || seen[v] {
			return
		}
		seen[v] = true
		switch v.Def.Kind {
		case loopir.Not, loopir.And, loopir.Or:
			for _, a := range v.Def.Args {
				visit(a)
			}
		case loopir.Lt, loopir.Le, loopir.Eq:
			if v.Def.Args[0].Type == loopir.IntType {
				list = append(list, v)
			}
		}
	}
	for _, op := range ops {
		if op.Kind == loopir.If {
			visit(op.Args[0])
		}
		for _, b := range op.Sub {
			b.Walk(func(op *loopir.Op) {
				if op.Kind == loopir.If {
					visit(op.Args[0])
				}
			})
		}
	}
	return list
}

// edge is where the result of a comparison changes, with i the index of the loop and n its iterations:
//
//	i = e           in most iterations false: they begin at e + 1 if e is a small number, and else end at e
//	i < e, i ≤ e    true up to e; if e is a small number, in most iterations false from there on
//	e < i, e ≤ i    true from e on; if e is near n, in most iterations false up to there
func (s *splitter) edge(loop *loopir.Op, v val) (edge, bool) {
	op, i, n := v.Def, loop.Sub[0].Params[0], s.of(loop.Args[0])
	d := s.of(op.Args[0]).minus(s.of(op.Args[1])) // x - y
	k := d.of(i)
	if k != 1 && k != -1 {
		return edge{}, false
	}
	e := number(0).plus(-k, d.with(i, number(0))) // x = y where i = e
	near := func(f form) bool { c, ok := f.constant(); return ok && -few <= c && c <= few }
	begin, end := near(e), near(e.minus(n))
	if op.Kind == loopir.Eq {
		if begin {
			return edge{v, false, e.add(1), false, true}, true
		}
		return edge{v, false, e, true, end}, true
	}
	// The comparison is true up to the edge if k = 1, and from the edge on if k = -1.
	at := e
	if (op.Kind == loopir.Le) == (k == 1) {
		at = e.add(1)
	}
	if k == 1 {
		if begin {
			return edge{v, false, at, false, true}, true
		}
		return edge{v, true, at, true, end}, true
	}
	if end {
		return edge{v, false, at, true, true}, true
	}
	return edge{v, true, at, false, begin}, true
}

// usable says that an edge can be computed before the loop, and that nothing overflows in its comparison. Where two Ints are
// compared for being equal this does not matter: i = e as 64 bits, and no iteration has a number below 0.
func (s *splitter) usable(e edge, loop *loopir.Op, made map[val]bool) bool {
	if e.v.Def.Kind == loopir.Eq && e.ends {
		return s.outside(e.at, made)
	}
	return s.fixed(e.at, made) && (e.v.Def.Kind == loopir.Eq || s.exactly(e.v, loop, made))
}

// fixed says that a form is made of Ints from before a loop, and that it does not overflow.
func (s *splitter) fixed(f form, made map[val]bool) bool {
	return s.outside(f, made) && f.most(s.most) < mostValue
}

// outside says that a form is made of Ints from before a loop.
func (s *splitter) outside(f form, made map[val]bool) bool {
	return !f.lost && !slices.ContainsFunc(f.terms, func(t term) bool { return made[t.v] || !s.scope[t.v] })
}

// exactly says that what a comparison compares does not overflow.
func (s *splitter) exactly(v val, loop *loopir.Op, made map[val]bool) bool {
	i := loop.Sub[0].Params[0]
	return !slices.ContainsFunc(v.Def.Args, func(x val) bool {
		f := s.of(x)
		if !s.outside(f.with(i, number(0)), made) {
			return true
		}
		n := s.of(loop.Args[0]).most(s.most)
		return f.most(func(v val) float64 {
			if v == i {
				return n
			}
			return s.most(v)
		}) >= mostValue
	})
}

// most is how large an Int can be, by what is known of it.
func (s *splitter) most(v val) float64 {
	return s.bound(v, func(v val) float64 {
		var low, high bool
		for _, g := range latest(s.known, mostKnown) {
			if len(g.f.terms) != 1 || g.f.terms[0].v != v || !g.exact || g.f.c > bounded || g.f.c < -bounded {
				continue
			}
			low = low || g.f.terms[0].k == 1
			high = high || g.f.terms[0].k == -1
		}
		if low && high {
			return bounded
		}
		return math.Inf(1)
	}, nested)
}
