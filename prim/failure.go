package prim

import (
	"fmt"

	"procad/internal/diag"
)

// A RuntimeErrorKind says what went wrong at run time. The interpreter and native
// code report the same kinds, with the same numbers A and B.
type RuntimeErrorKind int

const (
	_              RuntimeErrorKind = iota
	IndexRange                      // index A is not in 0 … B-1
	NegativeCount                   // a loop or an array is asked for An iterations
	SizeOverflow                    // an array of more elements than memory can have; A is the one dimension that broke it
	OutOfMemory                     // A bytes more do not fit, B are in use
	EmptyMax                        // max over no iterations
	DivideByZero                    // div or mod by 0
	IntRange                        // int of a Real that is no Int
	AssertFailed                    // Message
	SizesDisagree                   // Message, A and B differ
	IterationLimit                  // a while loop has not ended after An iterations
	Internal                        // a bug in the compiler; Message
	SeedTag                         // Message, a seed or a tangent is Inl where the value is Inr, or the other way round
	SeedSize                        // Message, a seed or a tangent has size A where the value has B
	BadArgument                     // a caller in C passes a null pointer for an array, or a wrong tag; Message
	UnsupportedCPU                  // the CPU lacks Message, which native code needs
	Misuse                          // what types do not forbid: a stack out of step, unreachable code; Message
	RecursionDepth                  // calls are in each other more often than they may be; Message
	ExternFailed                    // the function Message of C gives the status A
)

// Codes are the words by which messages name the kinds.
var failureCodes = map[RuntimeErrorKind]string{
	IndexRange: "index-range", NegativeCount: "negative-count", SizeOverflow: "size-overflow", OutOfMemory: "out-of-memory",
	EmptyMax: "empty-max", DivideByZero: "divide-by-zero", IntRange: "int-range", AssertFailed: "assert", SizesDisagree: "sizes-disagree",
	IterationLimit: "iteration-limit", Internal: "internal", SeedTag: "seed-tag", SeedSize: "seed-size", BadArgument: "bad-argument",
	UnsupportedCPU: "unsupported-cpu", Misuse: "misuse", RecursionDepth: "recursion-depth", ExternFailed: "extern-failed",
}

// A RuntimeError is an error at run time.
type RuntimeError struct {
	Kind    RuntimeErrorKind
	Pos     diag.Pos // of the source, zero where unknown
	A, B    int64
	Message string
}

// What Misuse says. Where nobody wrote stacks, unreachable or accumulators of
// sums, it is the compiler that misused them.
const (
	EmptyStack    = "a pop of an empty stack"
	FullStack     = "a stack has fewer slots than it needs"
	LeftOnStack   = "a stack that has to be empty still has items"
	Unreachable   = "unreachable code is reached"
	DifferentTags = "two cotangents of a sum have different tags"
)

// Code is the word for the kind of run-time error.
func (f *RuntimeError) Code() string { return failureCodes[f.Kind] }

// Error says what went wrong, without the position.
func (f *RuntimeError) Error() string {
	switch f.Kind {
	case IndexRange:
		return fmt.Sprintf("index %d is out of range: the size is %d", f.A, f.B)
	case NegativeCount:
		return fmt.Sprintf("the count is negative: %d", f.A)
	case SizeOverflow:
		return fmt.Sprintf("an array with a dimension of %d is too large for the address space", f.A)
	case OutOfMemory:
		return fmt.Sprintf("out of memory: %d bytes more are needed, %d are in use", f.A, f.B)
	case EmptyMax:
		return "the maximum or minimum of no values"
	case DivideByZero:
		return "division of an Int by zero"
	case IntRange:
		return "int of a Real that is not in the range of Int"
	case AssertFailed:
		return "assertion failed: " + f.Message
	case SizesDisagree:
		return fmt.Sprintf("sizes disagree: %s: %d and %d", f.Message, f.A, f.B)
	case IterationLimit:
		return fmt.Sprintf("the loop has not ended after %d iterations", f.A)
	case SeedTag, RecursionDepth:
		return f.Message
	case SeedSize:
		return fmt.Sprintf("%s: %d and %d", f.Message, f.A, f.B)
	case BadArgument:
		return "the argument " + f.Message
	case ExternFailed:
		return fmt.Sprintf("the function %s of C gives the status %d", f.Message, f.A)
	case UnsupportedCPU:
		return "the code is for another CPU: this one has no " + f.Message
	case Misuse:
		return f.Message
	}
	return "internal error: " + f.Message
}
