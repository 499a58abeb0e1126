package passes

import (
	"procad/internal/diag"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/proc"
)

// A Pass changes a program.
type Pass struct {
	Name string
	Does string
	run  func(p *loopir.Program, report func(Report))
}

// Table has the passes in their order.
var Table = []Pass{
	{"inline", "writes short functions where they are called", inline},
	{"fold", "does known operations, equal ones once, and takes what a loop does not change out of its state", fold},
	{"hoist", "moves arithmetic of Ints and views out of loops that do not change them", hoist},
	{"checks", "proves checks, or guards them by a test before a loop", checks},
	{"split", "splits the iterations of a loop in which a condition on its index does not change, and folds again", split},
}

// A Report says what became of a Check, or of a loop.
type Report struct {
	Func   proc.Func
	Pos    diag.Pos
	What   string // what it is about, such as index-range
	Done   bool
	Reason string // what became of it, and why
}

// Run runs the passes, up to the one that is called last, or all if there is no name, and says what became of the checks.
func Run(p *loopir.Program, last string) ([]Report, error) {
	var reports []Report
	for _, pass := range Table {
		pass.run(p, func(r Report) { reports = append(reports, r) })
		if err := p.Check(); err != nil {
			return nil, abort.Bugf("after pass %s the loop IR is wrong: %w", pass.Name, err)
		}
		if pass.Name == last {
			break
		}
	}
	return reports, nil
}

// Names are those of the passes, in their order.
func Names() []string {
	names := make([]string, len(Table))
	for i, p := range Table {
		names[i] = p.Name
	}
	return names
}
