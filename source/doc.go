// Package source parses and checks .fun text: the result is a functional program.
//
//	text ──Parse──▶ Program ──Check──▶ Program with types and resolved names
//
// Parse (scan.go, parse*.go) builds the tree of syntax.go. Check first resolves
// names (resolve.go): every identifier then points to its *Var and every call
// to what it calls, so that shadowing is over. It then infers types (check*.go)
// by unification. A local function is checked once per distinct list of
// argument types, on a copy of its body (instance.go).
//
// The grammar is docs/grammar.md. What a program means is not said here but by
// the procedures that package lower makes of it.
package source
