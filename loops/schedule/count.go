package schedule

import "iter"

// Counts is what a schedule costs.
type Counts struct {
	Forward     int64 `json:"forward"`     // iterations run forwards, taped or not
	Writes      int64 `json:"writes"`      // states written: put into a checkpoint, not those that stay there
	Checkpoints int64 `json:"checkpoints"` // most checkpoints in use at once
	Traces      int64 `json:"traces"`      // most traces held at once
	Repetitions int64 `json:"repetitions"` // most often that one iteration is run forwards
	Bytes       int64 `json:"bytes"`       // most bytes of checkpoints and traces at once
}

// Count counts what actions that Check accepts cost, for a loop of such sizes.
func Count(l Loop, actions iter.Seq[Action]) Counts {
	var c Counts
	var checkpoints, traces int64
	starts := make([]int64, l.Iterations+1) // runs that start with an iteration, less those that end before it
	for a := range actions {
		switch a.Op {
		case Advance, Tape:
			c.Forward += a.To - a.From
			starts[a.From]++
			starts[a.To]--
			if a.Op == Tape {
				traces++
			}
		case Store:
			c.Writes++
			checkpoints++
		case Free:
			checkpoints--
		case Reverse:
			traces--
		}
		c.Checkpoints, c.Traces = max(c.Checkpoints, checkpoints), max(c.Traces, traces)
		c.Bytes = max(c.Bytes, l.Bytes(checkpoints, traces))
	}
	runs := int64(0)
	for _, k := range starts {
		runs += k
		c.Repetitions = max(c.Repetitions, runs)
	}
	return c
}

// Bytes is what so many checkpoints and traces take.
func (l Loop) Bytes(checkpoints, traces int64) int64 {
	return plus(times(checkpoints, l.checkpoint()), times(traces, l.Trace))
}
