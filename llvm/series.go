package llvm

import (
	"procad/llvm/abi"
	"procad/llvm/ll"
)

// A series is what sum or adds adds up.
//
//	sum    0 + f(0) + … + f(n-1), in any order unless the mode is strict
//	adds   (…((s + f(0)) + f(1)) + …) + f(n-1)
type series struct {
	leaves  []abi.Leaf
	start   []val // 0, or s
	ordered bool
	again   bool              // iterations may run again: they add up nothing
	term    func(i val) []val // f
}

// sum writes the loop that adds up a series.
func (b *builder) sum(loop looper, n val, s *series) []val {
	b.checkCount(n)
	return loop(n, s.start, func(i val, acc []val) []val { return b.addUp(s, acc, s.term(i)) })
}

func zerosOf(leaves []abi.Leaf) []val {
	zero := make([]val, len(leaves))
	for k, l := range leaves {
		zero[k] = ll.Int(0)
		if l == abi.RealLeaf {
			zero[k] = real(0)
		}
	}
	return zero
}

// addUp adds terms to sums.
func (b *builder) addUp(s *series, acc, terms []val) []val {
	next := make([]val, len(acc))
	for k, x := range terms {
		switch {
		case s.leaves[k] != abi.RealLeaf:
			b.Size++
			next[k] = b.Cur.NewAdd(b.match(acc[k], x))
		case s.ordered:
			next[k] = b.fadd(acc[k], x)
		default:
			next[k] = b.accumulate(acc[k], x)
		}
	}
	return next
}

// inLanes is what sums in lanes begin with: each lane adds up its own iterations, but
// where the order counts all add to one sum.
func (s *series) inLanes(b *builder) []val {
	acc := zerosOf(s.leaves)
	for k := range acc {
		if acc[k] = b.splat(acc[k]); s.ordered {
			acc[k] = s.start[k]
		}
	}
	return acc
}

// addLanesUp adds the terms of a block of iterations to the sums in lanes: where the order
// counts, one after the other.
//
//	acc, x    ↦    (acc + x[0]) + x[1] + …
func (b *builder) addLanesUp(s *series, acc, terms []val) []val {
	if !s.ordered {
		return b.addUp(s, acc, terms)
	}
	for k := range b.lanes.width {
		lane := make([]val, len(terms))
		for j, x := range terms {
			lane[j] = b.lane(x, k)
		}
		acc = b.addUp(s, acc, lane)
	}
	return acc
}

// total is what sums in lanes are together.
func (b *builder) total(s *series, acc []val) []val {
	out := make([]val, len(acc))
	for k, x := range acc {
		if out[k] = x; !s.ordered {
			out[k] = b.addLanes(x)
		}
	}
	return out
}
