package estimate

import "procad/internal/units"

// work is what a run takes: the operations that the interpreter counts, the time of native
// code in the units of package cost, which knows what an operation takes, and that what only moves values takes nothing,
// and the reads of elements, each times the elements of its array.
type work struct{ ops, time, spread Interval }

func (w work) and(v work) work {
	return work{w.ops.and(v.ops), w.time.and(v.time), w.spread.and(v.spread)}
}

func (w work) join(v work) work {
	return work{w.ops.join(v.ops), w.time.join(v.time), w.spread.join(v.spread)}
}

// by is the work of n runs.
func (w work) by(n Interval) work { return work{w.ops.by(n), w.time.by(n), w.spread.by(n)} }

// least takes the lower bounds of another run in the place of its own.
func (w *work) least(v work) {
	w.ops.Lo, w.time.Lo, w.spread.Lo = v.ops.Lo, v.time.Lo, v.spread.Lo
}

// copying is the work of writing so many words, beyond that of the statement that does it.
func copying(words Interval) work { return work{ops: words, time: words.by(Exactly(units.Read))} }
