package optim

// A Name is the name of an optimisation.
type Name string

// Those on procedures, which every command that derives shows.
const (
	Wanted      Name = "wanted"
	Hoist       Name = "hoist"
	Small       Name = "small"
	Once        Name = "once"
	Elements    Name = "elements"
	Slim        Name = "slim"
	Remake      Name = "remake"
	Rules       Name = "rules"
	Tidy        Name = "tidy"
	Fuse        Name = "fuse"
	Keep        Name = "keep"
	Shapes      Name = "shapes"
	TraceArrays Name = "trace-arrays"
	Adds        Name = "adds"
	Winner      Name = "winner"
	Outside     Name = "outside"
	Ints        Name = "ints"
)

// Annotations are what split knows of a procedure beyond the rules of its figure: which
// cotangents are zero or dead, how traces are kept, and what is kept. Without them
// derivatives are the plain figure. They are not in All, for where a partial derivative
// is infinite a zero cotangent is more than a cost: 0 · ∞ is not 0.
const Annotations Name = "annotations"

// Those of native code.
const (
	Inline     Name = "inline"
	Apart      Name = "apart"
	Cut        Name = "cut"
	Lanes      Name = "lanes"
	LaneRows   Name = "lane-rows"
	Gather     Name = "gather"
	Guards     Name = "guards"
	Spans      Name = "spans"
	Inspect    Name = "inspect"
	Fixed      Name = "fixed"
	ShortLoops Name = "short-loops"
	Facts      Name = "facts"
	Through    Name = "through"
	Stacks     Name = "stacks"
	Alias      Name = "alias"
	Hints      Name = "hints"
	Reorder    Name = "reorder"
	Contract   Name = "contract"
	VectorMath Name = "vector-math"
	Max        Name = "max"
	Powers     Name = "powers"
	Running    Name = "running-powers"
	Flush      Name = "flush"
	Room       Name = "room"
	Spare      Name = "spare"
	LaneFills  Name = "lane-fills"
	LaneCases  Name = "lane-cases"
	LaneSingle Name = "lane-single"
	Zeros      Name = "zeros"
	Aside      Name = "aside"
	Windows    Name = "lane-windows"
)

// An Optimisation is one with what it does and where.
type Optimisation struct {
	Name  Name
	Does  string
	Where string // the file, by its path in the repository
}

// All are the optimisations there are, those on procedures first.
var All = []Optimisation{
	{Wanted, "computes of a derivative in the program the cotangents and columns that are used, and no others", "core/want/want.go"},
	{Hoist, "computes before a loop what is loop-invariant and takes work, and in an array what only depends on the indices of loops inside", "core/hoist/hoist.go"},
	{Small, "takes arrays of few elements for their elements, and writes out loops and functions that read them", "core/scalars"},
	{Once, "computes calls, sums and elementary functions once where an iteration, or what is outside of loops, computes them again", "core/once/once.go"},
	{Elements, "computes the elements or rows of an array in the iterations of the one loop that reads them, also where a function makes or reads it, and does not make the array", "core/fuse/fuse.go"},
	{Slim, "keeps in a trace only what the reverse pass needs and cannot get again cheaply", "split/minimise.go"},
	{Remake, "lets the reverse pass make cheap values again; part of slim", "split/values.go"},
	{Rules, "puts the derivatives of primitives in the place of their calls, where slim sees what they keep", "split/inline.go"},
	{Tidy, "removes copies, tuples and values that nothing uses", "proc/linear/tidy.go"},
	{Fuse, "runs each turn of a sum forwards and backwards in one sweep", "loops/fuse.go"},
	{Keep, "keeps the traces of turns that take longer to compute again", "split/policy.go"},
	{Shapes, "keeps the dimensions of an array in a trace where the reverse pass reads no element", "split/shape_only.go"},
	{TraceArrays, "keeps traces of scalars in an array and not on a stack", "loops/commute_keep.go"},
	{Adds, "adds up in order what the iterations of a fold add, where they do nothing else, without a state", "core/adds/adds.go"},
	{Winner, "keeps of a fold that finds a maximum which turn won, and runs that one backwards", "loops/winner.go"},
	{Outside, "adds up in a loop what linear parts of its turns begin with, and runs these once after it", "loops/factor/choose.go"},
	{Ints, "takes what is computed from numbers and Ints alone for what does not move, in gradients", "split/activity/callee.go"},
	{Inline, "writes short definitions and bodies of loops where they are used", "llvm/plan.go"},
	{Apart, "gives loops of many instructions a function of their own, where LLVM knows their arrays", "llvm/plan.go"},
	{Cut, "cuts long definitions into pieces, for which LLVM takes less time", "llvm/cut.go"},
	{Lanes, "runs turns of a sum in the lanes of vectors", "llvm/lanes.go"},
	{LaneRows, "turns rows that lanes read and add to; part of lanes", "llvm/lane_rows.go"},
	{Gather, "adds up in a register what all turns of a loop add to one place; not with --strict", "llvm/gather.go"},
	{Guards, "checks the indices of a loop before it", "llvm/hoist.go"},
	{Spans, "runs turns in which a question about their number has one answer without the question; part of guards", "llvm/split.go"},
	{Inspect, "notes in a turn that an index it reads from an array is wrong, and goes on, or looks at all of them before the loop; part of guards", "llvm/watch.go"},
	{Fixed, "takes from the state of a loop what no turn changes; part of guards", "llvm/hoist.go"},
	{ShortLoops, "writes a loop once for few turns and once for many; part of guards", "llvm/hoist.go"},
	{Facts, "leaves out checks of what is known", "llvm/facts.go"},
	{Through, "knows which parts of arrays a function or a turn of a loop leaves as they are", "llvm/through.go"},
	{Stacks, "checks before a loop whether a stack has room for what all turns push, or items for what they pop; part of guards", "llvm/state.go"},
	{Alias, "tells LLVM which arrays are distinct", "llvm/call.go"},
	{Hints, "tells LLVM which branches are rare", "llvm/emit.go"},
	{Reorder, "lets LLVM add up a sum in any order; not with --strict", "llvm/prim.go"},
	{Contract, "lets LLVM make a·b + c one operation; not with --strict", "llvm/prim.go"},
	{VectorMath, "calls the functions that the C library has for vectors; not with --strict", "llvm/vector.go"},
	{Max, "finds the largest value in a form that LLVM vectorises; with --strict only that of a fold", "llvm/loop.go"},
	{Powers, "multiplies out powers with known exponents", "llvm/prim.go"},
	{Running, "carries x^j through a loop that counts j, so that a turn multiplies once; not with --strict", "llvm/running.go"},
	{Flush, "lets results below 2.2e-308 be zero during a call; not with --strict", "llvm/describe.go"},
	{Room, "begins a stack with the room that all its items need", "llvm/stack.go"},
	{Spare, "keeps large blocks of memory for the next use", "llvm/runtime/memory.c"},
	{LaneFills, "runs turns in lanes that fill an array; part of lanes", "llvm/lane_turns.go"},
	{LaneCases, "runs both branches of a Case that differs between lanes; part of lanes", "llvm/lane_mask.go"},
	{LaneSingle, "runs a loop inside for one lane after the other where the lanes differ in rows; part of lanes", "llvm/lane_single.go"},
	{Zeros, "does not make elements zero that a fold sets", "llvm/unfilled.go"},
	{Aside, "puts aside what some turns of a loop add to neighbouring elements, and then adds it; part of gather", "llvm/aside.go"},
	{Windows, "adds in a register that moves along an array with the lanes; part of lanes", "llvm/lane_window.go"},
}
