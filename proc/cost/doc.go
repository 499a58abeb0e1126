// Package cost is what procedures cost: the one cost model, which all passes on procedures
// and the bounds of package estimate go by.
//
//	time.go    the time that a definition takes, in the unit costs of package units
//	code.go    the instructions that it becomes in native code
//	words.go   the words that values take where they are stored, and the leaves that they have
//
// The numbers of time are measured by scripts/unitcosts. The numbers of instructions are approximate, and not
// measured: they are compared with limits alone, those of internal/native. Words and leaves
// are exact.
//
// A test says that no other package has such numbers (one_test.go). Two counts are no costs, and stand elsewhere: the operations that the interpreter
// counts, which tests compare with those that package estimate foresees; and the terms of core
// (core/inline), by which passes limit how much they copy.
package cost
