// Package split is the reverse translation of the paper (Figure 23, completed):
// it takes a procedure apart into a forward pass F, which leaves the trace Υ,
// and a reverse pass R, which uses it.
//
//	Γ ⊢ p ⊣ Δ     gives     Γ ⊢ F[p] ⊣ Δ, Υ     and     Δ̄, Υ ⊢ R[p] ⊣ Γ̄
//
// where x̄ : cot T for x : T, and variables with cot T = () have no bar. A
// definition f : S → T gives
//
//	revf$f : S → (T, X)          X is Υ packed in a tuple
//	revr$f : (X, cot T) → cot S
//
// with the zone of revr$f as proc.CotangentZone says. The flavour
// revf.store$f, revr.store$f calls the same flavour of what f calls: it is for
// the turn of a loop that runs its forward pass a second time, so that nothing
// in it runs a third time.
//
// update.go first makes updates in place of adds to arrays; rules.go has a
// function for every row of the figure; slim.go then drops from Υ what R can get
// again for a few operations.
package split
