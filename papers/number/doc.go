// Package number is what the systems of the papers compute with. A system is
// written once, over a Domain, and runs in two:
//
//	Float   a Real is a float64
//	Mod61   a Real is a Residue, an integer modulo 2^61-1: two systems that are right agree exactly
//
// Values are those of core/eval, whose Reals are the numbers of the Domain. What
// the domain counts is what systems are compared by.
package number
