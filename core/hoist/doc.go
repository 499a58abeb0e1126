// Package hoist moves what is loop-invariant before the loop.
//
//	sum(i < n) E[e]                     =  let x = (if 0 < n then e else 0) in sum(i < n) E[x]
//	sum(i < n) E[sum(c < k) F[e]]       =  let t = [e for c < (if 0 < n then k else 0)] in sum(i < n) E[sum(c < k) F[t[c]]]
//	sum(i < n) E[y / z]                 =  let x = y / z in sum(i < n) E[x]
//
// where each iteration evaluates e, and e takes work: an elementary function, a
// loop, or a call of a function with such. In the first law e may be a division too. A
// division of Ints moves so that conditions on indices are affine in names. A division of
// Reals moves so that the reverse pass divides once. The third law is for Reals y and z that are
// computed from variables and numbers. Dividing by a number is a multiplication, and stays.
// In the first law and the third no variable of e is
// bound in the loop, in the second none but the indices of loops inside of it, its
// axes, whose sizes are invariant. It is the same for the other loops but while,
// and for any number of axes; a loop's own index may be one if another is not.
//
// A run fails if and only if it failed before. In the first law and the second, e is evaluated for the indices for
// which it was, and not at all where a loop around it has no iterations. In the third it cannot fail. t is no
// larger than an array that e reads at all of its axes.
//
//   - find.go, info.go: what can be moved out of a loop.
//   - move.go: how it is moved.
//   - call.go: how functions are looked into.
package hoist
