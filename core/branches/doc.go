// Package branches puts short functions that branch in the place of their calls.
//
//	f(e1, …, en)  =  let x1 = e1; …; xn = en in b        for f = \(x1, …, xn). b, with a case and no loop in b, |b| ≤ short,
//	                                                     and Reals in its type
//
// Which branch a function took is in its trace, and its caller, which knows of the trace but
// its type, stores that. Of a case of its own it sees whether what it has in its reverse
// pass says it too.
//
// It comes after the passes for which a call is one term, which move, share or fuse.
package branches
