package schedule

import (
	"fmt"
	"math"

	"procad/proc/deriv"
)

// A Loop is what the cost of a schedule depends on.
type Loop struct {
	Iterations int64
	State      int64 // bytes of the loop's state; a checkpoint takes CheckpointExtra more
	Trace      int64 // bytes of the trace of one iteration, or an upper bound
	Online     bool  // the number of iterations is not known before they are run
}

// CheckpointExtra is the bytes of a checkpoint beside the state: the number of an iteration.
const CheckpointExtra = 8

// MaxIterations is the largest number of iterations of a loop.
const MaxIterations = 1 << 31

// checkpoints is the parameter of binomial or mixed. More checkpoints than this are never
// used, and the room of mixed is no larger.
func checkpoints(s deriv.Strategy) int64 { return min(s.K, MaxIterations) }

func (l Loop) checkpoint() int64 { return plus(l.State, CheckpointExtra) }

// mixed takes a trace for one byte where it has none.
func (l Loop) mixed() mixed { return mixed{l.checkpoint(), max(1, l.Trace)} }

// valid says what is wrong with a strategy for a loop.
func valid(s deriv.Strategy, l Loop) error {
	switch {
	case l.Iterations < 0:
		return fmt.Errorf("a loop cannot have %d iterations", l.Iterations)
	case l.Iterations > MaxIterations && s.Kind != deriv.KeepAll: // which needs no schedule
		return fmt.Errorf("%d iterations are too many: a schedule can have %d", l.Iterations, int64(MaxIterations))
	case l.State < 0:
		return fmt.Errorf("a state cannot have %d bytes", l.State)
	case l.Trace < 0:
		return fmt.Errorf("a trace cannot have %d bytes", l.Trace)
	}
	switch s.Kind {
	case deriv.Every, deriv.Binomial, deriv.Mixed:
		if s.K < 1 {
			return fmt.Errorf("%s: the number must be at least 1", s)
		}
	case deriv.KeepAll, deriv.Recompute, deriv.Sqrt, deriv.Bisect:
	case deriv.Auto:
		return fmt.Errorf("auto is no schedule: choose a strategy by the memory there is")
	default:
		return fmt.Errorf("there is no schedule for the strategy %q", s)
	}
	if l.Online {
		switch s.Kind {
		case deriv.Sqrt, deriv.Bisect, deriv.Mixed:
			return fmt.Errorf("%s needs to know the number of iterations before the loop runs; a while loop can have store, recompute, every(k) and binomial(s)", s.Kind)
		}
	}
	return nil
}

// Decision gives d(left, free) of a strategy, and c0, the checkpoints that are free at
// first: the parameter of binomial and mixed, else as many as will be used. On an
// online loop, d is for the reverse pass; see online.go.
func Decision(s deriv.Strategy, l Loop) (d func(left, free int64) int64, start int64, err error) {
	c, err := Predict(s, l)
	if err != nil {
		return nil, 0, err
	}
	switch s.Kind {
	case deriv.Binomial:
		return splitBinomial, checkpoints(s), nil
	case deriv.Mixed:
		return l.mixed().split, checkpoints(s), nil
	case deriv.Bisect:
		return func(left, _ int64) int64 { return splitBisect(left) }, c.Checkpoints, nil
	case deriv.Recompute:
		return func(left, _ int64) int64 { return max(left-1, 0) }, c.Checkpoints, nil
	case deriv.KeepAll:
		return func(_, _ int64) int64 { return 0 }, c.Checkpoints, nil
	}
	k := block(s, l.Iterations)
	return func(left, _ int64) int64 {
		if left > k {
			return k
		}
		return 0
	}, c.Checkpoints, nil
}

// block is the k of every(k), and ⌈√n⌉ for sqrt.
func block(s deriv.Strategy, n int64) int64 {
	if s.Kind == deriv.Every {
		return s.K
	}
	k := int64(math.Sqrt(float64(n)))
	for k*k < n {
		k++
	}
	for k > 1 && (k-1)*(k-1) >= n {
		k--
	}
	return max(k, 1)
}

// splitBisect is ⌈l/2⌉.
func splitBisect(l int64) int64 {
	if l <= 1 {
		return 0
	}
	return l - l/2
}

// bisectDepth is the most states that bisect keeps at once, ⌊log₂ l⌋: the right
// part of l iterations has ⌊l/2⌋, and the left part after it at most one more.
func bisectDepth(l int64) int64 {
	d := int64(0)
	for ; l > 1; l /= 2 {
		d++
	}
	return d
}
