// Package rev runs the two passes that package split makes in one procedure:
//
//	rev$f : (S, δT) → (T, δS)        Γ, t̄ ⊢ F[p] ; R[p] ⊣ t, s̄
//
// The trace stays in variables that are live across the middle, so nothing is
// packed.
package rev
