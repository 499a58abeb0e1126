// Package tupling computes a value and a linear map together: paper 1, Section 5.
//
//	f(x: S): T = e   ──Basic──▶   ∂̄f : S → (T, S ⊸ T)                   Figure 7
//	                 ──Poly───▶   ∂̄f : (S, a ⊸ S) → (T, a ⊸ T)          Figure 8
//
// What Figure 6 computes several times, once for a value and once for each map that
// mentions it, is computed once. The terms, and the maps, are those of packages ks
// and linmap.
//
//   - operation.go: the modified operations ⊙̄, ⊙̄ᴿ, ×̄, ⋈̄ and ᵀ̄; Φ is in package ks.
//   - derive.go: ∇̄, the rules that both figures have.
//   - basic.go: Figure 7. poly.go: Figure 8. Each has its rule for a call.
//
// The paper's Figure 7 mixes two orders of the components; here the value is the
// first one. Its ⊙̄ᴿ has ⊙̄ for ⊙ᴿ, and its rule for let ∇ for ∇̄. Figure 8 has no rule
// for build, and neither has one for fold or a conditional: those are ours.
package tupling
