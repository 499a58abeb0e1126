// Package capi describes a library as callers in C see it.
//
//	abi.Entry, proc.Def ──▶ Function: a parameter for each leaf, or for a struct of leaves ──▶ Header, Manifest
//
// The parameters of C say at which words of an entry their leaves are, and on which sides of sums (Param). Package
// llvm writes the functions by them. Records and declared sums are structs (struct.go); boxing.go finds where
// in a struct each leaf is. A Signature is what packages for other languages are written from (llvm/bindings).
package capi
