// Package interp runs procedures: it is their reference meaning, the oracle
// that every other way to run them is tested against. It knows nothing of
// derivatives; derived functions come as definitions from whoever makes them.
//
// A definition is compiled once, when it is first called, into a list of
// instructions over three frames: words (scalar leaves), objects (linear
// arrays and stacks) and refs (names of zone Θ). Because every variable is
// bound once, a word's slot is written once, so tuples, sums, Dup of scalars
// and Elim of scalars are bookkeeping of the compiler and cost nothing at run
// time; they are counted all the same (Machine.Ops).
//
// Run-time errors are *prim.RuntimeError with the position of the innermost statement that has one.
package interp
