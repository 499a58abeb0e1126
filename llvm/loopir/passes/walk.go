package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// A walker goes through a function with what is known at each place. It visits each operation, in its block, before and after
// it goes on inside. A visit may put operations around it.
type walker struct {
	*facts
	f      *loopir.Func
	before func(b block, at int, op *loopir.Op) (moved int) // returns by how many places the operation, or what stands for it now, has moved
	after  func(b block, at int, op *loopir.Op) (more int)  // returns how many operations follow it now
	scope  map[val]bool                                     // the values that are made before the place
	copies map[*loopir.Op]bool                              // operations in which nothing is looked for: other versions
}

func newWalker(f *loopir.Func) *walker {
	none := func(block, int, *loopir.Op) int { return 0 }
	return &walker{facts: newFacts(), f: f, before: none, after: none, scope: map[val]bool{}, copies: map[*loopir.Op]bool{}}
}

// block goes through a block whose facts are known.
func (w *walker) block(b block) {
	m := w.mark()
	own := slices.Clone(b.Params)
	w.enter(b.Params)
	for at := 0; at < len(b.Ops); at++ {
		op := b.Ops[at]
		at += w.before(b, at, op)
		// Now op is at b.Ops[at], or in a block of what is there, or copies stand for it.
		w.shown(op)
		w.inside(op, w.block)
		if last := b.Ops[at]; last == op && op.Kind == loopir.For {
			w.chosen(op)
		}
		more := w.after(b, at, op)
		for _, op := range b.Ops[at : at+1+more] {
			w.enter(op.Outs)
			own = append(own, op.Outs...)
		}
		at += more
	}
	for _, v := range own {
		delete(w.scope, v)
	}
	w.undo(m)
}

// enter notes values that are made.
func (w *walker) enter(vs []val) {
	for _, v := range vs {
		w.scope[v] = true
	}
}

// shown learns what an operation shows.
func (w *walker) shown(op *loopir.Op) {
	if op.Kind == loopir.Check {
		w.passed(op)
	}
}

// inside goes through the blocks of an operation with what is known there.
func (w *walker) inside(op *loopir.Op, block func(block)) {
	if w.copies[op] {
		return
	}
	for k, b := range op.Sub {
		m := w.mark()
		switch op.Kind {
		case loopir.For:
			w.loops = append(w.loops, op)
		case loopir.If:
			w.holds(op.Args[0], k == 0)
		}
		block(b)
		w.undo(m)
	}
}
