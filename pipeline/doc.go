// Package pipeline is the compiler read from top to bottom: it turns the text
// of a file into a checked program of procedures with a library of whatever can
// be derived from it, and calls its functions by any engine.
//
//	.fun text ──source.Load──▶ source.Program ──elaborate──▶ core ──passes──▶ core ──lower──▶ proc.Program ──typecheck──▶ Unit
//	.proc text ───────────────────────────────proc.Parse────────────────────────────────────▶ proc.Program ──typecheck──▶ Unit
//
//	Unit ──Entry──▶ the function that is meant ──Run, Gradient──▶ values
//	     ──Closure─▶ a program of procedures that stands by itself
//
// The order of the passes is the table Passes of passes.go. In short:
//
//	on core        elaborate, closures, recursion, heaps, custom-rules, wanted, hoist, scalar-replacement, cse,
//	               interchange, fusion, again hoist, scalar-replacement and cse, reductions, inline-branches
//	on procedures  lower, activity, strong-zeros, derive (which runs split), erase, factoring
//	native         loopir, size-versions, inline, folding, stacks, parameters, jump-threading, unrolling, invariants, dead-stores, check-hoisting, known-counts, inspection,
//	               index-sets, unswitching, batching, locals, free-loops, threads, strength-reduction, scalar-promotion, lanes, max, fission, short-loops,
//	               carry, outlining, emit
//
// The checker of core runs after each pass on core, that of procedures after each derivation, that of the loop IR after each pass on it. A pass
// that goes wrong is an Internal error, which names it.
//
// It touches no files.
package pipeline
