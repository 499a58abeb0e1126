package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

// split takes loops apart in which the index is compared: into the iterations before the comparisons have the results that most
// iterations see, those in which they have them, and the rest (index set splitting). Loops around others are taken apart where only
// a few iterations at the ends see other results, as at the edges of a stencil; then the loops inside those of most iterations.
//
//	for i < n { … if i = 0 … if i < n - 1 … }
//	   ↦
//	lo = min 1, n;  hi = min n, (max lo, n - 1)
//	for i < lo { … };  for i < hi from lo { … if false … if true … };  for i < n from hi { … }
//
// The order of the iterations stays. Nothing may overflow in the ends: they are exact, or what they are computed from is bounded, as
// the tests of pass checks say of what is in their loops.
func split(p *loopir.Program, opts Options, report func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		s := &splitter{walker: newWalker(f), room: opts.room(f)}
		s.before = s.loop
		s.block(f.Body)
	}
	fold(p, opts, report) // does what is known now
}

const (
	longNest = 1000 // of one with loops inside
	few      = 4    // iterations that a comparison with a number or with the end sets apart
)

// A splitter goes through a function.
type splitter struct {
	*walker
	room *int // how many operations may still be in versions
}

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
	nest := loop.Kind == loopir.For && loops(loop.Sub[0].Ops)
	if !s.wanted(loop, nest) {
		return 0
	}
	edges := s.edges(loop, nest)
	if len(edges) == 0 {
		return 0
	}
	if nest {
		*s.room -= 2 * size(loop.Sub[0].Ops, longNest)
	}
	w := &builder{f: s.f}
	list := s.parts(w, loop, edges, nest)
	last := len(list) - 1
	b.Ops[at] = list[last]
	insert(b, at, append(w.ops, list[:last]...))
	return slices.Index(b.Ops, loop) - at
}

// wanted says that a loop may be split: it is not too long, has no checks of indices that are left, and is not one of a few iterations.
func (s *splitter) wanted(loop *loopir.Op, nest bool) bool {
	if loop.Kind != loopir.For || loop.From != nil || s.copies[loop] {
		return false
	}
	most := longest
	if nest {
		most = min(longNest, *s.room/2)
	}
	ops := loop.Sub[0].Ops
	n, known := loop.Args[0].IsConst()
	return size(ops, most) <= most && all(ops, indexed) && !(known && int64(n) <= mostIterations)
}

// edges are the edges of the comparisons in a loop that can be used.
func (s *splitter) edges(loop *loopir.Op, nest bool) (list []edge) {
	made := map[val]bool{}
	madeIn(loop, made)
	if !s.fixed(s.of(loop.Args[0]), made) {
		return nil
	}
	if !nest {
		s.choices(loop, made)
	}
	for _, v := range conditions(loop.Sub[0].Ops) {
		if e, ok := s.edge(loop, v); ok && (e.few || !nest) && s.usable(e, loop, made) {
			list = append(list, e)
		}
	}
	return list
}

// middle writes where the iterations begin and end that see what most see; nil: with the first, after the last.
func (s *splitter) middle(w *builder, loop *loopir.Op, edges []edge) (lo, hi val) {
	count := loop.Args[0]
	n := s.of(count)
	for _, e := range edges {
		switch {
		case e.ends && isBelow(e.at, n, 0): // it is behind the last iteration
		case e.ends && hi == nil:
			hi = w.sum(e.at)
		case e.ends:
			hi = w.make(loopir.Min, loopir.IntType, hi, w.sum(e.at))
		case lo == nil && isBelow(e.at, number(0), 0):
			lo = w.sum(e.at)
		case lo == nil:
			lo = w.make(loopir.Max, loopir.IntType, s.f.Int(0), w.sum(e.at))
		default:
			lo = w.make(loopir.Max, loopir.IntType, lo, w.sum(e.at))
		}
	}
	// Where the middle would end before it begins, it is empty: the others are right for all iterations.
	if lo != nil {
		lo = w.make(loopir.Min, loopir.IntType, lo, count)
	}
	if hi != nil {
		begin := lo
		if begin == nil {
			begin = s.f.Int(0)
		}
		hi = w.make(loopir.Min, loopir.IntType, count, w.make(loopir.Max, loopir.IntType, begin, hi))
	}
	return lo, hi
}

// parts are the loops that stand for a loop. It is itself the one of most iterations, in which loops may be split, and copies are the
// others.
func (s *splitter) parts(w *builder, loop *loopir.Op, edges []edge, nest bool) []*loopir.Op {
	lo, hi := s.middle(w, loop, edges)
	end, outs := loop.Args[0], loop.Outs
	loop.Outs = nil
	for _, v := range outs {
		s.f.NewOut(loop, v.Type, v.Name)
	}
	many := slices.ContainsFunc(edges, func(e edge) bool { return !e.few })
	p := &partition{s, !many && !nest, nil, loop.Args[1:], end}
	before, behind := newCopier(s.f), newCopier(s.f)
	first, last := before.op(loop), behind.op(loop)
	early, late := s.others(loop, edges, false, before), s.others(loop, edges, true, behind)
	if lo != nil {
		p.part(first, nil, lo, early)
	}
	to := hi
	if hi == nil {
		to = end
	}
	p.part(loop, lo, to, s.usual(edges))
	if hi != nil {
		p.part(last, hi, end, late)
	}
	p.rest(loop)
	final := p.list[len(p.list)-1]
	final.Outs = outs
	for _, v := range outs {
		v.Def = final
	}
	return p.list
}

// isBelow says that g ≤ f - c, whatever the Ints are that both are made of.
func isBelow(f, g form, c int64) bool {
	d, ok := f.minus(g).constant()
	return ok && d >= c
}

// A partition is the loops that a loop is split into.
type partition struct {
	*splitter
	rolled bool         // other iterations than most are few
	list   []*loopir.Op // the loops so far
	state  []val        // what the last one gives
	end    val          // of all iterations
}

// part appends a loop, which is the whole one or a copy, over the iterations from one to another, with what comparisons give there.
func (p *partition) part(l *loopir.Op, from, to val, known renaming) {
	l.From, l.Args = from, append([]val{to}, p.state...)
	known.block(l.Sub[0])
	if to != p.end { // what relied on the number of iterations has it as before
		insert(l.Sub[0], 0, []*loopir.Op{implied(l.Sub[0].Params[0], p.end)})
	}
	p.state = l.Outs
	p.list = append(p.list, l)
}

// rest says that in parts but for that of most iterations nothing is looked for.
func (p *partition) rest(most *loopir.Op) {
	for _, l := range p.list {
		if l == most {
			continue
		}
		p.copies[l] = true
		if p.rolled {
			l.Hint = loopir.Rolled
		}
	}
}

// usual is what comparisons give in most iterations.
func (s *splitter) usual(edges []edge) renaming {
	known := renaming{}
	for _, e := range edges {
		known[e.v] = s.f.Bool(e.is)
	}
	return known
}

// others is what comparisons give in a copy of the loop for the iterations before those that most are like, or behind them. If all
// edges there are at one place, it is the opposite. Where two Ints are compared for being equal, it is that of one iteration only.
func (s *splitter) others(loop *loopir.Op, edges []edge, ends bool, c *copier) renaming {
	known := renaming{}
	n := s.of(loop.Args[0])
	var first *edge
	for _, e := range edges {
		if e.ends != ends || ends && isBelow(e.at, n, 0) {
			continue
		}
		if first == nil {
			first = &e
		}
		if !e.at.equal(first.at) {
			return nil
		}
		single := e.at.equal(number(1))
		if ends {
			single = e.at.equal(n.add(-1))
		}
		if e.v.Def.Kind != loopir.Eq || single {
			known[c.value(e.v)] = s.f.Bool(!e.is)
		}
	}
	return known
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
	behind := e.ends && isBelow(e.at, s.of(loop.Args[0]), 0)
	return (behind || s.fixed(e.at, made)) && (e.v.Def.Kind == loopir.Eq || s.exactly(e.v, loop, made))
}

// fixed says that a form is made of Ints from before a loop, and that it does not overflow.
func (s *splitter) fixed(f form, made map[val]bool) bool {
	return s.outside(f, made) && (s.exact(f) || f.most(s.most) < mostValue)
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
		if s.exact(f) {
			return false
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
	return s.magnitude(v, func(v val) float64 {
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
