package optim

// A Name is the name of an optimisation.
type Name string

// Those on core and on procedures, which every command that derives shows.
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
// derivatives are the plain figure. Only their own name leaves them out: where a partial derivative
// is infinite a zero cotangent is more than a cost, for 0 · ∞ is not 0.
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
