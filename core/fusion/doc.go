// Package fusion does without an array that one loop makes and another reads: what
// an iteration reads of it is computed in that iteration.
//
//	let a = [e for i < n] in … sum(j < n) (… a[j] … a[j] …)         =  … sum(j < n) (let x = e[j/i] in … x … x …)
//	let a = [e for i < n, c < k] in … sum(j < n) (… a[j, s] …)      =  … sum(j < n) (let r = [e[j/i] for c < k] in … r[s] …)
//	let a = [e for i < n] in … [… a[n - 1 - j] … for j < n]         =  … [… e[n - 1 - j/i] … for j < n]
//
// and without one that is a part of another, which loops read instead:
//
//	let a = [v[e + i] for i < n] in … sum(j < n) … a[j] … sum(j < n) … a[j] …       =  … v[e + j] … v[e + j] …
//
// if nothing else mentions a but for its sizes, and the loop runs once where a is,
// and has as many iterations. Each element is computed once, as before. Sizes of
// a that the loop does not compare with 0 are compared before it, for a negative
// one is a run-time error.
//
// Calls are seen through: a function is inlined where that lets an array be
// fused that it is given, that it gives, or that it captures, if no more than
// mostInlined terms come of it and no work is copied.
package fusion
