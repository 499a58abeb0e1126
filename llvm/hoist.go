package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// A check that leaves a loop keeps LLVM from vectorising it. So a loop without
// loops inside is written several times where that helps: without the checks of
// indices that grow evenly with the iterations, for few iterations and for many, and with
// all checks. A guard before the loop, which looks at the first and the last
// iteration, says which one runs.
//
// What checks there are is found out by writing the loop for trial first.

// A trial says what is in a loop that was written for trial.
type trial struct {
	checks  []indexCheck
	others  int            // other run-time errors, and calls of what has effects
	vectors int            // calls of what there is for vectors
	asks    []ask          // of the number of the iteration
	adds    []*bufferedAdd // to elements of arrays
}

// manyIterations is where LLVM's usual vectors and unrolling begin to be worth it: a
// loop of fewer iterations would run in what they leave over.
const manyIterations = 64

// An indexCheck is the check that 0 ≤ i < n.
type indexCheck struct {
	i, n  val
	after int       // how much was asked before
	in    *ir.Block // where it stands
}

// checkIndex ends the run where i is not 0 ≤ i < n.
func (b *builder) checkIndex(i, n val, fail func()) {
	if !b.without(optim.ValueRanges) && b.isBelow(i, n) || b.opts.Unchecked && b.trial == nil {
		return
	}
	if b.lanes != nil && b.lanes.mask != nil {
		b.leaveUnless(b.ICmp(enum.IPredULT, i, n)) // nothing is known of lanes that are not at work
		return
	}
	if b.lanes != nil && isVector(i) {
		if !b.opts.Unchecked {
			b.checkLanes(i, n)
		}
		return
	}
	defer b.below(i, n)
	if b.trial != nil {
		b.trial.checks = append(b.trial.checks, indexCheck{i, n, len(b.trial.asks), b.Cur})
	}
	if s := b.indexSet; s != nil && b.trial == nil {
		s.look()
		if _, ok := find(s, i, n, s.proved); ok {
			return
		}
		if w := s.speculation; w != nil {
			if last, ok := find(s, i, n, w.last); ok {
				b.instead(i, n, b.clamp(w, last, i))
				return
			}
		}
	}
	fail()
}

// An innermost is a loop that has no loop inside; LLVM may be able to vectorise
// it if its iterations commute.
type innermost struct {
	*builder
	commutes  bool
	state     state
	n         val
	init      []val
	iteration func(i val, state []val) []val
	at        *ir.Block // the one before it
	known     map[computed]val
	forms     map[form]*form
	fixed     map[int]bool // the loop-invariant leaves of the state, such as dimensions
	settled   bool         // these are known
}

func (b *builder) innermostLoop(commutes bool, st state) looper {
	return func(n val, init []val, iteration func(i val, state []val) []val) []val {
		outer := b.inner
		b.inner = true
		defer func() { b.inner = outer }()
		l := &innermost{builder: b, commutes: commutes, state: st, n: n, init: init, at: b.Cur, known: map[computed]val{}, fixed: map[int]bool{}, forms: map[form]*form{}}
		l.state.stacks = b.ready(l)
		l.iteration = func(i val, state []val) []val { return l.settle(state, iteration(i, l.begin(state))) }
		return l.begin(l.write())
	}
}

// begin is a state in which the loop-invariant part is what the loop began with.
func (l *innermost) begin(state []val) []val {
	if len(l.fixed) == 0 {
		return state
	}
	out := slices.Clone(state)
	for k := range l.fixed {
		out[k] = l.init[k]
	}
	return out
}

// settle finds out, in the first trial, what an iteration does not change.
func (l *innermost) settle(state, next []val) []val {
	if !l.settled && l.trial != nil && l.lanes == nil && !l.without(optim.InvariantState) {
		for k, v := range next {
			if v == state[k] && !l.state.moves(k) {
				l.fixed[k] = true
			}
		}
	}
	return next
}

// write writes the loop for all iterations at once, or for ranges of them.
func (l *innermost) write() []val {
	whole := l.indexSet()
	if len(l.init) > 0 && l.lanes == nil && !l.without(optim.InvariantState) {
		whole.try()
		l.settled = true
	}
	whole.plan()
	if sets := l.split(whole); sets != nil {
		return l.inSets(sets)
	}
	return whole.checked()
}

// plain writes the iterations from lo to hi with all checks.
func (l *innermost) plain(lo, hi val, init []val) []val {
	return l.state.holding(func(n val, init []val, iteration func(i val, state []val) []val) []val {
		return l.loopFrom(lo, hi, n, init, iteration)
	})(l.n, init, l.iteration)
}

// fast writes the iterations from lo to hi without the checks that the guard covers.
func (s *indexSet) fast(lo, hi val, init []val) []val {
	write := func(mark module.LoopMark) func() []val {
		return func() []val { return s.unguarded(lo, hi, init, mark) }
	}
	many, least := write(module.Unmarked), manyIterations
	if len(s.buffered) > 0 {
		many, least = func() []val { return s.inParts(lo, hi, init) }, s.limits.parted
	}
	// LLVM takes a mark as leave to add in another order.
	if !s.loop.commutes || s.opts.Strict || s.without(optim.Reorder) || s.without(optim.ShortLoops) || s.kept > 0 || s.found.others > 0 {
		return many()
	}
	few := module.FewIterations
	if s.found.vectors > 0 {
		few = module.Masked // a call for each iteration left over takes as long as the vectors
	}
	if c, ok := s.loop.n.(ll.Int); ok {
		if int(c) < least {
			return write(few)()
		}
		return many()
	}
	count := hi
	if lo != ll.Int(0) {
		count = s.Sub(hi, lo)
	}
	return s.either(s.ICmp(enum.IPredULT, count, ll.Int(least)), write(few), many)
}

// unguarded writes the iterations from lo to hi without these checks.
func (s *indexSet) unguarded(lo, hi val, init []val, mark module.LoopMark) []val {
	s.builder.indexSet, s.marked = s, mark
	defer func() { s.builder.indexSet, s.marked = nil, module.Unmarked }()
	return s.iterations(lo, hi, init)
}

// plan finds out which checks can be left out.
func (s *indexSet) plan() {
	s.try()
	s.all, s.conditions, s.proved = nil, map[val]bool{}, map[claim]bool{}
	for _, v := range s.small {
		s.bounded(v)
	}
	s.guesses()
	s.guardStacks()
	s.kept, s.weak, s.loose = 0, 0, 0
	s.drop = make([]bool, len(s.found.checks))
	asked := s.firstAsk()
	for k, c := range s.found.checks {
		if s.drop[k] = s.covers(c); !s.drop[k] {
			s.kept++
		} else if c.after > asked {
			s.doubt(c)
		}
	}
	s.planFission()
}

// try writes the loop into the void, and notes what is in it.
func (s *indexSet) try() {
	b := s.builder
	fn, cur, size, names := b.Func, b.Cur, b.Size, b.Names
	t := &trial{}
	defer b.promotion.forget()()
	b.indexSet, b.trial, b.Func, b.Names = s, t, ir.NewFunc("trial", b.Func.Sig.RetType), proc.NewNames()
	b.Use(b.Block("trial"))
	s.iterations(ll.Int(0), s.loop.n, s.loop.init)
	s.look()
	s.written = b.Func.Blocks[s.first:]
	b.indexSet, b.trial, b.Func, b.Cur, b.Size, b.Names = nil, nil, fn, cur, size, names
	s.found = t
}

// iterations writes a loop over iterations of the index set, in which stacks that are ready are
// used without checks.
func (s *indexSet) iterations(lo, hi val, init []val) []val {
	st := s.loop.state.unchecked()
	defer s.useUnchecked(s.loop.state.stacks, init)()
	return st.holding(func(n val, init []val, iteration func(i val, state []val) []val) []val {
		s.first = len(s.Func.Blocks)
		return s.builder.loopFrom(lo, hi, n, init, iteration)
	})(s.loop.n, init, func(i val, state []val) []val {
		s.i = i
		return s.loop.iteration(i, state)
	})
}

// look notes what the loop has so far.
func (s *indexSet) look() {
	s.inside = map[val]bool{}
	for _, block := range s.Func.Blocks[s.first:] {
		for _, inst := range block.Insts {
			if v, ok := inst.(val); ok {
				s.inside[v] = true
			}
		}
	}
}

// doubt counts a check that is covered, but perhaps never holds in all iterations,
// because a question in the iteration guards it.
func (s *indexSet) doubt(c indexCheck) {
	a, first, ok := s.linear(c.i, 0)
	if _, bounded := s.bounds[c.i]; !ok || bounded && c.i != s.i || a == ll.Int(0) {
		return
	}
	if a != ll.Int(1) || first != ll.Int(0) {
		s.weak++
	}
	base, _ := s.offset(c.n)
	if iterations, _ := s.offset(s.loop.n); base != iterations {
		s.loose++
	}
}

// maxStep bounds steps and iterations, so that their product does not overflow.
const maxStep = 1 << 31

// covers makes sure that a check holds in all iterations of the index set, if it can.
func (s *indexSet) covers(c indexCheck) bool {
	for _, claim := range s.claims(c.i, c.n) {
		if s.proved[claim] || s.guarded(claim) {
			s.proved[claim] = true
			return true
		}
	}
	return false
}

// guarded makes the guard require what a claim says, unless it cannot be, where it is reached.
func (s *indexSet) guarded(c claim) bool {
	limit := c.limit
	if c.below != nil {
		if !s.fits(c.below, limit, 0) {
			return false
		}
		s.lessEq(c.below, limit)
		return true
	}
	a, first, ok := c.i.linear()
	if !ok {
		return false
	}
	first = s.plus(first, s.times(a, s.lo))
	count := s.minus(s.hi, s.lo)
	if k, ok := first.(ll.Int); ok && k < 0 {
		return false // in the first iteration it fails, if it is reached
	}
	switch step, known := a.(ll.Int); {
	case known && step == 0:
		s.less(first, limit)
	case known && step == 1 && first == ll.Int(0):
		if !s.fits(count, limit, 0) {
			return false // in the last iteration it fails, if it is reached
		}
		s.lessEq(count, limit)
	case known && step == 1:
		rest := s.minus(limit, first)
		if !s.fits(count, rest, 0) {
			return false
		}
		s.lessEq(first, limit)
		s.lessEq(count, rest)
	case known && step == -1:
		if !s.fits(count, first, 1) {
			return false
		}
		s.less(first, limit)
		s.lessEq(count, s.plus(first, ll.Int(1)))
	case known && step < 0:
		return false
	default:
		s.lessEq(a, ll.Int(maxStep))
		s.lessEq(s.loop.n, ll.Int(maxStep))
		s.less(first, limit)
		last := s.plus(first, s.times(a, s.minus(count, ll.Int(1))))
		s.less(last, limit)
	}
	return true
}
