// Package closures makes data of functions that are values.
//
//	let f = \y. x * y in [f(v[i]) for i < n]  =  [x * v[i] for i < n]
//
// After it a function is a definition, or a lambda that a variable is bound to and that is only called. It goes through a
// program as an evaluator would, with what is known of functions in the place of their values:
//
//   - A call of a known function is that of a definition with the free variables of the function as parameters, or what a
//     short one computes. A definition that takes functions is copied for those that it is given, once for all that are alike,
//     and one that gives functions is put in the place of its call:
//
//     map(\x. x * k, v)  =  map_k(k, v)        def map_k(k, v) = [v[i] * k for i < n]
//
//   - A derivative is that of such a definition, in the parameters that the function itself has. The free variables are
//     parameters like these, so that what is differentiated once more sees them:
//
//     grad(\x. a * x^2)(3)  =  let (_, g) = grad[2](h)(a, 3) in g        def h(a, x) = a * x^2
//
//     jvp(\x. a * x^2)(3, 1)  =  jvp(h)(a, 3, 0, 1)
//
//   - A function that depends on data is a sum of the free variables of those that it may be, and its call is a case:
//
//     (if c then \y. x * y else \y. sin(y))(z)  =  case (if c then Inl x else Inr ()) of Inl x -> x * z, Inr _ -> sin(z)
//
// A run fails if and only if it failed.
package closures
