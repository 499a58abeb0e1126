// Package units has the unit costs of operations, in time, as native code takes it. They are
// the numbers by which passes on terms and on procedures decide what runs once, what is stored and what is
// moved; scripts/unitcosts measures them. Package proc/cost adds them up over procedures.
package units

import "procad/internal/special"

// The unit is a twentieth of exp, where vectors hold its arguments: about what an addition
// takes, with what it reads. Word and Add are below what is measured, 22 and 16: more is
// stored and less is moved than would be fastest, so that fewer operations run again.
const (
	Op   = 1  // arithmetic
	Read = 1  // an element of an array
	Add  = 3  // adding to an element of an array: a read, an addition, a write
	Word = 12 // storing a word of a trace: a write in the forward pass, a read in the reverse pass
	// Reverse is how many times an iteration costs what it does forwards, when its forward
	// pass leaves a trace and its reverse pass takes it.
	Reverse = 3
	// Memory is what a word of a trace takes beside Word, if it leaves the cache and comes back. The
	// loops by which this was measured are in docs/checkpointing.md.
	Memory = 10
)

// When a loop in order has more traces than the cache holds, blocks of iterations run again whose traces it
// holds (loops/blocks.go). Measured, too.
const (
	// Caches is how many times the second-level cache the traces of a loop have to be before they
	// count as memory: up to there, the next level is about as fast as running an iteration again.
	Caches = 4
	// States is how many times as large as a state the traces of a block have to be: states go to memory, too.
	States = 4
	// Measured is the fewest iterations of a loop that measures the trace of the first one. Others store all traces.
	Measured = 64
)

// Unbounded is the cost of what takes any time, such as a loop.
const Unbounded = 1 << 20

// Iterations is how many a loop is taken to have where nothing says it.
const Iterations = 100

// Short is how many items an axis has that is taken to be short: a trace of few large arrays and of many operations on short
// ones is judged by both numbers.
const Short = 4

// operators are the costs of operators that take longer than an addition. powi is for a small
// exponent: one that is known only at run time takes ten times as long. div is lower than
// 4.7 as measured, for traces that are no larger.
var operators = map[string]int64{"div": 4, "sdiv": 4, "powi": 10}

// functions are the costs of elementary functions.
var functions = func() map[string]int64 {
	table := map[string]int64{"polygamma": 5400}
	for _, f := range special.Functions {
		if f.Cost > 0 {
			table[f.Name] = f.Cost
		}
	}
	return table
}()

// Primitive is the cost of the primitive of a name.
func Primitive(name string) int64 { return max(operators[name], functions[name], Op) }

// Elementary says that a primitive is a function that takes many operations, as exp does, so
// that computing it once pays.
func Elementary(name string) bool { return functions[name] > 0 }
