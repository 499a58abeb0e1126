package pipeline

import (
	"slices"

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
	looppasses "procad/llvm/loopir/passes"
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
var Passes = slices.Concat(portablePasses, nativePasses)

// portablePasses are the rows of core and of procedures.
var portablePasses = []Pass{
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
}

// nativePasses are the rows of native code: those of the loop IR are the passes of its own table.
var nativePasses = func() []Pass {
	rows := []Pass{{Name: "loopir", On: OnNative, Always: true, Where: "llvm/loopir/build/doc.go",
		Does: "makes the loop IR of procedures, each access after its checks",
		Why:  "all that an entry calls is derived"}}
	for _, p := range looppasses.Table {
		row := Pass{Name: p.Name, On: OnNative, Strict: p.Reorders, Where: "llvm/loopir/passes/" + p.Where, Does: p.Does, Why: p.Why}
		if p.Reorders {
			row.Needs = []optim.Name{optim.Reorder}
		}
		rows = append(rows, row)
	}
	return append(rows, []Pass{
		{Name: "emit", On: OnNative, Always: true, Where: "llvm/emit.go",
			Does: "writes LLVM IR of the loop IR",
			Why:  "the loop IR is as it is to run"},
		{Name: optim.Alias, On: OnNative, In: "emit", Where: "llvm/loopir/emit/signature.go",
			Does: "tells LLVM which arrays are distinct",
			Why:  "it belongs to the parameters of a function, which come before its body"},
		{Name: optim.Hints, On: OnNative, In: "emit", Where: "llvm/module/marks.go",
			Does: "tells LLVM which branches are rare",
			Why:  "the branches of checks that are left"},
		{Name: optim.Reorder, On: OnNative, In: "emit", Strict: true, Where: "llvm/functions.go",
			Does: "lets passes and LLVM add up a sum in any order",
			Why:  "a mark of each addition, when it is written"},
		{Name: optim.Contract, On: OnNative, In: "emit", Strict: true, Where: "llvm/functions.go",
			Does: "lets LLVM make a·b + c one operation",
			Why:  "the same"},
		{Name: optim.VectorMath, On: OnNative, In: "emit", Strict: true, Where: "llvm/math.go",
			Does: "calls the functions that the C library has for vectors",
			Why:  "what the module calls is known at its end"},
		{Name: optim.Flush, On: OnNative, In: "emit", Strict: true, Where: "llvm/export/describe.go",
			Does: "lets results below 2.2e-308 be zero during a call",
			Why:  "it is for the callers of the module, when it runs"},
		{Name: optim.BlockCache, On: OnNative, In: "emit", Where: "llvm/toolchain/runtime/memory.c",
			Does: "keeps large freed blocks of memory for the next use",
			Why:  "the same, for the runtime that is linked to it"},
	}...)
}()
