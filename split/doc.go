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
// with the zone of revr$f as deriv.CotangentZone says. With the trace policy Store,
// revf.store$f and revr.store$f call the same of what f calls: it is for
// the iteration of a loop that runs its forward pass a second time, so that nothing
// in it runs a third time.
//
//	before the rules     update.go     updates in place of adds to arrays
//	                     annotate.go   annotations: dead.go, policy.go, and what is useful (activity)
//	the rules            rules.go      Figure 23
//	                     unread.go     arrays of which the reverse of a loop reads no element; unset.go, settled.go: arrays that R does not restore
//	                     zone.go       shared names and accumulators
//	                     cotangent.go  cotangents, and the zero of a type
//	between them         outline.go    Cases of R, so that a block around them is simplified without them
//	after them           steps.go      the steps, in the order of the table of passes
//	                     minimise.go   drops from Υ what R can get again for a few operations: values.go, mincut.go, inline.go
//	                     recompute_case.go  recomputes which branch was taken
//	                     shape_only.go keeps of an array its dimensions alone, tag_only.go of a sum its tags
//	                     pack.go       packs Υ
//
// Figure (figure.go) is the rules alone.
package split
