// Package linmap differentiates with linear maps: paper 1, Sections 2 to 4 and 8.
//
//	f(x: S): T = e   ──Jacobian──▶   ∂f(x) = let ∂x = 𝟏 in ∇S[e]     ──Forward──▶ fwd$f(x, dx) = ∂f(x) ⊙ dx
//	                                                                 ──Reverse──▶ rev$f(x, dr) = dr ⊙ᴿ ∂f(x)
//
// Linear maps are terms of types s ⊸ t in the language of package ks, and what
// evaluates to them is applied to numbers. Or they are eliminated before, by the
// laws from left to right: then fwd$f and rev$f are ordinary definitions.
//
//   - map.go: the operations of Figure 3, and their types.
//   - builtin.go: Figure 2, the derivatives of built-in functions.
//   - derive.go: Figure 6, and Figure 13 for fold.
//   - fold.go: Figures 12, 14 and 15, lmFold, FFold and RFold.
//   - value.go, forward.go, reverse.go: what maps are when a program runs, and ⊙ and ⊙ᴿ on them, Figures 4 and 5.
//   - law.go, law_apply.go, law_value.go, simplify.go: Figures 4 and 5 as equations on terms.
//
// What the paper does not have: Case and sums, by the maps in and out; n-tuples; the
// other primitives of core. L and L' of Figure 3 are left out: ∇ meets a lambda only
// in a build and in a fold, which have maps of their own.
package linmap
