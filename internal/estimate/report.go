package estimate

import (
	"procad/internal/diag"
	"procad/proc"
)

// A Report is what a run does, if it ends without a run-time error. Bounds from above
// hold for runs with a run-time error too.
type Report struct {
	// Result is nil where every run ends with a run-time error.
	Result *Value
	// Peak is the most memory that native code has in use at once, in bytes as
	// its allocator counts them; math.MaxInt64 where no bound is known. The
	// caller's arrays do not count, copies of those that the function owns do.
	Peak int64
	// Lanes is the part of Peak that loops in lanes of vectors may need.
	Lanes int64
	// Live is the same for the interpreter, which counts 8 bytes for each number
	// in arrays and stacks.
	Live Interval
	// Operations is what the interpreter counts.
	Operations Interval
	// Time is what native code takes, in the units of package cost.
	Time Interval
	// Spread is the number of elements that are read, each times the elements of the array that it is read of:
	// the numbers of cotangents that have no zeros left out.
	Spread Interval
	// Loops are the loops whose iterations depend on each other, in the order in which
	// they are found.
	Loops []Loop
}

// Exact says that the number of operations and the live memory are no intervals.
func (r *Report) Exact() bool { return r.Operations.Exact() && r.Live.Exact() }

// A Loop is a call of a loop, in all the places and iterations where it runs.
type Loop struct {
	Func  proc.Func     // with its strategy: nTimes.binomial.20{f}
	Kind  proc.LoopKind // without
	Body  proc.Func     // f
	In    proc.Func     // the definition that has the call
	Pos   diag.Pos      // of the call; of that definition where it has none
	Count Interval      // iterations of a run of the loop; of while the bound on them
	// Entries is how often the loop is begun, in all.
	Entries Interval
	// State is the bytes of a state, First those of the first one, see Bytes.
	State, First Interval
	// Zone, Start and Before are what is known of the names that are handed on, of
	// the first state, and of the state before any iteration, at all entries.
	Zone          []*Value
	Start, Before *Value
	site          *proc.Call
	order         int
}

// usage is the loops that a procedure runs.
type usage map[*proc.Call]Loop

// join adds what another part of a run does, which runs n times.
func (u usage) add(other usage, n Interval, p *lattice) {
	for site, l := range other {
		l.Entries = l.Entries.by(n)
		if have, ok := u[site]; ok {
			l = have.join(l, p)
			l.Entries = have.Entries.and(other[site].Entries.by(n))
		}
		u[site] = l
	}
}

// either joins what a run does instead.
func (u usage) either(other usage, p *lattice) {
	for site, l := range u {
		if _, ok := other[site]; !ok {
			l.Entries.Lo = 0
			u[site] = l
		}
	}
	for site, l := range other {
		have, ok := u[site]
		if !ok {
			l.Entries.Lo = 0
			u[site] = l
			continue
		}
		both := have.join(l, p)
		both.Entries = have.Entries.join(l.Entries)
		u[site] = both
	}
}

func (l Loop) join(m Loop, p *lattice) Loop {
	l.Count = l.Count.join(m.Count)
	l.State, l.First = l.State.join(m.State), l.First.join(m.First)
	l.Start, l.Before = p.join(l.Start, m.Start), p.join(l.Before, m.Before)
	zone := make([]*Value, len(l.Zone))
	for i := range zone {
		zone[i] = p.join(l.Zone[i], m.Zone[i])
	}
	l.Zone = zone
	l.order = min(l.order, m.order)
	return l
}
