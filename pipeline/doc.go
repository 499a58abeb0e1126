// Package pipeline is the compiler read from top to bottom: it turns the text
// of a file into a checked program of procedures with a library of whatever can
// be derived from it, and calls its functions by any engine.
//
//	.fun text ──source.Load──▶ source.Program ──lower──▶ proc.Program ──typecheck──▶ Unit
//	.proc text ───────────────────proc.Parse───────────▶ proc.Program ──typecheck──▶ Unit
//
//	Unit ──Entry──▶ the function that is meant ──Run, Gradient──▶ values
//	     ──Closure─▶ a program of procedures that stands by itself
//
// It touches no files.
package pipeline
