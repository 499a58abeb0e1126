// Package native has the limits of native code that both its writer, package llvm, and those that
// say beforehand what it needs, package estimate, go by: a limit stands here once, so that a
// bound cannot fall behind what is written.
package native

// How long code may be before package estimate counts a frame for it. Instructions are counted roughly, by cost.Code. The writer
// counts operations of the loop IR instead (llvm/loopir/passes/outline.go).
const (
	// A definition of more instructions in a line may be divided into pieces: LLVM takes time with the
	// square of the length of straight-line code.
	MostInLine = 1500
	// So may one of more instructions in all.
	MostInAll = 30_000
	// MostInline is the largest definition that may be written inline: what it is written in gets longer.
	MostInline = 1500
)

// Where values are. The leaves of a value are its Reals, Ints and tags, and the pointers and
// dimensions of its arrays.
const (
	// An argument of more leaves is passed as a block of words: beyond registers each is copied anyway.
	MostPassed = 32
	// A result of more leaves is written to a block of words: calling conventions return about as many in registers.
	MostReturned = 6
	// A block of more words is allocated, not on the stack of the machine, which recursion of inlined
	// calls shares and which may be small in threads.
	MostOnStack = 512
	// For a value of more leaves, package estimate counts the leaves of its stack in a frame several times.
	MostAtOnce = 64
)

// Stacks of traces.
const (
	// StackWords are the leaves of a stack: its block, its items and its capacity.
	StackWords = 3
	// LeastCapacity is the words of an empty stack: those that fit into the smallest block.
	LeastCapacity = (BlockAlign - BlockHeader) / 8
	// MostCapacity is the most words that an empty stack begins with: what expects many items may end
	// with a run-time error before there are as many, as in the interpreter, and not for want of memory.
	MostCapacity = 1 << 22
)

// The allocator (llvm/toolchain/runtime/memory.c): a larger block is one by itself; smaller ones are cut from
// chunks, in sizes that are multiples of BlockAlign up to FineClasses of them, and then four for each power of two.
const (
	BlockHeader  = 16                      // bytes before a block: its size
	BlockAlign   = 64                      // a line of the cache, and a vector
	LargestSmall = 1<<18 - BlockHeader     // bytes
	FineClasses  = 16                      // up to 1 KiB
	Classes      = FineClasses + 4*(18-10) // up to the largest
)
