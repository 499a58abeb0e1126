// Package optim has the names of the optimisations of procad, and sets of them: those
// that are disabled in a run. What each does, and when, the table of package
// pipeline says.
//
// An optimisation changes what a program costs, never what it means: without it
// every result is the same, bit for bit in strict mode as far as procedures are
// the same. What correctness or the cost contract needs is no optimisation, and
// has no name here.
package optim
