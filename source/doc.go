// Package source parses and checks .fun text: the result is a program with types and resolved names.
//
//	text ──Parse──▶ Program ──loadImports──▶ Program with Modules ──Check──▶ Program with types and resolved names
//
// Load does all of it:
//
//   - scan.go and token.go make tokens of the text, parse*.go and scan_form.go the tree of syntax.go.
//   - load.go reads the files that are imported, and files.go finds them; package library has those that a name
//     alone imports. module.go says which names of another file can be seen.
//   - declare.go, record.go, sum.go and resolve_type.go declare types, and recursive_type.go those that have themselves in
//     their values.
//   - resolve*.go finds what names stand for: every identifier then points to its *Var and every call
//     to what it calls, so that shadowing is over. recursion.go finds the definitions that call themselves.
//   - check*.go infers types by unification (unify.go), those of rules (rule.go) and of functions of C (extern.go) too. A
//     local function is checked once per distinct list of argument types, on a copy of its body
//     (instance.go), and so is a generic definition (generic.go). settle.go decides what is left open.
//   - cover.go says which values the branches of a case miss, unused.go what is not used.
//   - reachable, of load.go, drops the definitions of other files that the first one does not need.
//
// mistakes.go knows what people write who know other languages.
//
// The grammar is docs/grammar.md. What a program means is not said here but by
// the terms of core that package elaborate makes of it.
package source
