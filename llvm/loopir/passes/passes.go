package passes

import (
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/proc"
)

// A Pass changes a program.
type Pass struct {
	Name     optim.Name // which disables it, if it is in Options.Without
	Reorders bool       // numbers are added up in another order than before
	Loops    bool       // it looks at functions with loops only
	Does     string
	Where    string // the file
	Why      string // why it is at this place
	run      func(p *loopir.Program, opts Options, report func(Report))
}

// Table has the passes in their order.
var Table = []Pass{
	{Name: optim.SizeVersions, run: sizeVersions, Where: "sizes.go",
		Does: "gives a function a version for the small sizes of example data (function versioning)",
		Why:  "what is known of sizes is known in all that follows"},
	{Name: optim.Inline, run: inline, Where: "inline.go",
		Does: "writes short functions, and those that are called once, where they are called (inlining)",
		Why:  "the others look at one function at a time"},
	{Name: optim.Folding, run: fold, Where: "fold.go",
		Does: "does known operations, does equal ones once, and takes what a loop does not change out of its state (constant folding, common subexpressions)",
		Why:  "it is best done to what was inlined, and all others find more in its result"},
	{Name: optim.Stacks, Loops: true, run: unstack, Where: "unstack.go",
		Does: "makes arrays of stacks to which each iteration adds an item",
		Why:  "an array is filled in any order, and its indices can be proven"},
	{Name: optim.Parameters, run: parameters, Where: "parameters.go",
		Does: "lets one parameter stand for others that are the same in every call (interprocedural constant propagation)",
		Why:  "the calls that are left are those that will stay"},
	{Name: optim.Threading, Loops: true, run: thread, Where: "thread.go",
		Does: "gives each state of a loop that is a state machine a way of its own to the next one (jump threading, tail duplication)",
		Why:  "conditions are where they were written: arithmetic that moves out of choices would hide what they say"},
	{Name: optim.Unrolling, Loops: true, run: small, Where: "small.go",
		Does: "writes out the iterations of loops that have few of a known number, and folds again (unrolling)",
		Why:  "numbers of iterations are known, and what is written out has no loop to look at"},
	{Name: optim.Invariants, Loops: true, run: hoist, Where: "hoist.go",
		Does: "moves arithmetic of Ints and views out of loops that do not change them (loop-invariant code motion)",
		Why:  "checks are proven of Ints from before a loop"},
	{Name: optim.DeadStores, Loops: true, run: deadStores, Where: "dead_stores.go",
		Does: "leaves out what sets elements that a loop then sets again, or that nobody reads, and adds nothing to zeros (dead store elimination)",
		Why:  "loops have one version yet, and views are outside of them"},
	{Name: optim.CheckHoisting, run: checks, Where: "checks.go",
		Does: "leaves out checks that hold, and makes others by a test before a loop (loop versioning)",
		Why:  "indices are as short as they get"},
	{Name: optim.KnownCounts, Loops: true, run: counts, Where: "counts.go",
		Does: "writes out loops whose few iterations are known at their place, as in a version for few rows",
		Why:  "tests before loops say what their numbers of iterations are"},
	{Name: optim.Inspection, Loops: true, run: inspect, Where: "inspect.go",
		Does: "makes checks that depend on what a loop reads in a loop before it (inspector–executor)",
		Why:  "it is for checks that no test before a loop can make"},
	{Name: optim.IndexSets, Loops: true, run: split, Where: "split.go",
		Does: "splits a loop where a condition on its index changes, and folds again (index set splitting)",
		Why:  "conditions that checks need are known"},
	{Name: optim.Unswitching, Loops: true, run: unswitch, Where: "unswitch.go",
		Does: "makes two loops of one with a condition that does not change (loop unswitching)",
		Why:  "conditions that change are gone"},
	{Name: optim.Batching, Loops: true, run: batch, Where: "batch.go",
		Does: "adds to a stack at once what all iterations of a loop add, and takes off at once what they take off",
		Why:  "nothing else in an iteration can end the run"},
	{Name: optim.Locals, run: locals, Where: "locals.go",
		Does: "puts small buffers of a known size on the stack of the machine (heap-to-stack conversion)",
		Why:  "versions of loops are made: each has its own",
	},
	{Name: optim.FreeLoops, Loops: true, Reorders: true, run: free, Where: "free.go",
		Does: "finds loops whose iterations may run in any order",
		Why:  "checks that are left keep a loop in its order"},
	{Name: optim.Threads, run: threads, Where: "threads.go",
		Does: "divides costly loops into chunks that threads share (loop parallelisation)",
		Why:  "which loops are free is known, and the others look at the loop of a chunk"},
	{Name: optim.StrengthReduction, Loops: true, Reorders: true, run: strength, Where: "strength.go",
		Does: "carries powers x^j through a loop that counts j, so that an iteration multiplies once (strength reduction)",
		Why:  "loops have their final bounds"},
	{Name: optim.ScalarPromotion, Loops: true, Reorders: true, run: promote, Where: "promote.go",
		Does: "adds up in a register what all iterations add to one element",
		Why:  "which loops may do so in any order is known"},
	{Name: optim.Lanes, Loops: true, Reorders: true, run: vectorise, Where: "vectorise.go",
		Does: "runs the iterations of outer loops in SIMD lanes (outer-loop vectorisation)",
		Why:  "all that makes iterations simpler has run"},
	{Name: optim.Max, Loops: true, Reorders: true, run: maxima, Where: "maxima.go",
		Does: "finds the largest number of a loop in any order",
		Why:  "it is for loops that are left to LLVM"},
	{Name: optim.Fission, Loops: true, Reorders: true, run: fission, Where: "fission.go",
		Does: "buffers what an iteration adds to several neighbours, and adds it in loops of their own (loop fission)",
		Why:  "the same"},
	{Name: optim.ShortLoops, Loops: true, Reorders: true, run: hints, Where: "hints.go",
		Does: "versions a loop for few iterations and for many",
		Why:  "the loops that LLVM gets are known"},
	{Name: optim.Carry, Loops: true, Reorders: true, run: carry, Where: "carry.go",
		Does: "keeps in a register what the next iteration reads again (predictive commoning)",
		Why:  "it puts iterations in order, so no pass on their order follows"},
	{Name: optim.Outlining, run: outline, Where: "outline.go",
		Does: "divides long functions into pieces: LLVM takes less time for several short functions (outlining)",
		Why:  "how long a function is depends on all others"},
}

// A Report says what became of a Check, or how the iterations of a loop run.
type Report struct {
	Func   proc.Func
	Pos    diag.Pos
	What   string // the code of the run-time error, such as index-range, or Loop
	Way    Way    // of a loop
	Done   bool   // there is no check any more; the loop runs in lanes
	Reason string // what became of a check, and why; why a loop does not run in lanes
}

// Loop is in What if a report is of a loop.
const Loop = "loop"

// Threads is in What if a report is of a loop whose chunks threads may share: Done says that they do, Reason why not.
const Threads = "threads"

// A Way says how the iterations of a loop run. Each version of a loop has a report. The one with the greatest Way is of the version
// for most data.
type Way uint8

// The ways.
const (
	InOrder  Way = iota // one after the other
	OneByOne            // one after the other, though they might run in any order
	ByLLVM              // in vectors, if LLVM finds that this pays
	InLanes             // each in a lane of vectors
)

// String says it to users.
func (w Way) String() string {
	return [...]string{InOrder: "in order", OneByOne: "one after the other", ByLLVM: "in vectors, if LLVM finds them to pay", InLanes: "in lanes of vectors"}[w]
}

// Divided says which loops threads share.
type Divided uint8

// The loops that are divided.
const (
	NoLoops     Divided = iota
	CostlyLoops         // where this is faster
	AllLoops            // all that can be, also where it takes more time: for tests
)

// Options say which passes run.
type Options struct {
	Strict  bool                  // none that adds up in another order
	Threads Divided               // which loops are divided into chunks for threads
	Lanes   int                   // how many lanes vectors have, a power of 2; 0 or 1: no vectors
	Sizes   map[proc.Func][]Size  // what parameters of entries are expected to be
	Without optim.Set             // the passes that do not run
	Last    optim.Name            // the last one; "": all
	Piece   int                   // how many operations the pieces of long functions have; 0: as usual
	rooms   map[*loopir.Func]*int // see room; nil: each pass has its own
}

const (
	growth   = 4         // times as many operations as a function has may be in versions of its loops
	leastOps = 2000      // and so many more
	mostOps  = 1_000_000 // are counted
)

// room is how many operations may still be in versions of the loops of a function, by all passes.
func (o Options) room(f *loopir.Func) *int {
	if left := o.rooms[f]; left != nil {
		return left
	}
	left := growth*size(f.Body.Ops, mostOps) + leastOps
	if o.rooms != nil {
		o.rooms[f] = &left
	}
	return &left
}

// Run runs the passes, and says what became of checks and loops.
func Run(p *loopir.Program, opts Options) ([]Report, error) {
	reports := &log{kept: map[Report][]int{}}
	opts.rooms = map[*loopir.Func]*int{}
	for _, pass := range Table {
		if !(pass.Reorders && opts.Strict) && !opts.Without.Has(pass.Name) {
			of := p
			if pass.Loops {
				of = p.Only(hasLoop)
			}
			pass.run(of, opts, reports.add)
			if err := of.Check(); err != nil {
				return nil, abort.Bugf("after pass %s the loop IR is wrong: %w", pass.Name, err)
			}
		}
		if pass.Name == opts.Last {
			break
		}
	}
	return reports.list, nil
}

// hasLoop says that a function has a loop.
func hasLoop(f *loopir.Func) bool {
	found := false
	f.Body.Walk(func(op *loopir.Op) { found = found || op.Kind == loopir.For || op.Kind == loopir.While })
	return found
}

// A log collects reports.
type log struct {
	list []Report
	kept map[Report][]int // the places of checks that were kept, by what their reports are of
}

// add appends a report, or puts it in the place of an earlier one of a check that was kept until now.
func (l *log) add(r Report) {
	of := Report{Func: r.Func, Pos: r.Pos, What: r.What}
	if places := l.kept[of]; r.Done && len(places) > 0 {
		l.list[places[0]], l.kept[of] = r, places[1:]
		return
	}
	if !r.Done && r.What != Loop {
		l.kept[of] = append(l.kept[of], len(l.list))
	}
	l.list = append(l.list, r)
}

// Names are those of the passes, in their order.
func Names() []string {
	names := make([]string, len(Table))
	for i, p := range Table {
		names[i] = string(p.Name)
	}
	return names
}
