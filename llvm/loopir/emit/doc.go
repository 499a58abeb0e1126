// Package emit writes the loop IR as LLVM IR.
//
//	loopir.Func    ↦    an LLVM function, called as package abi says (signature.go)
//
// A value of the loop IR is a few values of LLVM (value.go):
//
//	real, int, bool    double, i64, i1
//	buffer             the address of the elements; a bool is a byte in memory
//	view               the address, and the dimensions
//	stack              the address of the words, how many are in use, how many there is room for
//
// Each operation becomes what its kind says, one after the other, and there are no passes here: what is emitted is
// what was built.
//
//	add, lt, math …        an instruction or a call                          arith.go
//	alloc, load, accum …   the runtime, or an access at a place in memory    memory.go
//	empty, push, pop …     words behind an address                           stack.go
//	check                  a branch, to a call that does not return          check.go
//	for, while, if         blocks, with a phi for each part of the state     control.go
//	while of states        a jump from state to state                        machine.go
//	call, extern, print    a call                                            call.go
//	count, level           words outside of the function                     count.go
//	splat, iota, reduce    vectors, and accesses in lanes                    vector.go
//
// The archives in testdata show what becomes of each.
//
// Sums of a free loop and what is accumulated may be added up in any order, unless results are to be those of the
// interpreter (Target.Reorder is empty then).
//
// Vectors are those of LLVM (vector.go). A mask becomes that of a vector instruction where elements are next to each other. Elsewhere
// the lanes read and write one after the other.
package emit
