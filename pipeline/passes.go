package pipeline

import (
	"procad/core"
	"procad/core/adds"
	"procad/core/fuse"
	"procad/core/hoist"
	"procad/core/once"
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
	{Name: optim.Wanted, On: OnCore, core: func(p *core.Program) { want.Program(p) }, Where: "core/want/want.go",
		Does: "computes of a derivative in the program the cotangents and columns that are used, and no others",
		Why:  "it looks at who uses a derivative before others move that"},
	{Name: optim.Hoist, On: OnCore, core: func(p *core.Program) { hoist.Program(p) }, Where: "core/hoist/hoist.go",
		Does: "computes before a loop what is loop-invariant and takes work, and in an array what only depends on the indices of loops inside",
		Why:  "loops are as the author wrote them, and what is moved is found by what it reads"},
	{Name: optim.Small, On: OnCore, core: scalars.Program, Where: "core/scalars",
		Does: "takes arrays of few elements for their elements, and writes out loops and functions that read them",
		Why:  "arrays that hoist made may be small, and scalars show what is computed twice"},
	{Name: optim.Once, On: OnCore, core: once.Program, Where: "core/once/once.go",
		Does: "computes calls, sums and elementary functions once where an iteration, or what is outside of loops, computes them again",
		Why:  "what is written out has the same calls several times"},
	{Name: optim.Elements, On: OnCore, core: fuse.Program, Where: "core/fuse/fuse.go",
		Does: "computes the elements or rows of an array in the iterations of the one loop that reads them, also where a function makes or reads it, and does not make the array",
		Why:  "hoisting and sharing decide first which arrays have several readers"},
	{Name: optim.Hoist, On: OnCore, core: func(p *core.Program) { hoist.Program(p) }, Where: "core/hoist/hoist.go",
		Why: "loops that were fused have bodies that nobody has looked at"},
	{Name: optim.Small, On: OnCore, core: scalars.Program, Where: "core/scalars",
		Why: "the same"},
	{Name: optim.Once, On: OnCore, core: once.Program, Where: "core/once/once.go",
		Why: "the same"},
	{Name: optim.Adds, On: OnCore, core: adds.Program, Where: "core/adds/adds.go",
		Does: "adds up in order what the iterations of a fold add, where they do nothing else, without a state",
		Why:  "the others know folds, and move what is in them; no pass looks for a fold after it"},

	{Name: "lower", On: OnProcedures, Always: true, Where: "lower/program.go",
		Does: "makes procedures of core, in which every variable is used once",
		Why:  "terms of core are as short as they get"},
	{Name: "activity", On: OnProcedures, Always: true, Where: "split/activity/activity.go",
		Does: "finds what is inactive where only some parameters are differentiated in",
		Why:  "what is inactive has no derivative, so it is known before there are any"},
	{Name: optim.Ints, On: OnProcedures, In: "activity", Where: "split/activity/callee.go",
		Does: "takes what is computed from numbers and Ints alone for what does not move, in gradients",
		Why:  "it is inactive by itself, whatever the parameters are"},
	{Name: "derive", On: OnProcedures, Always: true, Where: "derive/library.go",
		Does: "makes derivatives on demand, each after what it is derived from",
		Why:  "their rules are for procedures, and know what is held"},
	{Name: optim.Annotations, On: OnProcedures, In: "derive", Named: true, Where: "split/figure.go",
		Does: "knows which cotangents are zero or dead, how traces are kept, and what is kept: all that the rules of the figure ask",
		Why:  "the rules ask for it; without it, and all that follows, derivatives are the plain figure"},
	{Name: optim.Winner, On: OnProcedures, In: "derive", Where: "loops/winner.go",
		Does: "keeps of a fold that finds a maximum which iteration won, and runs that one backwards",
		Why:  "it is decided first of a loop: then nothing is kept of its other iterations"},
	{Name: optim.TraceArrays, On: OnProcedures, In: "derive", Where: "loops/commute_keep.go",
		Does: "keeps traces of scalars in an array and not on a stack",
		Why:  "where traces are kept decides what keeping them costs"},
	{Name: optim.Keep, On: OnProcedures, In: "derive", Needs: []optim.Name{optim.TraceArrays}, Where: "loops/policy.go",
		Does: "keeps the traces of iterations that take longer to compute again",
		Why:  "it compares with what is kept in arrays"},
	{Name: optim.Fuse, On: OnProcedures, In: "derive", Where: "loops/fuse.go",
		Does: "runs each iteration of a sum forwards and backwards in one sweep",
		Why:  "it compares with what keeping and running again cost"},
	{Name: optim.Rules, On: OnProcedures, In: "derive", Where: "split/inline.go",
		Does: "puts the derivatives of primitives in the place of their calls, where slim sees what they keep",
		Why:  "the rules of the figure have been applied, which call them"},
	{Name: optim.Shapes, On: OnProcedures, In: "derive", Where: "split/shape_only.go",
		Does: "keeps the dimensions of an array in a trace where the reverse pass reads no element",
		Why:  "the trace is complete, and dimensions are cheaper than all that slim could keep"},
	{Name: optim.Slim, On: OnProcedures, In: "derive", Where: "split/minimise.go",
		Does: "keeps in a trace only what the reverse pass needs and cannot get again cheaply",
		Why:  "both passes are there, and their trace is not packed"},
	{Name: optim.Remake, On: OnProcedures, In: "derive", Needs: []optim.Name{optim.Slim}, Where: "split/values.go",
		Does: "lets the reverse pass make cheap values again",
		Why:  "it is asked for each value that could be kept"},
	{Name: optim.Tidy, On: OnProcedures, In: "derive", Where: "proc/linear/tidy.go",
		Does: "removes copies, tuples and values that nothing uses",
		Why:  "the last step of each derivation: what is not kept is not used"},
	{Name: "erase", On: OnProcedures, Always: true, finish: derive.Erase, Where: "split/activity/erase.go",
		Does: "takes what is held for a Real like any other",
		Why:  "all that a function is derived to knows what is held; nothing that runs does"},
	{Name: optim.Outside, On: OnProcedures, finish: derive.Outside, Where: "loops/factor/choose.go",
		Does: "adds up in a loop what linear parts of its iterations begin with, and runs these once after it",
		Why:  "the loops of reverse passes are there, and no derivative is made of what it makes"},

	{Name: "emit", On: OnNative, Always: true, Where: "llvm/emit.go",
		Does: "writes LLVM IR of procedures, callees first",
		Why:  "all that an entry calls is derived"},
	{Name: optim.Inline, On: OnNative, In: "emit", Where: "llvm/plan.go",
		Does: "writes short definitions and bodies of loops where they are used",
		Why:  "it is decided before anything is written, callees first, whose length is then known"},
	{Name: optim.Apart, On: OnNative, In: "emit", Needs: []optim.Name{optim.Inline}, Where: "llvm/plan.go",
		Does: "gives loops of many instructions a function of their own, where LLVM knows their arrays",
		Why:  "it is for loops whose body is written in them"},
	{Name: optim.Cut, On: OnNative, In: "emit", Where: "llvm/cut.go",
		Does: "cuts long definitions into pieces, for which LLVM takes less time",
		Why:  "how long a definition is depends on what is written in it"},
	{Name: optim.Through, On: OnNative, In: "emit", Where: "llvm/through.go",
		Does: "knows which parts of arrays a function or an iteration of a loop leaves as they are",
		Why:  "callers and loops ask for it when they are written"},
	{Name: optim.Alias, On: OnNative, In: "emit", Where: "llvm/call.go",
		Does: "tells LLVM which arrays are distinct",
		Why:  "it belongs to the parameters of a function, which come before its body"},
	{Name: optim.Lanes, On: OnNative, In: "emit", Where: "llvm/lanes.go",
		Does: "runs iterations of a sum in the lanes of vectors",
		Why:  "it is tried first of a loop: all that follows is for single iterations or for lanes"},
	{Name: optim.LaneFills, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_iterations.go",
		Does: "runs iterations in lanes that fill an array",
		Why:  "the same, for loops that make arrays"},
	{Name: optim.LaneCases, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_mask.go",
		Does: "runs both branches of a Case that differs between lanes",
		Why:  "iterations run in lanes; without it a loop with such a Case does not"},
	{Name: optim.LaneSingle, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_single.go",
		Does: "runs a loop inside for one lane after the other where the lanes differ in rows",
		Why:  "the same, for a loop inside"},
	{Name: optim.LaneRows, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_rows.go",
		Does: "iterations rows that lanes read and add to",
		Why:  "the rows are known when the body is written in lanes"},
	{Name: optim.Windows, On: OnNative, In: "emit", Needs: []optim.Name{optim.Lanes}, Where: "llvm/lane_window.go",
		Does: "adds in a register that moves along an array with the lanes",
		Why:  "the same, for what lanes add to"},
	{Name: optim.Guards, On: OnNative, In: "emit", Where: "llvm/hoist.go",
		Does: "checks the indices of a loop before it",
		Why:  "the body is written once on trial: then its indices are known"},
	{Name: optim.Fixed, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards}, Where: "llvm/hoist.go",
		Does: "takes from the state of a loop what no iteration changes",
		Why:  "the body on trial shows what it changes, and indices of the rest can be checked before the loop"},
	{Name: optim.Stacks, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards}, Where: "llvm/state.go",
		Does: "checks before a loop whether a stack has room for what all iterations push, or items for what they pop",
		Why:  "a stack is part of the state of a loop, which fixed has looked at"},
	{Name: optim.Inspect, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards}, Where: "llvm/watch.go",
		Does: "notes in an iteration that an index it reads from an array is wrong, and goes on, or looks at all of them before the loop",
		Why:  "it is for indices that guards cannot check"},
	{Name: optim.Spans, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards}, Where: "llvm/split.go",
		Does: "runs iterations in which a question about their number has one answer without the question",
		Why:  "what is still asked in each iteration is known"},
	{Name: optim.ShortLoops, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards, optim.Reorder}, Strict: true, Where: "llvm/hoist.go",
		Does: "writes a loop once for few iterations and once for many",
		Why:  "a loop is written several times if nothing is asked in it"},
	{Name: optim.Gather, On: OnNative, In: "emit", Needs: []optim.Name{optim.Reorder}, Strict: true, Where: "llvm/gather.go",
		Does: "adds up in a register what all iterations of a loop add to one place",
		Why:  "the places are known when the loop is written"},
	{Name: optim.Aside, On: OnNative, In: "emit", Needs: []optim.Name{optim.Guards, optim.Gather, optim.Reorder}, Strict: true, Where: "llvm/aside.go",
		Does: "puts aside what some iterations of a loop add to neighbouring elements, and then adds it",
		Why:  "it is for what no register can gather"},
	{Name: optim.Zeros, On: OnNative, In: "emit", Where: "llvm/unfilled.go",
		Does: "does not make elements zero that a fold sets",
		Why:  "it looks from a call that makes zeros at the fold after it"},
	{Name: optim.Room, On: OnNative, In: "emit", Where: "llvm/stack.go",
		Does: "begins a stack with the room that all its items need",
		Why:  "the loop that pushes them is known, and how often it iterates"},
	{Name: optim.Max, On: OnNative, In: "emit", Where: "llvm/loop.go",
		Does: "finds the largest value in a form that LLVM vectorises; with --strict only that of a fold",
		Why:  "the other forms of a loop have been looked at"},
	{Name: optim.Running, On: OnNative, In: "emit", Strict: true, Where: "llvm/running.go",
		Does: "carries x^j through a loop that counts j, so that an iteration multiplies once",
		Why:  "the loop is written, and asks for each power in it"},
	{Name: optim.Powers, On: OnNative, In: "emit", Where: "llvm/prim.go",
		Does: "multiplies out powers with known exponents",
		Why:  "powers that a loop carries are none any more"},
	{Name: optim.Facts, On: OnNative, In: "emit", Where: "llvm/facts.go",
		Does: "leaves out checks of what is known",
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
	{Name: optim.Flush, On: OnNative, In: "emit", Strict: true, Where: "llvm/describe.go",
		Does: "lets results below 2.2e-308 be zero during a call",
		Why:  "it is for the callers of the module, when it runs"},
	{Name: optim.Spare, On: OnNative, In: "emit", Where: "llvm/runtime/memory.c",
		Does: "keeps large blocks of memory for the next use",
		Why:  "the same, for the runtime that is linked to it"},
}
