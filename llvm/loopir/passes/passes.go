package passes

import (
	"procad/internal/diag"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/proc"
)

// A Pass changes a program.
type Pass struct {
	Name     string
	Does     string
	Reorders bool // numbers are added up in another order than before
	run      func(p *loopir.Program, opts Options, report func(Report))
}

// Table has the passes in their order.
var Table = []Pass{
	{"inline", "writes functions where they are called that are short, or called once", false, inline},
	{"fold", "does known operations, equal ones once, and takes what a loop does not change out of its state", false, fold},
	{"unstack", "makes arrays of stacks to which each iteration adds an item", false, unstack},
	{"parameters", "lets one parameter stand for others that are the same in every call", false, parameters},
	{"small", "writes out the iterations of loops that have few of a known number, and folds again", false, small},
	{"hoist", "moves arithmetic of Ints and views out of loops that do not change them", false, hoist},
	{"checks", "proves checks, or guards them by a test before a loop", false, checks},
	{"inspect", "makes checks that depend on what is read in a loop of their own before", false, inspect},
	{"split", "splits the iterations of a loop in which a condition on its index does not change, and folds again", false, split},
	{"unswitch", "makes loops for both sides of a choice that is the same in all iterations", false, unswitch},
	{"free", "makes free loops of those whose iterations commute", true, free},
	{"strength", "carries powers from iteration to iteration", true, strength},
	{"promote", "adds up in a loop's state what all iterations add to one element", true, promote},
	{"vectorise", "runs the iterations of outer free loops in lanes", true, vectorise},
	{"maxima", "finds the largest number of a loop in a free one", true, maxima},
	{"fission", "buffers what an iteration adds to several neighbours, and adds it in loops of their own", true, fission},
	{"hints", "says how LLVM is to run free loops of few iterations in vectors", true, hints},
	{"carry", "keeps in a free loop what the next iteration reads again", true, carry},
	{"outline", "divides long functions into pieces", false, outline},
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

// Options say which passes run.
type Options struct {
	Strict bool   // none that adds up in another order
	Lanes  int    // how many lanes vectors have, a power of 2; 0 or 1: no vectors
	Last   string // the last one; "": all
	Piece  int    // how many operations the pieces of long functions have; 0: as usual
	rooms  map[*loopir.Func]*int
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
		if pass.Reorders && opts.Strict {
			continue
		}
		pass.run(p, opts, reports.add)
		if err := p.Check(); err != nil {
			return nil, abort.Bugf("after pass %s the loop IR is wrong: %w", pass.Name, err)
		}
		if pass.Name == opts.Last {
			break
		}
	}
	return reports.list, nil
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
		names[i] = p.Name
	}
	return names
}
