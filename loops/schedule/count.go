package schedule

import (
	"cmp"
	"iter"
)

// Counts is what a schedule costs.
type Counts struct {
	Forward     int64 `json:"forward"`     // iterations run forwards, taped or not
	Writes      int64 `json:"writes"`      // states written: put into a checkpoint, not those that stay there
	Checkpoints int64 `json:"checkpoints"` // most checkpoints in use at once
	Traces      int64 `json:"traces"`      // most traces held at once
	Repetitions int64 `json:"repetitions"` // most often that one iteration is run forwards
	Bytes       int64 `json:"bytes"`       // most bytes of checkpoints and traces at once
	Peak        InUse `json:"peak"`        // what these bytes are
}

// InUse is what a schedule has in use at a time.
type InUse struct {
	Checkpoints int64 `json:"checkpoints"`
	Traces      int64 `json:"traces"`
}

// use notes what is in use at a time. Of what takes equally many bytes, the peak is what has more checkpoints, and then more traces.
func (c *Counts) use(l Loop, checkpoints, traces int64) {
	bytes := l.Bytes(checkpoints, traces)
	if cmp.Or(cmp.Compare(bytes, c.Bytes), cmp.Compare(checkpoints, c.Peak.Checkpoints), cmp.Compare(traces, c.Peak.Traces)) > 0 {
		c.Bytes, c.Peak = bytes, InUse{checkpoints, traces}
	}
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
		c.use(l, checkpoints, traces)
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
