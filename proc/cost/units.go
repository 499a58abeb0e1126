// Package cost is what procedures cost: the unit costs that transformations compare, which
// scripts/unitcosts measures, and sums of them over definitions.
package cost

import (
	"procad/internal/special"
	"procad/prim"
	"procad/proc"
)

// The unit is a twentieth of exp, where vectors hold its arguments: about what an addition
// takes, with what it reads. Word and Add are below what is measured, 22 and 16: more is
// kept and less is moved than would be fastest, so that fewer operations run again.
const (
	Op   = 1  // arithmetic
	Read = 1  // an element of an array
	Add  = 3  // adding to an element of an array: a read, an addition, a write
	Word = 12 // keeping a word of a trace: a write in the forward pass, a read in the reverse pass
	// Reverse is how many times an iteration costs what it does forwards, when its forward
	// pass leaves a trace and its reverse pass takes it.
	Reverse = 3
)

// Unbounded is the cost of what takes any time, such as a loop.
const Unbounded = 1 << 20

// Iterations is how many a loop is taken to have where nothing says it.
const Iterations = 100

// Primitive is the cost of a primitive.
func Primitive(f proc.Func) int64 { return max(primitives[f], Op) }

// primitives are the costs of what takes longer than an addition, as measured, but for two: powi is
// for a small exponent, and one that is known only at run time takes ten times as long; div is lower
// than 4.7 as measured, for traces that are no larger. Those of elementary functions stand with them.
var primitives = func() map[proc.Func]int64 {
	table := map[proc.Func]int64{prim.Div: 4, prim.Powi: 10, prim.Polygamma: 5400}
	for _, f := range special.Functions {
		if f.Cost > 0 {
			table[proc.Name(f.Name)] = f.Cost
		}
	}
	return table
}()
