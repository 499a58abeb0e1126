package prim

import "procad/proc"

// Cost is about how long a primitive takes where vectors hold its arguments, in
// additions. Transforms compare by it what to compute again, to keep or to move.
func Cost(f proc.Func) int { return max(expensive[f], 1) }

// expensive are the costs of what takes longer than an addition.
var expensive = map[proc.Func]int{
	Div: 4, Sqrt: 4, Powi: 10,
	Exp: 20, Log: 20, Log1p: 20, Expm1: 20, Sin: 20, Cos: 20, Logistic: 24,
	Tan: 30, Asin: 30, Acos: 30, Atan: 30, Sinh: 30, Cosh: 30,
	Tanh: 40, Atan2: 40, Erf: 40, Pow: 50,
	Lgamma: 100, Digamma: 100, Polygamma: 100,
}
