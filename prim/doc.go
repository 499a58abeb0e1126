// Package prim knows the functions that no program defines: the primitives,
// the loops, and the families indexed by types. It gives their types, and the
// derivatives of the primitives as procedures (rules.proc).
package prim
