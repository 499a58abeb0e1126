package prim

import "procad/proc"

// Price is about how long a primitive takes where vectors hold its arguments, in
// additions. Transforms compare by it what to compute again, to keep or to move.
func Price(f proc.Func) int { return max(dear[f], 1) }

// dear are the prices of what takes longer than an addition.
var dear = map[proc.Func]int{
	"div": 4, "sqrt": 4, "powi": 10,
	"exp": 20, "log": 20, "log1p": 20, "expm1": 20, "sin": 20, "cos": 20, "logistic": 24,
	"tan": 30, "asin": 30, "acos": 30, "atan": 30, "sinh": 30, "cosh": 30,
	"tanh": 40, "atan2": 40, "erf": 40, "pow": 50,
	"lgamma": 100, "digamma": 100, "polygamma": 100,
}
