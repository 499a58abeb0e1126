// Package data holds the values of procedures, in the one form that the
// interpreter and native code share, and turns them into JSON and back.
//
// A Value is flat. Its type says where each leaf stands:
//
//	Real, Int            a word: IEEE 754 bits, two's complement
//	()                   nothing
//	(τ1, …, τn)          the leaves of τ1, …, of τn
//	τ1 + τ2              a word, the tag (0 is Inl, true; 1 is Inr, false), then the leaves of τ1, then of τ2
//	Array^r σ, Stack X   an object
//
// Words and objects are two separate lists, each in the order of the type. The
// leaves of the part of a sum that its tag does not name have no meaning.
//
// An Array keeps a buffer for each leaf of its elements (a structure of
// arrays), row-major, so zip and unzip move buffers and C or LLVM code takes
// them as they are.
package data
