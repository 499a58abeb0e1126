// Package linear has the abstract types of linear functions and copowers of paper 4,
// Figure 8, with the implementation of section 9.2.
//
//	Γ ⊢ t : τ → LFun(A, B)            Γ ⊢ t : LFun(A, B)    Γ ⊢ s : LFun(B, C)
//	────────────────────────────      ──────────────────────────────────────── …
//	Γ ⊢ lswap t : LFun(A, τ → B)      Γ ⊢ t ;l s : LFun(A, C)
//
// LFun is a subtype of functions: only homomorphisms can be made, since what makes
// one takes homomorphisms. Copower is a quotient of lists: what takes one apart adds
// up, so that the order of entries, equal keys and zeros cannot be seen.
//
//   - value.go: the elements of monoids, and (0, +) by induction on types.
//   - lfun.go: LFun and its constructors.
//   - copower.go: Copower.
//   - array.go: the same for arrays and loops, which the figure does not have.
package linear
