// Package linear rewrites procedures whose variables are used any number of times
// into single-use ones, and simplifies single-use procedures.
//
//	y = Call mul (x, x)   becomes   x.dup = Dup x;  (x.1, x.2) = x.dup;  y = Call mul (x.1, x.2)
//	y = Const 1.0         becomes   y = Const 1.0;  Elim y                where y is not used
package linear
