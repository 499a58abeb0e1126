package hoist

import (
	"math"
	"slices"

	"procad/core"
	"procad/core/inline"
)

// An info is what a term inside of a loop takes and needs. Sets of loops are bits:
// loop k of those around the term is bit k.
type info struct {
	axes   uint64   // the loops whose indices it uses
	bound  int      // the depth of the outermost term that binds a variable it uses, but for axes and what substitution replaces
	work   work     // what it takes
	reads  bool     // it uses a variable
	weight int      // with what is put in the place of variables
	index  uint64   // if it is an index itself: whose
	rows   uint64   // if it is a[i, …] with fewer indices than a has dimensions, or more: whose those are that are indices
	covers []uint64 // of the reads in it, the indices of which loops each has, if any
}

const (
	free      = math.MaxInt // nothing it uses is bound in the loop
	mostAxes  = 8           // of a table
	mostTerms = 64          // of an element of a table
	heaviest  = 1000        // of what is moved, and of functions that are put in the place of their calls
	deepest   = 60          // loops in one another
)

// work says how much a term takes.
type work int

const (
	little   work = iota
	division      // worth a variable, but no element of a table
	much          // an elementary function or a loop
)

// leaf is a term without what is in it.
func leaf(t core.Term) info { return info{bound: free, weight: inline.Own(t)} }

// and is what a term takes and needs that has both in it.
func (a info) and(b info) info {
	a.axes |= b.axes
	a.bound = min(a.bound, b.bound)
	a.work = max(a.work, b.work)
	a.reads = a.reads || b.reads
	a.weight = min(a.weight+b.weight, heaviest+1)
	a.index, a.rows = 0, 0
	for _, c := range b.covers {
		a = a.covering(c)
	}
	return a
}

// covering is a where a read has indices of the given loops.
func (a info) covering(loops uint64) info {
	if loops != 0 && !a.covered(loops) {
		a.covers = append(slices.Clip(a.covers), loops)
	}
	return a
}

// covered says that a read has the indices of all given loops.
func (a info) covered(loops uint64) bool {
	return loops == 0 || slices.ContainsFunc(a.covers, func(c uint64) bool { return c&loops == loops })
}

// without is a outside of a loop.
func (a info) without(loop uint64) info {
	a.axes &^= loop
	covers := a.covers
	a.covers = nil
	for _, c := range covers {
		a = a.covering(c &^ loop)
	}
	return a
}
