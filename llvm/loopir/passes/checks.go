package passes

import (
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// checks proves checks, and guards others. A check demands that forms are at least 0 (prove.go). It is implied where that
// follows from what is known at its place. It is guarded where a test before a loop can ask for it, once for all iterations
// (guard.go):
//
//	for i < n { … check … }    ↦    c = all tests; if c { for i < n { … check … guarded } } else { for i < n { … check … } }
//
// The test computes with Ints, which may overflow. So it asks too whether all that it computes with is so small that nothing
// does. Since the other version has all checks, the first run-time error is the same.
//
// The outermost loop that can have a test for a check has it.
func checks(p *loopir.Program, opts Options, report func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		w := newWalker(f)
		unproven := map[*loopir.Op]bool{}
		w.before = func(_ block, _ int, op *loopir.Op) int {
			if op.Kind == loopir.Check && op.Claim.Proof == loopir.Unproven {
				unproven[op] = true
				if w.follows(op) {
					op.Claim.Proof = loopir.Implied
				}
			}
			return 0
		}
		w.block(f.Body)
		g := &guarder{walker: newWalker(f), unproven: unproven, room: opts.room(f), why: map[*loopir.Op]string{}}
		g.walker.before = g.loop
		g.block(f.Body)
		g.report(f.Name, f.Body, false, report)
		f.Renumber()
	}
}

// report says what became of the checks in a block, which is in a loop or not. Those of other versions are not reported.
func (g *guarder) report(f proc.Func, b block, looped bool, report func(Report)) {
	for _, op := range b.Ops {
		if g.unproven[op] {
			e := prim.RuntimeError{Kind: op.Claim.Kind}
			report(Report{Func: f, Pos: op.Pos, What: e.Code(), Done: op.Claim.Proof != loopir.Unproven, Reason: g.reason(op, looped)})
		}
		if g.copies[op] {
			continue
		}
		for _, inner := range op.Sub {
			g.report(f, inner, looped || op.Kind == loopir.For || op.Kind == loopir.While, report)
		}
	}
}

// reason says what became of a check, and why.
func (g *guarder) reason(op *loopir.Op, looped bool) string {
	switch op.Claim.Proof {
	case loopir.Implied:
		return "left out: it follows from what is known there"
	case loopir.Guarded:
		return "left out: a test before a loop asks it once for all iterations"
	}
	switch why := g.why[op]; {
	case !looped:
		return "kept: it does not follow from what is known there, and no loop is around it in its function"
	case why == "":
		return "kept: no loop around it has a number of iterations"
	default:
		return "kept: " + why
	}
}
