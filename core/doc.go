// Package core is the functional language in the middle of procad.
//
//	source ──elaborate──▶ core ──passes──▶ core ──lower──▶ procedures
//
// It is what paper 1's Figure 1, paper 2's section 2 and paper 4's section 3
// have in common: typed terms over Reals, Ints, tuples, sums, arrays and
// functions, without mutable state. docs/core.md shows the language on two pages.
//
//   - type.go, recursive.go, term.go, program.go, rule.go: what a program is.
//   - check.go, check_loop.go and check_stack.go: the typing rules. Check runs after every pass.
//   - print.go and the files next to it: a program as .fun text.
//   - eval: what a program means. The evaluator is slow and direct: it is what
//     everything else is compared with.
//   - slots.go, walk.go, copy.go: what passes go through programs with.
//   - closures, recursion, linearity, want, hoist, scalars, cse, interchange, fusion, reductions, branches: the passes, in
//     the order in which they run first. recursion makes loops of calls and numbers of recursive values, which are two passes.
//   - known, inline: what passes share.
//
// Every variable is bound once in its definition, and is compared by pointer.
// Every term has its type and its position in the source.
package core
