// Package ks is the language in which paper 1 says what derivatives are: Figure 1
// and the built-in functions of Figure 2, with types τ1 ⊸ τ2 of linear maps, whose
// operations are in package linmap.
//
//		core ──From──▶ f(x: S): T = e ──▶ linmap, tupling, cl
//
//	  - type.go: the types of Figure 1, and δ.
//	  - term.go: the terms of Figure 1. All but seven forms is a call f(e).
//	  - builtin.go, apply.go: the functions of Figure 2, and those that it leaves out.
//	  - check.go: Γ ⊢ e : τ.
//	  - eval.go, value.go: what terms mean, over a domain of numbers.
//	  - from.go, from_array.go: programs of core. Local functions take the place of
//	    their calls, loops are folds, and the indices of arrays are taken one by one.
//	  - print.go: terms as the paper writes them.
package ks
