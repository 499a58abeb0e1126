// Package passes has the passes on the loop IR. Each takes a program that the checker accepts, and leaves one that it accepts.
//
//	size-versions       an entry has a version in which the sizes of example data are numbers                   sizes.go
//	inline              functions that are short, or called once, are written where they are called             inline.go
//	folding             known operations are done, equal ones once, what a loop does not change is outside;
//	                    so is what an iteration copies for the next one (fold_copied.go)                        fold.go
//	stacks              stacks to which each iteration adds an item are arrays (unstack_items.go)               unstack.go
//	parameters          what is the same in every call is one parameter, or a number                            parameters.go
//	jump-threading      each state of a loop that is a state machine has a way of its own to the next one          thread.go
//	unrolling           few iterations, whose number is known, are written out                                  small.go
//	invariants          arithmetic of Ints and Bools is outside of loops and choices, views outside of loops    hoist.go
//	dead-stores         an array is not filled before a loop that sets all of it, nor set where nobody reads it
//	                    (dead_ends.go); an entry borrows what it only reads (lend.go)                           dead_stores.go
//	check-hoisting      a Check that cannot fail is proven, or guarded by a test before a loop                  checks.go, guard.go
//	known-counts        loops are written out whose few iterations are known at their place                     counts.go
//	inspection          a Check that depends on what a loop reads is made before the loop                       inspect.go
//	index-sets          the iterations of a loop in which a condition does not change are a loop                split.go, split_choices.go
//	unswitching         a choice that is the same in all iterations is a choice of loops                        unswitch.go
//	batching            what iterations add to a stack, or take off, is added or taken off at once              batch.go
//	locals              small buffers are on the stack of the machine, and loops carry no buffer of them      locals.go, locals_carried.go
//
// The passes that follow add up in another order, so they do not run where results are to be those of the interpreter:
//
//	free-loops          loops whose iterations commute are free                                                 free.go
//	threads             costly free loops are divided into chunks, which threads share: which are worth it
//	                    (threads_cost.go), how they are written (threads_write.go). It runs in order too: then only loops
//	                    without sums are divided                                                                threads.go
//	strength-reduction  powers of what does not change are carried from iteration to iteration                  strength.go
//	scalar-promotion    what all iterations add to one element is added up in the state of the loop             promote.go
//	lanes               the iterations of outer free loops run in lanes: what varies (lane_values.go), whether it pays
//	                    (lane_cost.go), how it is written (lane_write.go), choices (lane_choice.go), blocks of several vectors
//	                    (lane_width.go), copies of what lanes read again (lane_rows.go)                         vectorise.go
//	max                 the largest number of a loop is found in a free one                                     maxima.go
//	fission             what an iteration adds to neighbours is buffered, and added in loops of its own         fission.go
//	short-loops         free loops have a version for few iterations                                            hints.go
//	carry               what the next iteration reads again is kept for it                                      carry.go
//
// The last one divides functions, and changes no result:
//
//	outlining           a long function is a driver, which calls pieces in order: what they have in them (outline_segments.go),
//	                    the frame for the numbers that cross (outline_frame.go), how both are written (outline_write.go)    outline.go
//
// The table with their order is in passes.go. A name there is that of the optimisation, which --without NAME disables.
//
// The facts that passes need are affine forms of Ints (affine.go), what is known at a place of loop indices and of conditions
// (facts.go), how large Ints are (bounds.go), and what follows from it (prove.go). walk.go goes through a function with what is
// known at each place, memory.go says which memory a buffer may be in, body.go what is in the body of a loop and how long it is,
// copy.go copies operations and renames what they take, and write.go writes new ones and choices of versions.
//
// Ints wrap around, and proofs are of integers. So whatever compares or adds asks first whether it is exact, or has a test ask whether all
// it is made of is small; affine.go, bounds.go and prove.go say where.
//
// Versions make a function longer. All passes together may make it so much longer (Options.room): a pass subtracts what it copies.
//
// The checker of the loop IR believes a proven Check. The interpreter looks at it nevertheless: it is the oracle for proofs.
package passes
