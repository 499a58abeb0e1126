// Package cl compiles through categories: paper 1, Section 6.
//
//	f(x: S): T = e  ──Convert──▶  F(f) : S ⇒ T in CL  ──Forward──▶  fwd$f  : (S, δS) ⇒ (T, δT)
//	                                                  ──Reverse──▶  rev$f  : (S, δT) ⇒ δS
//	                                                  ──Split────▶  revf$f : S ⇒ (T, X)     revr$f : (X, δT) ⇒ δS
//
// CL has no variables: an environment is a tuple that goes through the code. All
// derivatives are CL again, and are checked as it is.
//
//   - code.go: Figure 9, the syntax.
//   - run.go, convert.go: Figure 10, the semantics t ◇ c, the conversion C[e]Γ, and pruning.
//   - check.go: Figure 11, the types.
//   - split.go, split_case.go: Section 6.1 for each form.
//   - forward.go, reverse.go: derivatives without a trace.
//   - function.go: functions on environments. The derivatives of those of Figure 2 are the rules of package ks.
//   - print.go: codes as text.
//
// The paper has no rule for conditionals on sums (CASE) and no loops but B; CASE,
// FOLD, SCAN and COUNT are ours. It says of forward and reverse derivatives in CL
// only how the split composes.
package cl
