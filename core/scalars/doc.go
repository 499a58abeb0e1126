// Package scalars replaces arrays of few elements by their elements, and computes
// what does not depend on the arguments.
//
//	[e for i < 3]                      =  [e[0/i], e[1/i], e[2/i]]
//	[e0, e1, e2][1]                    =  e1
//	set([e0, e1, e2], 1, x)            =  [e0, x, e2]
//	size([e0, e1, e2], 0)              =  3
//	sum(i < 3) e                       =  e[0/i] + e[1/i] + e[2/i]
//	if c then [a, b] else [x, y]       =  let (s, t) = (if c then (a, b) else (x, y)) in [s, t]
//	f([e0, e1, e2])                    =  the body of f
//	[e for i < n, j < 2]               =  [[e[0/j], e[1/j]] for i < n]        where j decides what e is
//	2 + 1  =  3        if true then a else b  =  a
//
// An array is read at known places if everything that uses it reads elements at
// indices made of numbers, sizes and indices of loops over few iterations, or hands it
// to a function or a variable whose array is read at known places (uses.go). Such
// an array of at most 16 elements is not made. Loops over few iterations that
// read one are written out, and functions that take one are put in the place of
// the call. Where the array itself is needed after all, it is made of its
// elements. All elements are computed where the comprehension stands, for any may fail.
package scalars
