// Package vlad is paper 3's system: Estep, Composing Automatic Differentiation with
// Custom Derivatives of Higher-Order Functions, on the calculus of Pearlmutter and
// Siskind (2008). It runs small untyped λ-terms, not programs of core: the paper's
// subject is derivatives attached to values, f ←J g, where g takes the place of J f.
//
// What is which part of the paper:
//
//	A, syntax           term.go: λ-terms in A-normal form; text: parse.go, token.go
//	A, values           value.go
//	A, plus and zero    sensitivity.go
//	A, tagging          tag.go: J and its inverse J'
//	A, φ and ρ          reverse.go
//	A, E and A          eval.go
//	A, primitives       primitive.go, and basis.go for what is written as terms
//	section 2           the lines of Attach in value.go, sensitivity.go, tag.go, eval.go, basis.go
//	section 3           the tests: log1pexp, sin and cos, one-sided, fix, map
//
// # Repairs
//
// As printed, some rules do not hold. Four things are changed here:
//
//   - J remembers its argument, so that J' (J v) = v also where a hand-written rule is attached to v.
//   - The derivative of ←J gives its sensitivity to the function alone, and zero to the rule: printed, what
//     both capture counts twice.
//   - The sensitivity of a pair is a list of two, as a pair is a closure; the printed rules of
//     primitives give pairs.
//   - A name of the initial environment is a constant, which no closure captures: otherwise the printed
//     [0 p, f] of fix lacks fix itself.
//
// A second derivative through a rule that captures variables is stuck, as in the paper.
package vlad
