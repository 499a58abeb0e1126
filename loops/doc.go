// Package loops makes the derivatives of loops: what revf$, revr$ and fwd$ mean
// in front of nTimes{f}, fold{f}, foldr{f}, ccl{f}, while{f}, build{f}, build2{f} to build8{f}, sum{f}, adds{f},
// max{f} and argmax{f} (Figures 16 to 19, completed). Every one is a procedure that
// runs loops again, over iterations made from revf$f and revr$f, so it can be
// transformed like any other. The bodies of those loops are functions too:
// iteration.revf$nTimes{f} is the body of the loop that revf$nTimes{f} runs.
//
//	choose.go        what the reverse of a loop does, a plan with reasons; policy.go which policy a call has
//	planned.go       the plans of all loops that a function runs
//	kept.go          nTimes, fold, foldr: the traces of all iterations on a stack (Figure 17)
//	while.go         while: the same, with the iterations counted
//	checkpoint.go    nTimes, fold, foldr, while with a strategy: states and traces on two stacks (Figure 16, completed)
//	descent.go       from a state to the iterations that are reversed next; sizes.go what states and traces take
//	strategy.go      what a strategy decides, as procedures over Int; mixed.go one of them
//	online.go        the first sweep of while with a strategy
//	counted.go       where to count what a schedule predicts
//	assign.go        the loops of a program, and giving them strategies
//	ccl.go           ccl: the initial state is kept (Figure 19)
//	commute.go       build, sum and adds: an iteration runs again, or its trace is kept
//	commute_keep.go  an array or a stack of the traces of iterations that commute
//	inline.go        the passes of a body, in the iterations that run them
//	flat.go          iterations over several indices, counted in one
//	adds.go          adds: what differs from sum
//	fuse.go          sums, forwards and backwards in one sweep; sweeps.go inside of other loops, where what they read is small
//	probe.go         what measures the trace of an iteration for a strategy is not differentiated
//	max.go           max and argmax: the winning index is kept
//	argmax.go        fold that finds a maximum: likewise
//	tangent.go       forward derivatives
//	erase.go         a function without its adds, for running a forward pass again
//	update.go        a loop that updates an array where it added to an accumulator
//	trace.go         a forward pass for its trace alone
package loops
