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

// Those of native code: the passes on the loop IR, and what is decided when it is written.
const (
	SizeVersions      Name = "size-versions"
	Inline            Name = "inline"
	Folding           Name = "folding"
	Stacks            Name = "stacks"
	Parameters        Name = "parameters"
	Threading         Name = "jump-threading"
	Threads           Name = "threads"
	Unrolling         Name = "unrolling"
	Invariants        Name = "invariants"
	DeadStores        Name = "dead-stores"
	CheckHoisting     Name = "check-hoisting"
	KnownCounts       Name = "known-counts"
	Inspection        Name = "inspection"
	IndexSets         Name = "index-sets"
	Unswitching       Name = "unswitching"
	Batching          Name = "batching"
	Locals            Name = "locals"
	FreeLoops         Name = "free-loops"
	StrengthReduction Name = "strength-reduction"
	ScalarPromotion   Name = "scalar-promotion"
	Lanes             Name = "lanes"
	Max               Name = "max"
	Fission           Name = "fission"
	ShortLoops        Name = "short-loops"
	Carry             Name = "carry"
	Outlining         Name = "outlining"

	Alias      Name = "alias"
	Hints      Name = "hints"
	Reorder    Name = "reorder"
	Contract   Name = "contract"
	VectorMath Name = "vector-math"
	Flush      Name = "flush"
	BlockCache Name = "block-cache"
)
