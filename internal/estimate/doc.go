// Package estimate says what a run of a procedure will do without running it on
// its numbers: how large its values are, how much memory it needs, how many
// operations it takes and how often each of its loops iterates.
//
//	f, sizes and integers of its arguments ──Run──▶ Report: result, operations, memory, loops
//	f, a state ──Trace──▶ the bytes of what revf$f leaves for the reverse pass, part by part
//
// It is an abstract interpretation, by the driver of proc/graph. A Value stands for all values that agree with
// what is known: an Int lies in an interval, a sum may be on either side, an
// array has intervals for its dimensions, a stack for its items and bytes. A
// procedure runs once for each different abstract argument, and a loop runs its
// body until the state is a fixed point, whatever its number of iterations.
//
// An Int of a definition's result may also be known relative to an Int of its
// argument, as in s + 1. So a loop knows its state after n iterations, n being
// known or an interval, and a stack that every iteration pushes on and every iteration of
// another loop pops from is empty in the end.
//
//	interval.go    intervals of Int
//	value.go       abstract values
//	lattice.go     the hash-consed lattice of them: join, inclusion, widening
//	relational.go  the relational domain: what is known relative to an argument; refine.go: refinement by a limit
//	machine.go     calls
//	stmt.go        statements, prim.go and family.go what has no definition
//	loop.go        loops, unroll.go those over known Ints
//	memory.go      blocks of the native allocator, and how they add up; keep.go what a caller gets
//	code.go        blocks of long definitions
//	work.go        operations, and time in the units of package cost
//	trace.go       traces, provenance.go where their parts come from
package estimate
