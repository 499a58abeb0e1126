package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// hints gives free loops a version for few iterations, in which LLVM uses shorter vectors, or fills the last one up where it
// calls functions for vectors: a call for each iteration that is left over would take as long.
//
//	for free i < n { … }    ↦    if n < 64 { for free i < n short { … } } else { for free i < n { … } }
//
// Where LLVM does not see that a loop inside of another one has an iteration, it is told, if it is known:
//
//	for … { for i < n { … } }    ↦    for … { check 0 < n assert implied; for i < n { … } }
//
// Else it writes code for none around the loop, in which arrays have other names.
//
// Versions are of loops without loops and calls in which no check is left. Where it is known that there are few, there is no other version,
// and where there are so few that there is no vector of them, there are no vectors:
//
//	for free i < min n, 3 { … }    ↦    for free i < min n, 3 rolled { … }
func hints(p *loopir.Program, opts Options, _ func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		h := &hinter{walker: newWalker(f), room: opts.room(f)}
		h.before = h.visit
		h.block(f.Body)
		h.before = h.some
		h.block(f.Body)
		f.Renumber()
	}
}

// fewIterations is where LLVM's usual vectors and unrolling begin to be worth it. Tests have another number.
var fewIterations uint64 = 64

// A hinter goes through a function.
type hinter struct {
	*walker
	room *int // how many operations may still be copied
}

// visit puts what stands for a loop in its place, and returns by how many places it has moved.
func (h *hinter) visit(b block, at int, op *loopir.Op) int {
	if op.Kind != loopir.For || op.Order != loopir.Free || op.Hint != loopir.Usual {
		return 0
	}
	if !straight(op.Sub[0].Ops) {
		if h.atMost(op, mostIterations) {
			op.Hint = loopir.Rolled
		}
		return 0
	}
	ops := h.loop(op)
	b.Ops = slices.Replace(b.Ops, at, at+1, ops...)
	return len(ops) - 1
}

// some puts a check before a loop that has an iteration, since a loop around it has no more.
func (h *hinter) some(b block, at int, op *loopir.Op) int {
	if op.Kind != loopir.For || op.From != nil || op.Args[0].Origin == loopir.Constant || !straight(op.Sub[0].Ops) {
		return 0
	}
	n := h.of(op.Args[0])
	seen := func(outer *loopir.Op) bool { return outer.From == nil && outer.Args[0] == op.Args[0] }
	fewer := func(outer *loopir.Op) bool {
		hi, lo := h.of(outer.Args[0]), number(0)
		if outer.From != nil {
			lo = h.of(outer.From)
		}
		return h.exact(hi) && h.exact(lo) && h.proves(lo) && h.proves(n.minus(hi))
	}
	if !h.exact(n) || slices.ContainsFunc(h.loops, seen) || !slices.ContainsFunc(h.loops, fewer) {
		return 0
	}
	claim := &loopir.Claim{Test: loopir.Below, Kind: prim.AssertFailed, Proof: loopir.Implied}
	insert(b, at, []*loopir.Op{{Kind: loopir.Check, Args: []val{h.f.Int(0), op.Args[0]}, Claim: claim}})
	return 1
}

// loop gives a loop two versions, or the hint that its number of iterations asks for.
func (h *hinter) loop(op *loopir.Op) []*loopir.Op {
	hint := loopir.Short
	if vectorised(op.Sub[0].Ops) {
		hint = loopir.Filled
	}
	if n, ok := op.Args[0].IsConst(); ok && op.From == nil {
		if n < fewIterations {
			op.Hint = hint
		}
		return []*loopir.Op{op}
	}
	switch {
	case hint == loopir.Short && h.atMost(op, mostIterations):
		op.Hint = loopir.Rolled
		return []*loopir.Op{op}
	case h.atMost(op, int64(fewIterations)-1):
		op.Hint = hint
		return []*loopir.Op{op}
	}
	n := size([]*loopir.Op{op}, mostOps)
	if n > longest || n > *h.room {
		return []*loopir.Op{op}
	}
	*h.room -= n
	w := &builder{f: h.f}
	count := op.Args[0]
	if op.From != nil {
		count = w.make(loopir.Sub, loopir.IntType, count, op.From)
	}
	few := w.make(loopir.Lt, loopir.BoolType, count, h.f.Int(int64(fewIterations)))
	short := newCopier(h.f).op(op)
	short.Hint = hint
	choice := instead(h.f, few, op)
	side(choice, []*loopir.Op{short}, short.Outs)
	side(choice, []*loopir.Op{op}, op.Outs)
	return append(w.ops, choice)
}
