// Package abi is what generated code, its callers and the runtime agree on.
//
//	τ           ↦    leaves: the flat parts of a value, each an LLVM type (leaf.go)
//	a function  ↦    how it is called: its parameters in LLVM, with what LLVM may take as distinct (signature.go)
//	Entry       ↦    the words that an entry takes and gives, and where each parameter is among them (words.go)
//	a trace     ↦    the words of Θ, then those of the trace, in the workspace of a forward pass
//
// An Entry is a definition that callers outside reach. The writers of functions and of entries share these rules, and
// so do those who call them.
package abi
