package llvm

import "procad/internal/native"

// The limits decide how definitions are written. Instructions are counted roughly, by cost.Code. Those that
// say what memory native code needs are in package native, with their reasons.
type limits struct {
	tiny   int // a definition of so many instructions is always written inline
	small  int // as the body of several loops
	once   int // as the body of one loop
	twice  int // as a function that is called twice: what both calls compute LLVM computes once
	again  int // as the body of argmax, where it runs twice
	keep   int // of those of a fold that keeps a number, what it takes beside
	always int // as a function that LLVM inlines wherever it is called
	lanes  int // as the body of a loop in lanes, with all that it calls inline
	pairs  int // as the body of one in lanes of two vectors, for each lane of a vector: longer vectors come with more registers
	heavy  int // from so many on, the body of an innermost loop makes a function that LLVM does not inline
	idle   int // in lanes, a branch of so many is left out where no lane takes it

	parted int // loops of at least so many iterations buffer what they add
	part   int // in parts of so many iterations; 0 if none does

	everywhere bool // iterations run in lanes wherever they can, worth it or not

	// LLVM takes time with the square of the length of straight-line code.
	whole       int // a definition of more instructions in a line is outlined in pieces
	looped      int // and one of more instructions in all
	piece       int // how many in a line go into a piece
	unoptimised int // after so many in the module, pieces without loops that run seldom are only translated
	long        int // in a definition of so many in a line, those pieces are only translated from the first on
	tuned       int // after so many in the module, all pieces are only translated, and loops written once

	direct   int // an argument with more leaves is passed as a block of words
	returned int // a result with more leaves is written to a block of words
	alloca   int // a block with more words is no place on the stack of the machine
	wide     int // a value with more leaves is not used at once in one piece
}

var usualLimits = limits{
	tiny: 16, small: 400, once: native.MostInline, twice: 900, again: 8, keep: 40, always: 150, lanes: 4000, pairs: 80, heavy: 100, idle: 200, parted: 32, part: 128,
	whole: native.MostInLine, looped: native.MostInAll, piece: 400, unoptimised: 20_000, long: 100_000, tuned: 250_000,
	direct: native.MostPassed, returned: native.MostReturned, alloca: native.MostOnStack, wide: native.MostAtOnce,
}

func limitsOf(opts Options) *limits {
	if opts.limits != nil {
		return opts.limits
	}
	return &usualLimits
}
