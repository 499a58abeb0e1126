// Package schedule turns a strategy and the sizes of a loop into the sequence
// of actions by which the reverse of the loop is run, and into its exact cost,
// which is known without running anything.
//
// # The machine
//
// A loop has n iterations 0 … n-1. There are a working state at a position p (the
// state before iteration p), a stack K of checkpoints, each with a state and its position,
// and a stack T of traces. A problem (l, c) is to reverse the iterations p … p+l-1
// with c free checkpoints, the one that the working state would take among them. One
// function d defines a strategy:
//
//	d(l, c) = 0      tape iteration p: run it and push its trace; p ← p+1, l ← l-1
//	d(l, c) = m > 0  keep the state in a checkpoint, c ← c-1; advance m < l iterations, l ← l-m;
//	                 when all right of it is reversed, the state is taken out
//	                 again, and the problem is (m, c)
//
// The forward pass is the first part of the problem (n, c0), up to where iteration
// n-1 is taped. In the reverse pass, for i = n-1 … 0: if the trace of iteration i is
// on top of T, it is popped and the iteration reversed; else the top of K, a state at
// p, is taken out and the problem is (i+1-p, c). If that begins by keeping the
// state again, it stays in its checkpoint, which is no new write.
//
//	binomial.go   β(c, r), and the split of Griewank and Walther with the fewest writes
//	mixed.go      states and traces in the same room
//	decision.go   d and c0 of every strategy
//	saturate.go   arithmetic that does not overflow
//	actions.go    the actions, one by one
//	online.go     the first sweep of a loop whose number of iterations is not known
//	check.go      is a sequence of actions a reverse of the loop?
//	count.go      what a sequence of actions costs
//	predict.go    the same without the actions; predictmixed.go for mixed
//	auto.go       which strategy a loop has for which nobody has chosen one
//	choices.go    which strategies fit into a memory
//	write.go      actions as text, JSON lines, CSV
package schedule
