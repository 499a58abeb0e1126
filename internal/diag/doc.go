// Package diag turns what is wrong with a program into text a person can act
// on. A message is data (Error); rendering is separate (Render).
//
//	spin.fun:7:6: error: r is a Real, but an Int is wanted here [type-mismatch]
//	    7 |   v[r]
//	      |     ^
//	spin.fun:5:6: note: r is bound here
//	    5 | let r = 1.5
//	      |     ^
//	hint: int(r) rounds down to an Int
//
// The first line is all that editors and tests need. Codes are words; each is
// a constant with a doc comment in the package that reports it.
package diag
