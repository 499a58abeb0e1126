// Package gen makes random programs for tests: well typed, without run-time errors at
// run time, with results of moderate size, and with data to run them on.
//
//	choices ──New──▶ .fun text, the name of a function of it, JSON data for that function
//
// Everything follows from the choices of a Source, where 0 is the simplest
// choice, so that a tester that shrinks the choices shrinks the program.
//
// A program is valid by construction. Types carry the sizes of arrays, as text
// and as bounds (type.go), and every index is below a size that is known to be
// large enough (scope.go). Reals stay moderate because what grows is damped:
// the state of a loop goes through a bounded function, a divisor is 1 + x^2.
package gen
