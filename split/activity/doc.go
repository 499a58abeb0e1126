// Package activity keeps parameters of a function constant, and makes of it one
// whose derivatives cost nothing for them.
//
//	inactive.I.O$f : [Θ'] S' → T'      f : [Θ] S → T, with Inactive for the Reals in the places I of Θ and S, and O of T
//
// An Inactive is a Real that depends on nothing that is differentiated in, δInactive = (), so every rule of a derivative
// applies to it as to an Int: it has no tangent, no cotangent and no accumulator,
// and what is computed from it alone leaves no trace. Which values these are is
// found by going through the procedure from top to bottom (activity.go); the
// types say it (inactive.go), and the type checker checks it. Reals of a result, or of the state of a loop, that are
// not useful, since their cotangent is zero, are inactive as well: they are found from bottom to top (useful.go). Where a program runs,
// inactive or not is one, and Erase makes all Reals again.
package activity
