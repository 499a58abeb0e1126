package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// split takes innermost loops apart in which the index is compared: into the iterations before the comparisons have the
// results that most iterations see, those in which they have them, and the rest (index set splitting).
//
//	for i < n { … if i = 0 … if i < n - 1 … }
//	   ↦
//	for i < 1 { … };  for i < n - 1 from 1 { … if false … if true … };  for i < n from n - 1 { … }
//
// The order of the iterations stays. What the ends are computed from has to be bounded, as the tests of pass checks say of
// what is in their loops.
func split(p *loopir.Program, report func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		s := &splitter{prover: &prover{facts: newFacts(), f: f, scope: map[val]bool{}, copies: map[*loopir.Op]bool{}}}
		s.visit = s.loop
		s.block(f.Body)
	}
	fold(p, report) // does what is known now
}

const (
	longest = 200 // operations of a loop that is split
	few     = 4   // iterations that a comparison with a number or with the end sets apart
)

// A splitter goes through a function.
type splitter struct{ *prover }

// An edge is where the result of a comparison changes.
type edge struct {
	v    val  // the comparison
	is   bool // what it gives in most iterations
	at   form // where these begin, or end
	ends bool
}

// loop splits a loop, which is in a place of a block. It returns by how many places the loop has moved.
func (s *splitter) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For {
		return 0
	}
	ops := loop.Sub[0].Ops
	if loop.From != nil || size(ops, longest) > longest || !simple(ops) {
		return 0
	}
	made := map[val]bool{}
	mine(loop, made)
	var edges []edge
	for _, v := range conditions(ops, nil) {
		if e, ok := s.edge(loop, v); ok && s.within(e.at, made) && s.plain(v, loop, made) {
			edges = append(edges, e)
		}
	}
	n := s.of(loop.Args[0])
	if len(edges) == 0 || !s.within(n, made) {
		return 0
	}
	w := &testWriter{f: s.f}
	lo, hi := s.f.Int(0), loop.Args[0]
	begins, ends := false, false
	for _, e := range edges {
		if e.ends {
			hi, ends = w.make(loopir.Min, loopir.IntType, hi, w.sum(e.at)), true
		} else {
			lo, begins = w.make(loopir.Max, loopir.IntType, lo, w.sum(e.at)), true
		}
	}
	if begins {
		lo = w.make(loopir.Min, loopir.IntType, lo, loop.Args[0])
	}
	if ends {
		hi = w.make(loopir.Max, loopir.IntType, hi, lo)
	}
	list := w.ops
	init := loop.Args[1:]
	part := func(from, to val, most bool) {
		c := newCopier(s.f)
		l := c.op(loop)
		l.From, l.Args = from, append([]val{to}, init...)
		if most {
			known := renaming{}
			for _, e := range edges {
				bits := uint64(0)
				if e.is {
					bits = 1
				}
				known[c.value(e.v)] = s.f.Const(loopir.BoolType, bits)
			}
			known.block(l.Sub[0])
		}
		if to != loop.Args[0] { // what relied on the number of iterations has it as before
			check := &loopir.Op{Kind: loopir.Check, Args: []val{l.Sub[0].Params[0], loop.Args[0]}}
			check.Claim = &loopir.Claim{Test: loopir.Below, Kind: prim.IndexRange, Proof: loopir.Implied}
			insert(l.Sub[0], 0, []*loopir.Op{check})
		}
		init = l.Outs
		list = append(list, l)
	}
	if begins {
		part(nil, lo, false)
		part(lo, hi, true)
	} else {
		part(nil, hi, true)
	}
	if ends {
		part(hi, loop.Args[0], false)
	}
	last := list[len(list)-1]
	for i, v := range loop.Outs {
		v.Def = last
		last.Outs[i] = v
	}
	b.Ops[at] = last
	insert(b, at, list[:len(list)-1])
	return len(list) - 1
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

// simple says that there is no loop in operations, and that no check of an index is left.
func simple(ops []*loopir.Op) bool {
	for _, op := range ops {
		switch {
		case op.Kind == loopir.For, op.Kind == loopir.While:
			return false
		case op.Kind == loopir.Check && op.Claim.Test == loopir.Below && op.Claim.Proof == loopir.Unproven:
			return false
		}
		for _, b := range op.Sub {
			if !simple(b.Ops) {
				return false
			}
		}
	}
	return true
}

// conditions are the comparisons of Ints that choices in operations depend on.
func conditions(ops []*loopir.Op, list []val) []val {
	var visit func(v val)
	visit = func(v val) {
		if v.Def == nil || slices.Contains(list, v) {
			return
		}
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
			list = conditions(b.Ops, list)
		}
	}
	return list
}

// edge is where the result of a comparison changes, with i the index of the loop and n its iterations:
//
//	i = e           in most iterations false: they begin at e + 1 if e is a small number, and end at e if that is near n
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
			return edge{v, false, e.add(1), false}, true
		}
		return edge{v, false, e, true}, end
	}
	// The comparison is true up to the edge if k = 1, and from the edge on if k = -1.
	at := e
	if (op.Kind == loopir.Le) == (k == 1) {
		at = e.add(1)
	}
	if k == 1 {
		if begin {
			return edge{v, false, at, false}, true
		}
		return edge{v, true, at, true}, true
	}
	if end {
		return edge{v, false, at, true}, true
	}
	return edge{v, true, at, false}, true
}

// within says that a form is made of Ints from before a loop, and that it does not overflow.
func (s *splitter) within(f form, made map[val]bool) bool {
	return f.small(mostTimes) && !slices.ContainsFunc(f.terms, func(t term) bool {
		return made[t.v] || !s.scope[t.v] || !s.limited(t.v, nested)
	})
}

// plain says that what a comparison compares does not overflow. That two Ints are equal is the same if both have.
func (s *splitter) plain(v val, loop *loopir.Op, made map[val]bool) bool {
	if v.Def.Kind == loopir.Eq {
		return true
	}
	i := loop.Sub[0].Params[0]
	return !slices.ContainsFunc(v.Def.Args, func(x val) bool {
		f := s.of(x)
		k := f.of(i)
		return k < -mostCount || k > mostCount || !s.within(f.with(i, number(0)), made)
	})
}

// limited says that v is known to be bounded, or is the index of a loop around with iterations that are.
func (s *splitter) limited(v val, depth int) bool {
	var low, high bool
	for _, g := range latest(s.known, mostKnown) {
		if len(g.f.terms) != 1 || g.f.terms[0].v != v || !g.exact || g.f.c > bounded || g.f.c < -bounded {
			continue
		}
		low = low || g.f.terms[0].k == 1
		high = high || g.f.terms[0].k == -1
	}
	if low && high {
		return true
	}
	loop := s.index(v)
	if loop == nil || depth == 0 {
		return false
	}
	n := s.of(loop.Args[0])
	return n.small(mostCount) && !slices.ContainsFunc(n.terms, func(t term) bool { return !s.limited(t.v, depth-1) })
}
