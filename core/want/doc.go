// Package want leaves out cotangents that nothing uses.
//
//	let (x, _) = grad(f)(a, b) in e  =  let (x, _) = grad[1](f)(a, b) in e
//
// and likewise for vjp, jacfwd and jacrev, also where the result is bound to a
// variable, is a part of a tuple or the result of a case before it is taken
// apart. f is evaluated as before, so a run fails if and only if it failed.
package want
