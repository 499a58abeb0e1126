// Package faults lists faults that could be in the derivatives, for checking
// that tests find them:
//
//	Rows         a change of the code of each rule of Figure 23, of the rows next to it, and of families
//	Strategies   a change of the code of the strategies of loop checkpointing
//	Analyses     a change of the code of the analyses around the rules: activity, zero and dead cotangents, traces, factoring
//	Core         a change of the core language's rules, evaluator and printer, and of what makes it of programs
//	Papers       a change of the code of each figure of the systems of the papers
//	Chad         the same for the system of paper 4
//	Rules        every change of one statement of a derivative of a primitive that changes what it computes
//
// internal/mutate plants them.
package faults
