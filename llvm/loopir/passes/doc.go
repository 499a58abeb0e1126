// Package passes has the passes on the loop IR. Each takes a program that the checker accepts, and leaves one that it accepts.
//
//	inline    short functions are written where they are called                                    inline.go
//	fold      known operations are done, equal ones once, what a loop does not change is outside   fold.go
//	hoist     arithmetic of Ints, and views, are outside of loops that do not change them           hoist.go
//	checks    a Check that cannot fail is proven, or guarded by a test before a loop                checks.go
//	split     the iterations of a loop in which a condition does not change are a loop              split.go
//
// The facts that checks need are affine forms of Ints (affine.go) and what is known at a place of loop indices and of
// conditions (facts.go). copy.go copies operations.
//
// The interpreter of the loop IR looks at a proven Check nevertheless: it is the oracle for proofs.
package passes
