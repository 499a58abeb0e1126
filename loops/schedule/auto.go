package schedule

import (
	"procad/internal/units"
	"procad/proc/deriv"
)

// A Size is where the traces of all iterations of a loop are, on a machine with a cache.
type Size string

const (
	Fit   Size = "fit"   // they stay in the cache
	Leave Size = "leave" // they leave it, and those of a block of iterations stay in it
	Large Size = "large" // a few of them leave it, or the states between them would
	Few   Size = "few"   // the loop has too few iterations for its trace to be measured
	Long  Size = "long"  // the loop has more iterations than a schedule can have
)

// Automatic is the strategy of a loop for which nobody has chosen one, on a machine with a cache of so many
// bytes, after its first iteration has been taped: the rule of start$auto (loops/blocks.go).
func (l Loop) Automatic(cache int64) (deriv.Strategy, Size) {
	all := deriv.Strategy{Kind: deriv.KeepAll}
	if l.Iterations < units.Measured {
		return all, Few
	}
	l.Iterations--
	if l.Trace <= 0 || l.Iterations <= times(units.Caches, cache)/l.Trace {
		return all, Fit
	}
	k := cache / l.Trace
	switch {
	case times(units.States, l.checkpoint()) > k*l.Trace:
		return all, Large
	case l.Iterations > MaxIterations:
		return all, Long
	}
	return deriv.Strategy{Kind: deriv.Every, K: k}, Leave
}

// Automatically is the cost of such a loop with the strategy that Automatic gives.
func (l Loop) Automatically(s deriv.Strategy) (Counts, error) {
	if s.Kind == deriv.KeepAll || l.Iterations < units.Measured {
		return Predict(s, l)
	}
	left := l
	left.Iterations--
	c, err := Predict(s, left)
	c.Forward++
	c.Traces++
	c.Peak.Traces++
	c.Bytes = plus(c.Bytes, l.Trace)
	return c, err
}
