package schedule

import (
	"cmp"
	"slices"

	"procad/proc/deriv"
)

// A Choice is a strategy for a loop and what it costs.
type Choice struct {
	Strategy deriv.Strategy
	Counts   Counts
}

// Choices are the strategies worth considering for a loop when checkpoints and traces
// may take so many bytes, the fastest first: that with the fewest forward iterations,
// of these that with the fewest bytes. Of strategies that come to the same, there
// is one. There is none at all if memory < Least(l).
func Choices(l Loop, memory int64) ([]Choice, error) {
	if err := valid(deriv.Strategy{Kind: deriv.KeepAll}, l); err != nil {
		return nil, err
	}
	var all []Choice
	same := map[Counts]bool{}
	for _, s := range candidates(l, memory) {
		c, err := Predict(s, l)
		if err != nil {
			return nil, err
		}
		cost := c
		cost.Peak = InUse{}
		if c.Bytes <= memory && !same[cost] {
			same[cost] = true
			all = append(all, Choice{s, c})
		}
	}
	slices.SortStableFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(a.Counts.Forward, b.Counts.Forward), cmp.Compare(a.Counts.Bytes, b.Counts.Bytes))
	})
	return all, nil
}

// Least is the fewest bytes with which the loop can be reversed at all: either
// all traces are kept, or a state and a trace at once.
func Least(l Loop) (int64, error) {
	all, err := Predict(deriv.Strategy{Kind: deriv.KeepAll}, l)
	if err != nil {
		return 0, err
	}
	one, err := Predict(deriv.Strategy{Kind: deriv.Recompute}, l)
	return min(all.Bytes, one.Bytes), err
}

// candidates are the strategies that can be used for the loop, the simple ones
// first; binomial and mixed with the most checkpoints that fit beside a trace, and
// binomial with the fewest that give as many repetitions, too.
func candidates(l Loop, memory int64) []deriv.Strategy {
	of := func(k deriv.StrategyKind, n int64) deriv.Strategy { return deriv.Strategy{Kind: k, K: n} }
	some := []deriv.Strategy{of(deriv.KeepAll, 0), of(deriv.Recompute, 0)}
	if !l.Online {
		some = append(some, of(deriv.Sqrt, 0), of(deriv.Bisect, 0))
	}
	// s checkpoints and one trace, and nothing is gained by more checkpoints than iterations
	room := (max(memory, 0) - l.Trace) / l.checkpoint()
	s := min(room, l.Iterations)
	if s < 1 {
		return some
	}
	if l.Online {
		return append(some, of(deriv.Binomial, s))
	}
	s = max(min(s, l.Iterations-1), 1)
	least := BoundOf(l.Iterations, s).Least
	return append(some, of(deriv.Binomial, s), of(deriv.Binomial, least), of(deriv.Mixed, room))
}

// A Bound says where binomial(s) stands: n ≤ Reach = β(s, r).
type Bound struct {
	Repeats int64 // r: no iteration is advanced over more often, beside being taped
	Reach   int64 // the most iterations for s and r
	Least   int64 // the fewest checkpoints for n and r
	Next    int64 // the next step to less memory: the fewest checkpoints for the r that Least - 1 checkpoints have; 0 if Least is 1
	More    int64 // that r
}

// BoundOf is the bound of binomial(s) for n iterations, for s ≥ 1.
func BoundOf(n, s int64) Bound {
	r := Repeats(n, s)
	b := Bound{Repeats: r, Reach: Reach(s, r), Least: CheckpointsFor(n, r)}
	if b.Least > 1 {
		b.More = Repeats(n, b.Least-1)
		b.Next = CheckpointsFor(n, b.More)
	}
	return b
}
