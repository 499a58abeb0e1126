// Package special has the table of the elementary functions (table.go), and the values of
// those that Go's library lacks: the gamma family, for all real arguments. The runtime of native code
// has the same methods in C. And it has logarithms and powers of the least numbers, which C's
// library knows.
//
// For large positive x there is an asymptotic series (Euler-Maclaurin); a
// smaller x is first shifted up by the recurrence, and a negative one
// reflected. With the Bernoulli numbers B2 … B16 the rest of a series is below
// a unit in the last place from the bounds named in the code on. Near a zero
// of a function the error is relative to the terms, not to their sum.
package special

// bernoulli are B2, B4, …, B16.
var bernoulli = [...]float64{1. / 6, -1. / 30, 1. / 42, -1. / 30, 5. / 66, -691. / 2730, 7. / 6, -3617. / 510}
