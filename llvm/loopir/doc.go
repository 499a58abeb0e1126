// Package loopir is the loop IR: numbered values, structured loops, buffers, checks and accumulations. It stands
// between procedures and LLVM IR. Passes take it and return it.
//
//	procedures ──build──▶ loop IR ──passes──▶ loop IR ──emit──▶ LLVM IR
//	                         │
//	                         ├── run      what it means: the oracle of all passes
//	                         └── text     printed, and read back
//
// A Program is a list of functions, callees first. A Func has a Block, a Block has parameters, operations and what it
// yields. An Op takes values and makes values, and may have blocks of its own: a loop, a choice. Every value is made
// once, before it is used:
//
//	b ::= params; op … op; yield v …
//	op ::= v, … = kind v, … where mask { b }
//
// The flat parts of a procedure's value are values here, each of a Type:
//
//	real, int, bool    a number; the tag of a sum is a bool, false for Inl
//	real<8>            a vector: a number for each of 8 lanes
//	real*              a buffer: the address of numbers
//	real[2]            a view: a buffer with its dimensions, here two
//	stack              what the iterations of a loop leave
//
// An array of procedures is a buffer for each leaf of its elements, then its dimensions. View gives a buffer its
// dimensions, so an access has an index for each axis, and whoever reads it finds the dimensions at the view. Accum
// adds to an element. It is one operation, since additions commute where reads and writes do not.
//
// An operation that could go wrong is not executed unless a Check before it held:
//
//	check i < n index-range at 2:17        before load v[i], where n is the dimension of v
//
// So which run-time error is the first one can be read from the order of the operations. The iterations of a free loop
// commute: no order is carried through memory, except by Accum.
//
// What a run does can be counted (package internal/profile). The counters are no memory of the program, and nothing in it
// reads them.
//
// The checker believes proofs, and does not check how long buffers live. Package run does, when it runs.
//
// type.go, op.go and kind.go have the data, print.go and parse.go the text. check.go has the checker. Its rules are about
// values that are defined before their uses and are of the right types (types.go), accesses that are checked
// (accesses.go), stacks that are used once (once.go), buffers that are used as they may be (modes.go), and loops that
// are free (free.go). sources.go says where a buffer may be from, leaves.go what the parts of a procedure's value are, walk.go
// goes through blocks, drop.go leaves out what nobody uses, and scan.go has the words of the text.
package loopir
