// Package cost is what procedures cost: the unit costs that transformations compare, each
// measured against an addition by scripts/unitcosts, and sums of them over definitions.
package cost

import (
	"procad/prim"
	"procad/proc"
)

// An addition of Reals is the unit, where vectors hold its arguments.
const (
	Op   = 1  // arithmetic
	Read = 1  // an element of an array
	Add  = 3  // adding to an element of an array: a read, an addition, a write
	Word = 12 // keeping a word of a trace: a write in the forward pass, a read in the reverse pass, and memory
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

// primitives are the costs of what takes longer than an addition.
var primitives = map[proc.Func]int64{
	prim.Div: 4, prim.Sqrt: 4, prim.Powi: 10,
	prim.Exp: 20, prim.Log: 20, prim.Log1p: 20, prim.Expm1: 20, prim.Sin: 20, prim.Cos: 20, prim.Logistic: 24,
	prim.Tan: 30, prim.Asin: 30, prim.Acos: 30, prim.Atan: 30, prim.Sinh: 30, prim.Cosh: 30,
	prim.Tanh: 40, prim.Atan2: 40, prim.Erf: 40, prim.Pow: 50,
	prim.Lgamma: 100, prim.Digamma: 100, prim.Polygamma: 100,
}
