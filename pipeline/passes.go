package pipeline

import (
	"procad/core"
	"procad/core/branches"
	"procad/core/closures"
	"procad/core/cse"
	"procad/core/fusion"
	"procad/core/hoist"
	"procad/core/interchange"
	"procad/core/linearity"
	"procad/core/recursion"
	"procad/core/reductions"
	"procad/core/scalars"
	"procad/core/want"
	"procad/derive"
	"procad/internal/optim"
	"procad/proc"
)

// A Stage is what a pass works on.
type Stage string

// The stages of a program.
const (
	OnCore       Stage = "core"
	OnProcedures Stage = "procedures"
	OnNative     Stage = "native"
)

// A Pass is a row of the table of passes.
type Pass struct {
	Name   optim.Name
	On     Stage
	In     optim.Name   // the pass that it is a part of; "" if it is one by itself
	Always bool         // it cannot be left out, and is no optimisation
	Named  bool         // only its own name leaves it out, since meaning depends on it
	Needs  []optim.Name // without one of which it does nothing
	Strict bool         // it does nothing with --strict
	Does   string
	Where  string // the file, by its path in the repository
	Why    string // why it is at this place

	core   func(*core.Program)
	makes  func(*core.Program) error // instead of core: what may refuse a program
	finish func(*derive.Stage, *proc.Def) (*proc.Def, []*proc.Def, error)
}

// Passes are all passes with their parts, in the order in which they run, the parts of
// a pass in the order in which they decide. A pass may run twice. The checker of core
// runs after each pass on core, that of procedures after each derivation and
// after each pass on what is derived.
var Passes = []Pass{
	{Name: "elaborate", On: OnCore, Always: true, Where: "source/elaborate/program.go",
		Does: "makes terms of core of the source",
		Why:  "the passes on core have one form for each construct"},
	{Name: "closures", On: OnCore, Always: true, makes: closures.Program, Where: "core/closures/closures.go",
		Does: "makes data of functions that are values (specialisation, lambda lifting, defunctionalisation)",
		Why:  "all other passes are for definitions and local functions; what it makes may call itself"},
	{Name: "recursion", On: OnCore, Always: true, core: recursion.Program, Where: "core/recursion/doc.go",
		Does: "makes loops of functions that call themselves; what follows a call that is no tail call is on a stack",
		Why:  "no other pass, and no derivative, knows of calls in a circle"},
	{Name: "heaps", On: OnCore, Always: true, makes: recursion.Types, Where: "core/recursion/types.go",
		Does: "makes numbers of nodes, in arrays, of the values of recursive types",
		Why:  "no later pass, and no derivative, knows of recursive types; there are no calls in a circle any more"},
	{Name: optim.CustomRules, On: OnCore, Named: true, makes: linearity.Rules, Where: "core/linearity/doc.go",
		Does: "lets derivatives that the program gives be those of its functions, and checks them",
		Why:  "all functions are definitions that end, and are as the author wrote them"},
	{Name: optim.Wanted, On: OnCore, core: func(p *core.Program) { want.Program(p) }, Where: "core/want/want.go",
		Does: "computes only those cotangents and columns of a derivative in the program that are used (dead-result elimination)",
		Why:  "it looks at who uses a derivative before others move that"},
	{Name: optim.Hoist, On: OnCore, core: func(p *core.Program) { hoist.Program(p) }, Where: "core/hoist/hoist.go",
		Does: "computes expensive loop-invariant expressions once, before the loop; if they depend on the indices of inner loops, into an array (scalar expansion)",
		Why:  "loops are as the author wrote them, and what is moved is found by what it reads"},
	{Name: optim.ScalarReplacement, On: OnCore, core: scalars.Program, Where: "core/scalars",
		Does: "replaces small arrays by scalars, and unrolls the loops and inlines the functions that read them",
		Why:  "arrays that hoist made may be small, and scalars show what is computed twice"},
	{Name: optim.CSE, On: OnCore, core: cse.Program, Where: "core/cse/cse.go",
		Does: "shares common subexpressions: calls, sums and elementary functions that an iteration, or the code outside of loops, computes again",
		Why:  "what is written out has the same calls several times"},
	{Name: optim.Interchange, On: OnCore, core: interchange.Program, Where: "core/interchange/interchange.go",
		Does: "interchanges a sequential loop over arrays with the loops over their elements, where each element depends only on those at the same place (loop interchange): its state is made of scalars",
		Why:  "hoisting has moved what is expensive before the loop, and fusion can fuse the loops over elements"},
	{Name: optim.Fusion, On: OnCore, core: fusion.Program, Where: "core/fusion/fusion.go",
		Does: "fuses the loop that makes an array with the one loop that reads it (producer–consumer fusion), also across calls, so that there is no array; reads a part of an array in place, without a copy",
		Why:  "hoisting and sharing decide first which arrays have several readers"},
	{Name: optim.Hoist, On: OnCore, core: func(p *core.Program) { hoist.Program(p) }, Where: "core/hoist/hoist.go",
		Why: "loops that were fused have bodies that nobody has looked at"},
	{Name: optim.ScalarReplacement, On: OnCore, core: scalars.Program, Where: "core/scalars",
		Why: "the same"},
	{Name: optim.CSE, On: OnCore, core: cse.Program, Where: "core/cse/cse.go",
		Why: "the same"},
	{Name: optim.Reductions, On: OnCore, core: reductions.Program, Where: "core/reductions/reductions.go",
		Does: "recognises a fold that only adds as an ordered sum, which has no state",
		Why:  "the others know folds, and move what is in them; no pass looks for a fold after it"},
	{Name: optim.InlineBranches, On: OnCore, core: branches.Program, Where: "core/branches/branches.go",
		Does: "inlines short functions that branch, so that the reverse pass of their callers can choose the branch again",
		Why:  "a call is one term for the others, which move it, share it, or fuse a loop across it"},

	{Name: "lower", On: OnProcedures, Always: true, Where: "lower/program.go",
		Does: "makes procedures of core, in which every variable is used once",
		Why:  "terms of core are as short as they get"},
	{Name: "activity", On: OnProcedures, Always: true, Where: "split/activity/activity.go",
		Does: "finds what is inactive where only some parameters are differentiated in",
		Why:  "what is inactive has no derivative, so it is known before there are any"},
	{Name: optim.Ints, On: OnProcedures, In: "activity", Where: "split/activity/callee.go",
		Does: "treats what is computed from numbers and Ints alone as inactive, in gradients",
		Why:  "it is inactive by itself, whatever the parameters are"},
	{Name: optim.Useful, On: OnProcedures, In: "activity", Needs: []optim.Name{optim.Ints}, Where: "split/activity/useful.go",
		Does: "takes parts of results and of states for inactive whose cotangent is zero: they are only compared, rounded to Ints or dropped",
		Why:  "it is found together with what is inactive, from the end of a definition to its beginning"},
	{Name: optim.StrongZeros, On: OnProcedures, Named: true, Where: "prim/rules.proc",
		Does: "lets a tangent or a cotangent of 0 contribute 0, also where the slope is infinite or NaN; without it, 0 · ∞ is NaN as in IEEE 754",
		Why:  "the rules of primitives come before those of all that calls them"},
	{Name: "derive", On: OnProcedures, Always: true, Where: "derive/library.go",
		Does: "makes derivatives on demand, each after what it is derived from",
		Why:  "their rules are for procedures, and know what is inactive"},
	{Name: optim.Annotations, On: OnProcedures, In: "derive", Named: true, Where: "split/figure.go",
		Does: "knows which cotangents are zero or dead, how traces are stored, and what is stored: all that the rules of the figure ask",
		Why:  "the rules ask for it; without it, and all that follows, derivatives are the plain figure"},
	{Name: optim.ArgMax, On: OnProcedures, In: "derive", Where: "loops/argmax.go",
		Does: "for a fold that finds a maximum, stores only the index of the winning iteration, and reverses that iteration",
		Why:  "it is decided first of a loop: then nothing of its other iterations is stored"},
	{Name: optim.TraceArrays, On: OnProcedures, In: "derive", Where: "loops/commute_keep.go",
		Does: "stores traces of scalars in an array instead of a stack",
		Why:  "where traces are stored decides what storing them costs"},
	{Name: optim.Store, On: OnProcedures, In: "derive", Needs: []optim.Name{optim.TraceArrays}, Where: "loops/policy.go",
		Does: "stores the traces of iterations that are expensive to recompute",
		Why:  "it compares with the cost of arrays of traces"},
	{Name: optim.Blocks, On: OnProcedures, In: "derive", Where: "loops/blocks.go",
		Does: "when a loop in order begins and its traces would leave the cache, stores states, and runs blocks of iterations again whose traces stay in it",
		Why:  "it compares with what an iteration stores"},
	{Name: optim.FusedSweep, On: OnProcedures, In: "derive", Where: "loops/fuse.go",
		Does: "runs each iteration of a sum forwards and backwards in one sweep, where the pass over what it reads costs no more than running it again or keeping its trace",
		Why:  "it compares with what storing and recomputing cost"},
	{Name: "split", On: OnProcedures, In: "derive", Always: true, Where: "split/rules.go",
		Does: "applies the rules of the figure to each statement, which give a forward pass, a trace and a reverse pass",
		Why:  "what the rules ask has been decided: which cotangents are zero or dead, and what loops store"},
	{Name: optim.Rules, On: OnProcedures, In: "derive", Where: "split/inline.go",
		Does: "inlines the derivatives of primitives, so that minimise sees what they store",
		Why:  "the rules of the figure have been applied, which call them"},
	{Name: optim.TagOnly, On: OnProcedures, In: "derive", Where: "split/tag_only.go",
		Does: "stores only the tags of a sum in a trace where the reverse pass makes a zero cotangent of it",
		Why:  "the trace is complete, and minimise then looks at the tags alone"},
	{Name: optim.ShapeOnly, On: OnProcedures, In: "derive", Where: "split/shape_only.go",
		Does: "stores only the dimensions of an array in a trace where the reverse pass reads no element; a loop stores those of its states likewise",
		Why:  "the trace is complete, and dimensions are cheaper than all that minimise could store"},
	{Name: optim.Minimise, On: OnProcedures, In: "derive", Where: "split/minimise.go",
		Does: "minimises traces: they store only what the reverse pass needs and cannot recompute cheaply (to-be-recorded analysis, minimum cut)",
		Why:  "both passes are there, and their trace is not packed"},
	{Name: optim.Recompute, On: OnProcedures, In: "derive", Needs: []optim.Name{optim.Minimise}, Where: "split/values.go",
		Does: "lets the reverse pass recompute cheap values, and choose branches again (rematerialisation)",
		Why:  "it is asked for each value that could be stored"},
	{Name: "pack", On: OnProcedures, In: "derive", Always: true, Where: "split/pack.go",
		Does: "packs the trace in a tuple, and a wide one on a stack of one item, so that two procedures share it",
		Why:  "no step takes anything out of the trace any more"},
	{Name: optim.InlineIterations, On: OnProcedures, In: "derive", Where: "loops/inline.go",
		Does: "inlines the forward and the reverse pass of an iteration in the loop that runs them",
		Why:  "both are complete, and simplify then removes the tuples between them"},
	{Name: optim.Simplify, On: OnProcedures, In: "derive", Where: "proc/linear/simplify.go",
		Does: "removes copies, tuples and dead code",
		Why:  "the last step of each derivation: what is not stored is dead"},
	{Name: "erase", On: OnProcedures, Always: true, finish: derive.Erase, Where: "split/activity/erase.go",
		Does: "takes inactive Reals for Reals like any other",
		Why:  "all that a function is derived to knows what is inactive; nothing that runs does"},
	{Name: optim.Factoring, On: OnProcedures, finish: derive.Outside, Where: "loops/factor/choose.go",
		Does: "factors linear maps out of reductions (Σ Lᵀy = Lᵀ Σ y): a loop adds up their arguments, and they run once after it",
		Why:  "the loops of reverse passes are there, and no derivative is made of what it makes"},

	{Name: "emit", On: OnNative, Always: true, Where: "llvm/emit.go",
		Does: "writes LLVM IR of procedures, callees first",
		Why:  "all that an entry calls is derived"},
	{Name: optim.Direct, On: OnNative, In: "emit", Named: true, Where: "llvm/by_loopir.go",
		Does: "makes native code of procedures directly; without it, by way of the loop IR, which none of what follows works on yet",
		Why:  "it is decided of a whole definition"},
	{Name: optim.Inline, On: OnNative, In: "emit", Where: "llvm/plan.go",
		Does: "inlines short definitions and bodies of loops",
		Why:  "it is decided before anything is written, callees first, whose length is then known"},
	{Name: optim.LoopOutlining, On: OnNative, In: "emit", Needs: []optim.Name{optim.Inline}, Where: "llvm/plan.go",
		Does: "outlines loops of many instructions into functions of their own: LLVM then knows that their arrays are distinct",
		Why:  "it is for loops whose body is written in them"},
	{Name: optim.Outlining, On: OnNative, In: "emit", Where: "llvm/outline.go",
		Does: "outlines parts of long definitions: LLVM takes less time for several short functions",
		Why:  "how long a definition is depends on what is written in it"},
	{Name: optim.Effects, On: OnNative, In: "emit", Where: "llvm/effects.go",
		Does: "knows which parts of arrays a function or an iteration leaves unchanged (interprocedural effects)",
		Why:  "callers and loops ask for it when they are written"},
	{Name: optim.Alias, On: OnNative, In: "emit", Where: "llvm/call.go",
		Does: "tells LLVM which arrays are distinct",
		Why:  "it belongs to the parameters of a function, which come before its body"},
	{Name: optim.Lanes, On: OnNative, In: "emit", Where: "llvm/lanes.go",
		Does: "runs iterations of a sum in SIMD lanes (outer-loop vectorisation)",
		Why:  "it is tried first of a loop: all that follows is for single iterations or for lanes"},
	{Name: optim.LaneFills, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_iterations.go",
		Does: "runs iterations that fill an array in SIMD lanes",
		Why:  "the same, for loops that make arrays"},
	{Name: optim.LaneCases, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_mask.go",
		Does: "runs both branches of a Case that differs between lanes, under masks",
		Why:  "iterations run in lanes; without it a loop with such a Case does not"},
	{Name: optim.LaneSerial, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_serial.go",
		Does: "runs an inner loop for one lane after the other where the lanes differ in rows",
		Why:  "the same, for a loop inside"},
	{Name: optim.LaneInterleaving, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_interleaving.go",
		Does: "runs two vectors of iterations at once, so that one computes while the other waits",
		Why:  "how long the body is, and that it can be written in lanes, is known"},
	{Name: optim.LaneTiles, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_tiles.go",
		Does: "transposes tiles of the rows that lanes read and add to",
		Why:  "the rows are known when the body is written in lanes"},
	{Name: optim.LaneRotation, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_rotation.go",
		Does: "adds in rotating registers that move along an array with the lanes",
		Why:  "the same, for what lanes add to"},
	{Name: optim.CheckHoisting, On: OnNative, In: "emit", Where: "llvm/hoist.go",
		Does: "hoists the bounds checks of a loop before it (loop versioning)",
		Why:  "the body is written once on trial: then its indices are known"},
	{Name: optim.InvariantState, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting}, Where: "llvm/hoist.go",
		Does: "takes the loop-invariant part out of the state of a loop",
		Why:  "the body on trial shows what it changes, and indices of the rest can be checked before the loop"},
	{Name: optim.Stacks, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting}, Where: "llvm/state.go",
		Does: "checks once before a loop whether a stack has capacity for what all iterations push, or items for what they pop",
		Why:  "a stack is part of the state of a loop, which invariant-state has looked at"},
	{Name: optim.Speculation, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting}, Where: "llvm/speculate.go",
		Does: "speculates that indices read from arrays are right and re-runs the loop if one is not, or inspects all of them before the loop (inspector–executor)",
		Why:  "it is for indices that check-hoisting cannot check"},
	{Name: optim.IndexSets, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting}, Where: "llvm/index_sets.go",
		Does: "splits the index set of a loop into prologue, main part and epilogue, where a condition on the index is constant",
		Why:  "what is still asked in each iteration is known"},
	{Name: optim.ShortLoops, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting, optim.Reorder}, Strict: true, Where: "llvm/hoist.go",
		Does: "versions a loop for few iterations and for many",
		Why:  "a loop is written several times if nothing is asked in it"},
	{Name: optim.ScalarPromotion, On: OnNative, In: "emit", Needs: []optim.Name{optim.Reorder}, Strict: true, Where: "llvm/promote.go",
		Does: "promotes an element that all iterations add to into a register",
		Why:  "the places are known when the loop is written"},
	{Name: optim.Fission, On: OnNative, In: "emit", Needs: []optim.Name{optim.CheckHoisting, optim.ScalarPromotion, optim.Reorder}, Strict: true, Where: "llvm/fission.go",
		Does: "splits off what some iterations add to neighbouring elements: it is buffered, and then added (loop fission)",
		Why:  "it is for what scalar promotion cannot take"},
	{Name: optim.Zeros, On: OnNative, In: "emit", Where: "llvm/unfilled.go",
		Does: "omits the zeros of an array that a fold sets",
		Why:  "it looks from a call that makes zeros at the fold after it"},
	{Name: optim.Preallocation, On: OnNative, In: "emit", Where: "llvm/stack.go",
		Does: "allocates a stack with the capacity that all its items need",
		Why:  "the loop that pushes them is known, and how often it iterates"},
	{Name: optim.Max, On: OnNative, In: "emit", Where: "llvm/loop.go",
		Does: "writes a maximum in a form that LLVM vectorises; with --strict only the maximum of a fold",
		Why:  "the other forms of a loop have been looked at"},
	{Name: optim.StrengthReduction, On: OnNative, In: "emit", Strict: true, Where: "llvm/strength.go",
		Does: "carries x^j through a loop that counts j, so that an iteration multiplies once",
		Why:  "the loop is written, and asks for each power in it"},
	{Name: optim.Powers, On: OnNative, In: "emit", Where: "llvm/prim.go",
		Does: "expands powers with known exponents into products",
		Why:  "powers that a loop carries are none any more"},
	{Name: optim.ValueRanges, On: OnNative, In: "emit", Where: "llvm/ranges.go",
		Does: "omits checks that value ranges prove",
		Why:  "a check is written with the statement that needs it"},
	{Name: optim.Hints, On: OnNative, In: "emit", Where: "llvm/emit.go",
		Does: "tells LLVM which branches are rare",
		Why:  "the branches of checks that are left"},
	{Name: optim.Reorder, On: OnNative, In: "emit", Strict: true, Where: "llvm/prim.go",
		Does: "lets LLVM add up a sum in any order",
		Why:  "a mark of each addition, when it is written"},
	{Name: optim.Contract, On: OnNative, In: "emit", Strict: true, Where: "llvm/prim.go",
		Does: "lets LLVM make a·b + c one operation",
		Why:  "the same"},
	{Name: optim.VectorMath, On: OnNative, In: "emit", Strict: true, Where: "llvm/vector.go",
		Does: "calls the functions that the C library has for vectors",
		Why:  "what the module calls is known at its end"},
	{Name: optim.Flush, On: OnNative, In: "emit", Strict: true, Where: "llvm/export/describe.go",
		Does: "lets results below 2.2e-308 be zero during a call",
		Why:  "it is for the callers of the module, when it runs"},
	{Name: optim.BlockCache, On: OnNative, In: "emit", Where: "llvm/toolchain/runtime/memory.c",
		Does: "keeps large freed blocks of memory for the next use",
		Why:  "the same, for the runtime that is linked to it"},
}
