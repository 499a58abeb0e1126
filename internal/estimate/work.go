package estimate

import "procad/internal/units"

// work is what a run takes: the operations that the interpreter counts, and the time of native
// code in the units of package cost, which knows what an operation takes, and that what only moves values takes nothing.
type work struct{ ops, time Interval }

func (w work) and(v work) work  { return work{w.ops.and(v.ops), w.time.and(v.time)} }
func (w work) join(v work) work { return work{w.ops.join(v.ops), w.time.join(v.time)} }

// by is the work of n runs.
func (w work) by(n Interval) work { return work{w.ops.by(n), w.time.by(n)} }

// copying is the work of writing so many words, beyond that of the statement that does it.
func copying(words Interval) work { return work{words, words.by(Exactly(units.Read))} }
