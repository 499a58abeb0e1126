// Package eval says what core programs mean, as directly as it can: values, and
// derivatives by nested forward mode. It is slow, and what every faster way to
// the same numbers is compared with.
//
// A Real is a float64 or a *Dual: a primal and a tangent of one level, which are
// Reals of lower levels. Each jvp makes a new level, so that derivatives of
// derivatives are not confused. All other derivatives are made of jvp, one for
// each direction.
package eval
