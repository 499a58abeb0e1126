package passes

import (
	"math"
	"slices"

	"procad/llvm/abi"
	"procad/llvm/loopir"
)

// demands are the forms that a check demands to be at least 0; none if it demands something else.
//
//	check i < n        i ≥ 0, n - 1 - i ≥ 0        check n >= 0     n ≥ 0
//	check a == b       a - b ≥ 0, b - a ≥ 0        check n != 0     n - 1 ≥ 0, which is more
//	check k * n fits   n ≥ 0, abi.MaxElements - k n ≥ 0; of two Ints, both are between 0 and mostFactor
func (k *facts) demands(op *loopir.Op) []form {
	if op.Mask != nil || op.Args[0].Type != loopir.IntType {
		return nil
	}
	x := k.of(op.Args[0])
	switch op.Claim.Test {
	case loopir.Below:
		return []form{x, k.of(op.Args[1]).minus(x).add(-1)}
	case loopir.NonNegative:
		return []form{x}
	case loopir.Equal:
		d := x.minus(k.of(op.Args[1]))
		return []form{d, number(0).minus(d)}
	case loopir.Fits:
		y := k.of(op.Args[1])
		if c, ok := x.constant(); ok && c >= 0 {
			return []form{y, number(abi.MaxElements).plus(-c, y)}
		}
		if c, ok := y.constant(); ok && c >= 0 {
			return []form{x, number(abi.MaxElements).plus(-c, x)}
		}
		return []form{x, y, number(mostFactor).minus(x), number(mostFactor).minus(y)}
	case loopir.NonZero:
		if d := op.Args[0].Def; d == nil || d.Kind != loopir.Len {
			return []form{x.add(-1)}
		}
	}
	return nil
}

// mostFactor is a number whose square is at most abi.MaxElements.
const mostFactor = 1 << 22

// follows says that a check follows from what is known at its place.
//
// A check is of numbers of 64 bits, and a proof of integers. Below: if the integer F of the form satisfies 0 ≤ F < n, then F
// fits in 64 bits, so it is the index. Equal: forms that are equal have equal values. The others compare the value itself, so
// it must be exact.
func (k *facts) follows(op *loopir.Op) bool {
	fs := k.demands(op)
	if fs == nil {
		return false
	}
	switch op.Claim.Test {
	case loopir.Below:
		if !k.exact(k.of(op.Args[1])) {
			return false
		}
	case loopir.NonNegative, loopir.NonZero, loopir.Fits:
		if !k.exact(k.of(op.Args[0])) || op.Claim.Test == loopir.Fits && !k.exact(k.of(op.Args[1])) {
			return false
		}
	}
	return !slices.ContainsFunc(fs, func(f form) bool { return !k.proves(f) })
}

// A search looks for a reason why a form is at least 0. It replaces the index of each loop around by a bound: by a lower one where it
// is added, by an upper one where it is subtracted. It replaces the larger or the smaller of two, remainders, and what a loop
// carries and never raises, by what bounds them (bounds.go). What was made last is replaced first.
//
// A search has two modes. In a proof (outside is nil) the form must end as a number ≥ 0, or as a sum of Ints ≥ 0, and uses exact
// facts only. For a test (outside is set) it may end as a form of Ints from before the loop, of which the test asks whether
// they are so small that no form in used overflows.
type search struct {
	*facts
	inner   int            // for a test: the loops from this one on are replaced
	outside func(val) bool // a value is from before that loop
	used    []form         // what it computes with
	found   form           // what a test has to ask to be at least 0
	given   []form         // and these
	steps   int            // left
}

// mostSteps bounds how many bounds a search tries.
const mostSteps = 200

// proves says that f ≥ 0 follows from what is known at the place.
func (k *facts) proves(f form) bool {
	s := &search{facts: k, steps: mostSteps}
	return s.find(f)
}

// find says that f ≥ 0 is proven, or that a test before the loop can tell.
func (s *search) find(f form) bool {
	if s.steps--; s.steps < 0 || f.lost {
		return false
	}
	if s.ends(f) {
		return true
	}
	for _, g := range latest(s.known, mostKnown) {
		if c, ok := f.minus(g.f).constant(); ok && c >= 0 && s.uses(g) {
			s.used, s.found = append(append(s.used, g.f), g.from...), number(c)
			return true
		}
	}
	for _, t := range slices.Backward(f.terms) {
		if loop := indexOf(t.v); loop != nil && slices.Contains(s.loops[s.inner:], loop) {
			return s.index(f, t, loop)
		}
		if x := beginning(t.v); x != nil && t.k < 0 && s.outside == nil && s.notNegative(x) && s.exact(s.of(x)) {
			return s.find(f.with(t.v, s.of(x)))
		}
		if replaceable(t.v) && (s.outside == nil || !s.outside(t.v)) {
			return s.two(f, t)
		}
	}
	return false
}

// index replaces the index of a loop.
func (s *search) index(f form, t term, loop *loopir.Op) bool {
	bounds := s.low
	if t.k < 0 {
		bounds = s.high
	}
	n, m := len(s.used), len(s.given)
	for _, b := range bounds(loop) {
		if !s.uses(b) || b.f.of(t.v) != 0 {
			continue
		}
		s.used = slices.Concat(s.used, []form{b.f}, b.from, b.given)
		s.given = append(s.given, b.given...)
		if s.find(f.with(t.v, b.f)) {
			return true
		}
		s.used, s.given = s.used[:n], s.given[:m]
	}
	return false
}

// uses says that an inequality may be used: it is exact, or a test before the loop makes it so.
func (s *search) uses(g atLeast) bool {
	if s.outside == nil {
		return g.exact && len(g.given) == 0
	}
	overflows := func(f form) bool { return !s.tested(f) }
	inside := func(f form) bool { return !s.before(f) }
	return !overflows(g.f) && (g.exact || !slices.ContainsFunc(g.from, overflows)) &&
		!slices.ContainsFunc(g.given, overflows) && !slices.ContainsFunc(g.given, inside)
}

// before says that a form is made of Ints from before the loop.
func (s *search) before(f form) bool {
	return !slices.ContainsFunc(f.terms, func(t term) bool { return !s.outside(t.v) })
}

// tested says that a test before the loop can see to it that f does not overflow.
func (s *search) tested(f form) bool { return f.most(s.most) < mostValue }

// most is how large an Int can be where a test has bounded those from before the loop.
func (s *search) most(v val) float64 {
	return s.magnitude(v, func(v val) float64 {
		if s.outside(v) {
			return bounded
		}
		return math.Inf(1)
	}, nested)
}

// ends says that f is what a search ends with.
func (s *search) ends(f form) bool {
	if s.outside == nil {
		return f.c >= 0 && !slices.ContainsFunc(f.terms, func(t term) bool { return t.k < 0 || !s.notNegative(t.v) })
	}
	if c, ok := f.constant(); ok && c < 0 || !s.before(f) || !s.tested(f) {
		return false
	}
	s.found = f
	return true
}
