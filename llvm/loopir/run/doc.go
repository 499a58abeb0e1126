// Package run runs the loop IR: it is what the operations mean, and the oracle of all passes on it.
//
//	procedures ──interp──▶ a value, or the first run-time error
//	    │                          ∥ the same bits
//	  build ──▶ loop IR ──run──▶ a value, or the first run-time error
//
// A function is run in a frame: numbers by the IDs of values, a word for each lane, and objects: buffers, views and
// stacks. Memory knows its size, and whether it was given back. So where generated code would read or write what it must
// not, or would lose memory, the run ends with an internal error: a check is missing, or a pass is wrong. Memory that
// was not set yet holds a pattern that no program makes.
//
// A free loop runs in the order of its index, or in the opposite order (Backwards), which must not matter but for
// rounding.
//
// A function that takes or gives stacks cannot be called from outside, since a stack has no form there.
//
// machine.go has calls, exec.go the operations with blocks, arith.go those of numbers, access.go and stack.go those of
// memory, outside.go what prints, counts and calls C, value.go the values that come from outside and go there.
package run
