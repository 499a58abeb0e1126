// Package faults lists faults that could be in the derivatives, for checking
// that tests find them. A group of Read is a text of changes of code:
//
//	figure23     of each rule of Figure 23
//	rows         of the rows next to it, and of families
//	analyses     of the analyses around the rules: activity, zero and dead cotangents, traces, factoring
//	strategies   of the strategies of loop checkpointing
//	core         of the core language's rules, evaluator and printer, and of what makes it of programs
//	lower        of what makes procedures of core programs
//	delta        of each figure of paper 2, and of what its system is compared by
//	chad         of each rule of paper 4
//	paper1       of the systems of paper 1 that stand beside the compiler
//	vlad         of each rule of paper 3
//	loopir       of what makes the loop IR, and of the passes on it
//
// Rules are all changes of one statement of a derivative of a primitive that
// change what it computes. internal/mutate plants the faults.
package faults
