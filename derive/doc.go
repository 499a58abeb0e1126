// Package derive makes derived procedures on demand, and checks each. What derives what
// is one table (table.go): for each form of derivation and each class of functions, the type of
// the derivative, what it calls, and the function of package fwd, split, rev, loops, prim or
// activity, or of this package, that makes it.
package derive
