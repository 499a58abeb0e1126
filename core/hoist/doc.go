// Package hoist moves what is loop-invariant before the loop.
//
//	sum(i < n) E[e]                     =  let x = (if 0 < n then e else 0) in sum(i < n) E[x]
//	sum(i < n) E[sum(c < k) F[e]]       =  let t = [e for c < (if 0 < n then k else 0)] in sum(i < n) E[sum(c < k) F[t[c]]]
//
// where each iteration evaluates e, and e takes work: an elementary function, a
// loop, or a call of a function with such. In the first law e may be a division too: of
// Ints, so that conditions on indices are affine in names, and of Reals, so that the
// reverse pass divides once and not in each iteration (by a number it multiplies). In the first law no variable of e is
// bound in the loop, in the second none but the indices of loops inside of it, its
// axes, whose sizes are invariant. It is the same for the other loops but while,
// and for any number of axes; a loop's own index may be one if another is not.
//
// A run fails if and only if it failed before: e is evaluated for the indices for
// which it was, and not at all where a loop around it has no iterations, unless it is a
// division of Reals that reads variables only, which cannot fail. t is no
// larger than an array that e reads at all of its axes.
//
//   - find.go, info.go: what can be moved out of a loop.
//   - move.go: how it is moved.
//   - call.go: how functions are looked into.
package hoist
