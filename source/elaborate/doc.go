// Package elaborate makes a core program of a checked source program.
//
// Syntax ends here: patterns become bindings of variables, if and the operators
// on Bools become cases, a local function becomes a lambda for each list of
// argument types, and sizes in types become checks. Arrays without elements get
// the sizes that the program determines (shape.go).
package elaborate
