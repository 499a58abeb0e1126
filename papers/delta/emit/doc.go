// Package emit makes a core program of the translations of paper 2, so that what
// prints, runs, compiles and differentiates programs does so with them.
//
//	D{f} ──code.go, loop.go, reduce.go──▶ dual_f     M A = DeltaState → (A, DeltaState), passed on (Figure 10)
//	primitives ──primitive.go──▶ delta_op    (Figure 14)
//	eval, wrapper ──gradient.go──▶ gradient_f    in the array form of section 5.3.3
//
// A state is the next id and the tape, an array whose element i is the binding of id i:
// (c, u, d, v) for id i = c·u + d·v. Id 0 is Zero. A dual number is (x, u). Only one
// state is in use at a time, so a compiler updates the tape in place.
//
// A loop whose iterations make bindings passes the state from each to the next: build
// and sum become nTimes.
package emit
