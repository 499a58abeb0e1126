// Package rulecheck compares the custom derivatives of a program with what its functions compute. With J and J' the
// derivatives at x that the rule of f gives, and that are made of what f computes:
//
//	value        split and forward give f(x)
//	automatic    J = J', along random ẋ and w
//	differences  Jᵀw is the slope of ⟨w, f⟩
//	linear       J(u + 2v) = J u + 2 J v, J 0 = 0, and so is Jᵀ
//	dual         ⟨w, J ẋ⟩ = ⟨Jᵀw, ẋ⟩
//	second       the derivatives of Jᵀw and J'ᵀw along ẋ are the same; of a function of C, that of Jᵀw is its slope
//
// The points are the arguments of calls in a run of the program, or random ones of the sizes that the types ask for.
package rulecheck
