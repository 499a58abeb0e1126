package schedule

import "iter"

// Counts is what a schedule costs.
type Counts struct {
	Forward     int64 `json:"forward"`     // turns run forwards, taped or not
	Writes      int64 `json:"writes"`      // states written: put into a slot, not those that stay there
	Slots       int64 `json:"slots"`       // most slots in use at once
	Traces      int64 `json:"traces"`      // most traces held at once
	Repetitions int64 `json:"repetitions"` // most often that one turn is run forwards
	Bytes       int64 `json:"bytes"`       // most bytes of slots and traces at once
}

// Count counts what the actions cost, for a loop of such sizes.
func Count(l Loop, actions iter.Seq[Action]) Counts {
	var c Counts
	var slots, traces int64
	runs := make([]int64, l.Turns)
	for a := range actions {
		switch a.Op {
		case Advance, Tape:
			c.Forward += a.To - a.From
			for t := a.From; t < a.To; t++ {
				runs[t]++
				c.Repetitions = max(c.Repetitions, runs[t])
			}
			if a.Op == Tape {
				traces++
			}
		case Store:
			c.Writes++
			slots++
		case Free:
			slots--
		case Reverse:
			traces--
		}
		c.Slots, c.Traces = max(c.Slots, slots), max(c.Traces, traces)
		c.Bytes = max(c.Bytes, l.bytes(slots, traces))
	}
	return c
}

// bytes is what so many slots and traces take.
func (l Loop) bytes(slots, traces int64) int64 {
	return plus(times(slots, l.slot()), times(traces, l.Trace))
}
