package optim

// A Name is the name of an optimisation.
type Name string

// Those on core and on procedures, which every command that derives shows.
const (
	Wanted            Name = "wanted"
	Hoist             Name = "hoist"
	ScalarReplacement Name = "scalar-replacement"
	CSE               Name = "cse"
	Interchange       Name = "interchange"
	Fusion            Name = "fusion"
	Minimise          Name = "minimise"
	Recompute         Name = "recompute"
	Rules             Name = "rules"
	CustomRules       Name = "custom-rules"
	Simplify          Name = "simplify"
	FusedSweep        Name = "fused-sweep"
	Store             Name = "store"
	TagOnly           Name = "tag-only"
	ShapeOnly         Name = "shape-only"
	TraceArrays       Name = "trace-arrays"
	Blocks            Name = "blocks"
	InlineIterations  Name = "inline-iterations"
	Reductions        Name = "reductions"
	InlineBranches    Name = "inline-branches"
	ArgMax            Name = "argmax"
	Factoring         Name = "factoring"
	Ints              Name = "ints"
	Useful            Name = "useful"
)

// StrongZeros let a tangent or a cotangent of 0 contribute 0 where the slope is infinite or NaN.
// Without them 0 · ∞ is NaN, as in IEEE 754. Only their own name leaves them out: they change what
// derivatives are.
const StrongZeros Name = "strong-zeros"

// Annotations are what split knows of a procedure beyond the rules of its figure: which
// cotangents are zero or dead, how traces are kept, and what is kept. Without them
// derivatives are the plain figure. Only their own name leaves them out: if StrongZeros are disabled
// too, the derivatives differ where a slope is infinite.
const Annotations Name = "annotations"

// Those of native code.
const (
	Inline            Name = "inline"
	LoopOutlining     Name = "loop-outlining"
	Outlining         Name = "outlining"
	Lanes             Name = "lanes"
	LaneTiles         Name = "lane-tiles"
	ScalarPromotion   Name = "scalar-promotion"
	CheckHoisting     Name = "check-hoisting"
	IndexSets         Name = "index-sets"
	Speculation       Name = "speculation"
	InvariantState    Name = "invariant-state"
	ShortLoops        Name = "short-loops"
	ValueRanges       Name = "value-ranges"
	Effects           Name = "effects"
	Stacks            Name = "stacks"
	Alias             Name = "alias"
	Hints             Name = "hints"
	Reorder           Name = "reorder"
	Contract          Name = "contract"
	VectorMath        Name = "vector-math"
	Max               Name = "max"
	Powers            Name = "powers"
	StrengthReduction Name = "strength-reduction"
	Flush             Name = "flush"
	Preallocation     Name = "preallocation"
	BlockCache        Name = "block-cache"
	LaneFills         Name = "lane-fills"
	LaneCases         Name = "lane-cases"
	LaneInterleaving  Name = "lane-interleaving"
	LaneSerial        Name = "lane-serial"
	Zeros             Name = "zeros"
	Fission           Name = "fission"
	LaneRotation      Name = "lane-rotation"
)

// Direct makes native code from procedures, not by way of the loop IR. Only its own name leaves it out: the code of the
// loop IR has none of the optimisations of native code yet.
const Direct Name = "direct"
