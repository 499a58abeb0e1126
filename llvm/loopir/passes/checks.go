package passes

import (
	"slices"

	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// checks proves checks, and guards others. A check demands that forms are at least 0:
//
//	check i < n      i ≥ 0, n - 1 - i ≥ 0        check n >= 0     n ≥ 0
//	check a == b     a - b ≥ 0, b - a ≥ 0        check n != 0     n - 1 ≥ 0
//	check k * n fits   n ≥ 0, 2^44 - k n ≥ 0
//
// A form is at least what it is where the index of each loop around, the innermost first, is replaced by a bound: by a
// lower one where it is added, by an upper one where it is subtracted. What is left may be a number ≥ 0; then the check is
// implied. Or it is made of Ints from before a loop; then a test before that loop can ask, once for all iterations:
//
//	for i < n { … check … }    ↦    c = all tests; if c { for i < n { … check … guarded } } else { for i < n { … check … } }
//
// The test computes with Ints, which may overflow. So it asks too whether all that it computes with is so small that nothing
// does. Since the other version has all checks, the first run-time error is the same.
//
// The outermost loop that can have a test for a check has it.
func checks(p *loopir.Program, report func(Report)) {
	for _, f := range p.Funcs {
		c := &prover{facts: newFacts(), f: f, scope: map[val]bool{}, copies: map[*loopir.Op]bool{}, why: map[*loopir.Op]string{}}
		c.left = growth*size(f.Body.Ops, mostOps) + leastOps
		f.Renumber() // forms are in the order of IDs
		c.visit = c.implied
		c.block(f.Body)
		c.visit = c.guard
		c.block(f.Body)
		c.report(f.Name, f.Body, false, report)
		f.Renumber()
	}
}

const (
	growth   = 4         // times as many operations as before may be in copies of loops
	leastOps = 1000      // and so many more
	mostOps  = 1_000_000 // are counted
	mostSome = 60        // tests before a loop
)

// A prover goes through a function with what is known at each place. It visits each operation, in its block, before it goes
// on inside, and is told by how many places the operation has moved.
type prover struct {
	*facts
	f      *loopir.Func
	visit  func(b block, at int, op *loopir.Op) (moved int)
	scope  map[val]bool          // the values that are made before the place
	left   int                   // how many operations may still be copied
	copies map[*loopir.Op]bool   // loops that keep their checks, as others are guarded
	why    map[*loopir.Op]string // a check is kept
}

// block goes through a block whose facts are known.
func (c *prover) block(b block) {
	m := c.mark()
	mine := slices.Clone(b.Params)
	c.enter(b.Params)
	for at := 0; at < len(b.Ops); at++ {
		op := b.Ops[at]
		at += c.visit(b, at, op)
		c.shown(op)
		c.inside(op, c.block)
		outs := b.Ops[at].Outs
		c.enter(outs)
		mine = append(mine, outs...)
	}
	for _, v := range mine {
		delete(c.scope, v)
	}
	c.undo(m)
}

// shown learns what an operation shows.
func (c *prover) shown(op *loopir.Op) {
	switch op.Kind {
	case loopir.Check:
		c.passed(op)
	case loopir.View:
		c.shaped(op)
	}
}

// enter notes values that are made.
func (c *prover) enter(vs []val) {
	for _, v := range vs {
		c.scope[v] = true
	}
}

// inside goes through the blocks of an operation with what is known there. In copies nothing is looked for.
func (c *prover) inside(op *loopir.Op, block func(block)) {
	if c.copies[op] {
		return
	}
	for k, b := range op.Sub {
		m := c.mark()
		switch op.Kind {
		case loopir.For:
			c.loops = append(c.loops, op)
		case loopir.If:
			c.holds(op.Args[0], k == 0, deepest)
		}
		block(b)
		c.undo(m)
	}
}

// demands are the forms that a check demands to be at least 0; none if it demands something else.
func (c *prover) demands(op *loopir.Op) []form {
	if op.Mask != nil || op.Args[0].Type != loopir.IntType {
		return nil
	}
	x := c.of(op.Args[0])
	switch op.Claim.Test {
	case loopir.Below:
		return []form{x, c.of(op.Args[1]).minus(x).add(-1)}
	case loopir.NonNegative:
		return []form{x}
	case loopir.Equal:
		d := x.minus(c.of(op.Args[1]))
		return []form{d, number(0).minus(d)}
	case loopir.Fits:
		y := c.of(op.Args[1])
		if k, ok := x.constant(); ok && k >= 0 && k <= mostTimes {
			return []form{y, number(abi.MaxElements).plus(-k, y)}
		}
		if k, ok := y.constant(); ok && k >= 0 && k <= mostTimes {
			return []form{x, number(abi.MaxElements).plus(-k, x)}
		}
	case loopir.NonZero:
		if d := op.Args[0].Def; d == nil || d.Kind != loopir.Len {
			return []form{x.add(-1)}
		}
	}
	return nil
}

// implied marks a check that holds wherever it is reached.
func (c *prover) implied(_ block, _ int, op *loopir.Op) int {
	if op.Kind == loopir.Check && op.Claim.Proof == loopir.Unproven && c.holdsHere(op) {
		op.Claim.Proof = loopir.Implied
	}
	return 0
}

// holdsHere says that a check follows from what is known at its place.
func (c *prover) holdsHere(op *loopir.Op) bool {
	fs := c.demands(op)
	if fs == nil {
		return false
	}
	// What is computed has to be the true value. An index between 0 and n - 1 has not overflowed.
	switch op.Claim.Test {
	case loopir.Below:
		if !c.exact(c.of(op.Args[1])) {
			return false
		}
	case loopir.NonNegative, loopir.NonZero, loopir.Fits:
		if !c.exact(c.of(op.Args[0])) || op.Claim.Test == loopir.Fits && !c.exact(c.of(op.Args[1])) {
			return false
		}
	}
	return !slices.ContainsFunc(fs, func(f form) bool {
		s := &search{facts: c.facts, steps: mostSteps}
		return !s.find(f, true)
	})
}

// A search looks for what a form is at least.
type search struct {
	*facts
	inner  int            // the loops from this one on are replaced; 0 in a proof
	before func(val) bool // a value is from before that loop; nil in a proof
	used   []form         // what it computes with
	found  form           // of a test: what is to be at least 0
	steps  int            // left
}

// mostSteps bounds how many bounds a search tries.
const mostSteps = 200

// find says that f ≥ 0 is proven, or that a test before the loop can tell.
func (s *search) find(f form, exact bool) bool {
	if s.steps--; s.steps < 0 {
		return false
	}
	if s.ends(f, exact) {
		return true
	}
	for _, g := range latest(s.known, mostKnown) {
		if c, ok := f.minus(g.f).constant(); ok && c >= 0 && s.uses(g) {
			if s.before == nil {
				return exact
			}
			s.used, s.found = append(append(s.used, g.f), g.from...), number(c)
			return true
		}
	}
	for k := len(s.loops) - 1; k >= s.inner; k-- {
		loop := s.loops[k]
		i := loop.Sub[0].Params[0]
		at := f.of(i)
		if at == 0 {
			continue
		}
		bounds := s.low
		if at < 0 {
			bounds = s.high
		}
		for _, b := range bounds(loop) {
			if !s.uses(b) || b.f.of(i) != 0 {
				continue
			}
			n := len(s.used)
			s.used = append(append(s.used, b.f), b.from...)
			if s.find(f.with(i, b.f), exact && b.exact) {
				return true
			}
			s.used = s.used[:n]
		}
		return false
	}
	return false
}

// uses says that an inequality may be used: it is true of true values, or a test before the loop makes it so.
func (s *search) uses(g atLeast) bool {
	if g.exact || s.before == nil {
		return g.exact
	}
	return s.tested(g.f) && !slices.ContainsFunc(g.from, func(f form) bool { return !s.tested(f) })
}

// tested says that a test before the loop can see to it that f does not overflow.
func (s *search) tested(f form) bool {
	if !f.small(mostTimes) {
		return false
	}
	return !slices.ContainsFunc(f.terms, func(t term) bool { return !s.before(t.v) && !s.counted(t.v, nested) })
}

// counted says that v is the index of a loop whose number of iterations a test can bound.
func (s *search) counted(v val, depth int) bool {
	loop := s.index(v)
	if loop == nil || depth == 0 || !slices.Contains(s.loops[s.inner:], loop) {
		return false
	}
	n := s.of(loop.Args[0])
	return n.small(mostCount) && !slices.ContainsFunc(n.terms, func(t term) bool { return !s.before(t.v) && !s.counted(t.v, depth-1) })
}

// ends says that f is a number ≥ 0, or a sum of Ints ≥ 0; of a test, that it is made of values from before the loop.
func (s *search) ends(f form, exact bool) bool {
	if s.before == nil {
		return exact && f.c >= 0 && !slices.ContainsFunc(f.terms, func(t term) bool { return t.k < 0 || !s.notNegative(t.v) })
	}
	if !f.small(mostTimes) || slices.ContainsFunc(f.terms, func(t term) bool { return !s.before(t.v) }) {
		return false
	}
	if c, ok := f.constant(); ok && c < 0 {
		return false
	}
	s.found = f
	return true
}

// A test is what is asked before a loop.
type test struct {
	least []form // that are to be at least 0
	small []val  // that are to be bounded
}

// guard gives a loop, which is in a place of a block, a version without the checks that a test before it can ask for. It
// returns by how many places the loop has moved: it is in the block of an If then, and at the place is that If.
func (c *prover) guard(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || c.copies[loop] {
		return 0
	}
	if size([]*loopir.Op{loop}, mostOps) > c.left {
		return 0
	}
	made := map[val]bool{}
	mine(loop, made)
	before := func(v val) bool { return c.scope[v] && !made[v] }
	var t test
	var guarded []*loopir.Op
	inner := len(c.loops)
	var scan func(b block)
	scan = func(b block) {
		m := c.mark()
		for _, op := range b.Ops {
			if op.Kind == loopir.Check && op.Claim.Proof == loopir.Unproven && c.asks(op, inner, before, &t) {
				guarded = append(guarded, op)
			}
			c.shown(op)
			c.inside(op, scan)
		}
		c.undo(m)
	}
	c.inside(loop, scan)
	if len(guarded) == 0 {
		return 0
	}
	c.left -= size([]*loopir.Op{loop}, mostOps)
	slow := newCopier(c.f).op(loop)
	for _, op := range guarded {
		op.Claim.Proof = loopir.Guarded
	}
	c.copies[slow] = true
	w := &testWriter{f: c.f}
	cond := w.write(t)
	choice := &loopir.Op{Kind: loopir.If, Args: []val{cond}, Outs: loop.Outs}
	for _, v := range choice.Outs {
		v.Def = choice
	}
	loop.Outs = nil
	for _, v := range choice.Outs {
		c.f.NewOut(loop, v.Type, v.Name)
	}
	for _, l := range []*loopir.Op{loop, slow} {
		choice.Sub = append(choice.Sub, &loopir.Block{In: choice, Ops: []*loopir.Op{l}, Yield: slices.Clone(l.Outs)})
	}
	b.Ops[at] = choice
	insert(b, at, w.ops)
	return len(w.ops)
}

// mine are the values that an operation makes, with its blocks.
func mine(op *loopir.Op, made map[val]bool) {
	for _, v := range op.Outs {
		made[v] = true
	}
	for _, b := range op.Sub {
		for _, v := range b.Params {
			made[v] = true
		}
		for _, inner := range b.Ops {
			mine(inner, made)
		}
	}
}

// asks adds to a test what a check demands, if a test before the loop can ask it.
func (c *prover) asks(op *loopir.Op, inner int, before func(val) bool, t *test) bool {
	fs := c.demands(op)
	if fs == nil || len(t.least) > mostSome {
		return false
	}
	least, small := t.least, t.small
	for _, f := range fs {
		s := &search{facts: c.facts, inner: inner, before: before, steps: mostSteps}
		if !s.tested(f) {
			c.why[op] = "it depends on an Int that an iteration makes"
			return false
		}
		if !s.find(f, true) {
			c.why[op] = "no bound of it is known before a loop"
			return false
		}
		if n, ok := s.found.constant(); !ok {
			if !slices.ContainsFunc(least, s.found.equal) {
				least = append(least, s.found)
			}
		} else if n < 0 {
			return false
		}
		used := append(s.used, f, s.found)
		for _, loop := range c.loops[inner:] {
			used = append(used, c.of(loop.Args[0]))
		}
		for _, g := range used {
			for _, u := range g.terms {
				if before(u.v) && !slices.Contains(small, u.v) {
					small = append(small, u.v)
				}
			}
		}
	}
	t.least, t.small = least, small
	return true
}

// A testWriter writes a test.
type testWriter struct {
	f   *loopir.Func
	ops []*loopir.Op
}

func (w *testWriter) make(k loopir.Kind, t loopir.Type, args ...val) val {
	op := &loopir.Op{Kind: k, Args: args}
	w.ops = append(w.ops, op)
	return w.f.NewOut(op, t, "")
}

// write writes a test: a Bool.
func (w *testWriter) write(t test) val {
	c := w.f.Const(loopir.BoolType, 1)
	and := func(x, y val) {
		d := w.make(loopir.Le, loopir.BoolType, x, y)
		if c.Origin == loopir.Constant {
			c = d
			return
		}
		c = w.make(loopir.And, loopir.BoolType, c, d)
	}
	for _, v := range t.small {
		and(w.f.Int(-bounded), v)
		and(v, w.f.Int(bounded))
	}
	for _, f := range t.least {
		and(w.f.Int(0), w.sum(f))
	}
	return c
}

// sum writes a form.
func (w *testWriter) sum(f form) val {
	total := w.f.Int(f.c)
	for i, t := range f.terms {
		x := t.v
		if t.k != 1 {
			x = w.make(loopir.Mul, loopir.IntType, w.f.Int(t.k), x)
		}
		if i == 0 && f.c == 0 {
			total = x
			continue
		}
		total = w.make(loopir.Add, loopir.IntType, total, x)
	}
	return total
}

// reason says what became of a check, and why.
func (c *prover) reason(op *loopir.Op, looped bool) string {
	switch op.Claim.Proof {
	case loopir.Implied:
		return "left out: it follows from what is known there"
	case loopir.Guarded:
		return "left out: a test before a loop asks it once for all iterations"
	}
	why := c.why[op]
	switch {
	case !looped:
		why = "no loop is around it in its function"
	case why == "":
		why = "a test before a loop cannot ask it, or the loop is too long for two versions"
	}
	return "kept: " + why
}

// report says what became of the checks in a block, which is in a loop or not.
func (c *prover) report(f proc.Func, b block, looped bool, report func(Report)) {
	for _, op := range b.Ops {
		if op.Kind == loopir.Check {
			reason := c.reason(op, looped)
			e := prim.RuntimeError{Kind: op.Claim.Kind}
			report(Report{Func: f, Pos: op.Pos, What: e.Code(), Done: op.Claim.Proof != loopir.Unproven, Reason: reason})
		}
		if c.copies[op] {
			continue
		}
		for _, inner := range op.Sub {
			c.report(f, inner, looped || op.Kind == loopir.For || op.Kind == loopir.While, report)
		}
	}
}
