// Package optim lists the optimisations of procad by name, and turns a list of
// names into the set of those that a run is to do without.
//
// An optimisation changes what a program costs, never what it means: without it
// every result is the same, bit for bit in strict mode as far as procedures are
// the same. What correctness or the cost contract needs is no optimisation, and
// has no name here.
package optim
