// Package activity keeps parameters of a function constant, and makes of it one
// whose derivatives cost nothing for them.
//
//	hold.I.O$f : [Θ'] S' → T'      f : [Θ] S → T, with Held for the Reals in the places I of Θ and S, and O of T
//
// A Held is a Real that does not move, δHeld = (), so every rule of a derivative
// applies to it as to an Int: it has no tangent, no cotangent and no accumulator,
// and what is computed from it alone leaves no trace. Which values these are is
// found by going through the procedure from top to bottom (activity.go); the
// types say it (inactive.go), and the type checker checks it. Where a program runs,
// held or not is one, and Erase makes all Reals again.
package activity
