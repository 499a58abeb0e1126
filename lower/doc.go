// Package lower turns a core program into procedures.
//
//	core.Program ──name──▶ scalars used freely, arrays mentioned freely
//	             ──order─▶ arrays are read before they are consumed
//	             ──keep──▶ rows that are read after their array is consumed are copies
//	             ──own───▶ every array has one owner: moved, copied or freed
//	             ──scope─▶ arrays are mentioned inside Share scopes only
//	             ──linear.Procedure──▶ every variable is used once
//
// The six steps run on one definition at a time, callees before callers and
// the bodies of loops before what runs them.
//
// Naming (expr.go and the files next to it) gives every intermediate value a
// name. Tuples exist at compile time only: a value is a tree of leaves, which
// are scalars, arrays, and sums with arrays inside. The body of a loop and a local
// function become definitions of their own; what they see from outside becomes
// names of their zone.
//
// Ordering (order.go) moves what consumes an array behind what only reads it, so that
// the order in which a program says it costs no copy.
//
// Keeping (keep.go) copies a row that is read after its array is consumed, in place of
// the array.
//
// Owning (own.go) goes backwards through a body and decides at each use of an
// array whether it may take the array away, because nothing uses it later. Only
// where the meaning needs two arrays is one copied.
//
// Scoping (scope.go) puts what reads an array into a Share of it.
package lower
