// Package linearity checks that what rules give is linear: a forward clause in the tangents, a
// reverse clause in the cotangent of the result. Derivatives of one mode are made of those of the other
// by transposition, and optimisations add up cotangents, which is right for linear functions only.
//
// Each Real in a value has a degree in what the clause is linear in:
//
//	0 the number 0      H of degree 0, held      L of degree 1, linear
//
//	0 + d = d     H + H = H     L + L = L              0 · d = 0     H · H = H     H · L = L
//	-d = d        d / H = d     Σ d = d                d ⊔ d = d     0 ⊔ d = d
//
// and all else that has an L in it is not linear: L · L, L / L, H + L, H ⊔ L, sin(L), L < 0.
// Sizes, tags and Ints are of degree 0.
package linearity
