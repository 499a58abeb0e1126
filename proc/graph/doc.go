// Package graph has what analyses of procedures share: each of these things is
// found out here and nowhere else.
//
// One procedure as it is (defuse.go, edit.go). Of(p) has the variables of p by number, each
// with the statements that bind and use it, and each statement with its number and
// with the statement that has it in a body. Rules rewrite it in place, in time linear in
// what they change: two variables become one, and Elims stand for a statement.
//
// A procedure with all that it calls (looptree.go, place.go). TreeOf(d) reads the bodies of
// functions and of loops in the place of their calls, so that variables of different
// definitions can be compared. It says where each variable and each statement is.
//
// Abstract interpretation (domain.go, interpret.go): the one driver that runs a procedure on what is known of
// values, with branches and their join, loops and their limit, and calls. What it is that is known, a Domain says.
//
// What is known of values (known.go, invariant.go, family.go, term.go), a domain. A scalar is a term over
// Θ and the indices of loops; equal terms are one pointer. Of a tuple the parts are
// known, of an array the dimensions, of a stack what its items are like. A value with a
// term is invariant in the loops whose indices are not in the term.
//
// What statements do besides binding variables (effects.go): whether they can fail, whether
// they add, and to which elements of which accumulators; where the memory behind these comes
// from (origins.go).
//
// Which functions read an element of the arrays that they get, and where they give these back (reads.go), a domain.
// How large arrays are in terms of other sizes, before these are known (extents.go), a domain.
// The names of Θ that procedures use (mentions.go), and those that they open and do not use (unused.go). Ints as
// affine forms over symbols (affine.go).
//
// A procedure under other names (rename.go): copies, instances for calls, substitution.
//
// The names of Θ that a statement uses and opens are known to proc itself (proc/walk.go).
package graph
