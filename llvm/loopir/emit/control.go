package emit

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/llvm/module"
)

// forLoop writes a For.
//
//	head:       i = phi 0, i + 1;  s = phi x, next;  br i < n, iteration, done
//	iteration:  …;  br head
//	done:
func (w *writer) forLoop(op *loopir.Op) {
	body := op.Sub[0]
	w.markSums(op)
	n := w.one(op.Args[0])
	head, iteration, done := w.Block("head"), w.Block("iteration"), w.Block("done")
	before := w.Cur
	w.Jump(head)
	w.Use(head)
	first := val(ll.Int(0))
	if op.From != nil {
		first = w.one(op.From)
	}
	i := ir.NewPhi(ir.NewIncoming(first, before))
	head.Insts = append(head.Insts, i)
	w.set(body.Params[0], []val{i})
	phis, state := w.phis(head, before, w.allOf(op.Args[1:]))
	w.setAll(body.Params[1:], state)
	w.Branch(w.ICmp(enum.IPredULT, i, n), iteration, done)
	w.Use(iteration)
	w.block(body)
	next := w.Add(i, ll.Int(1))
	i.Incs = append(i.Incs, ir.NewIncoming(next, w.Cur))
	w.close(phis, w.allOf(body.Yield))
	w.Jump(head)
	if k := marks[op.Hint]; k != module.Unmarked {
		w.Cur.Term.(*ir.TermBr).Metadata = w.In.MarkLoop(k)
	}
	w.Use(done)
	w.setAll(op.Outs, state)
}

// marks are the hints as LLVM has them.
var marks = [...]module.LoopMark{
	loopir.Usual: module.Unmarked, loopir.Short: module.FewIterations, loopir.Filled: module.Masked, loopir.Rolled: module.Rolled, loopir.Compared: module.Compared,
}

// whileLoop writes a While.
//
//	head:  s = phi x, next;  …;  br again, head, done
//	done:
func (w *writer) whileLoop(op *loopir.Op) {
	body := op.Sub[0]
	if tested(op, body) != nil {
		w.machine(op)
		return
	}
	head, again, done := w.Block("head"), w.Block("again"), w.Block("done")
	before := w.Cur
	w.Jump(head)
	w.Use(head)
	phis, state := w.phis(head, before, w.allOf(op.Args))
	w.setAll(body.Params, state)
	w.goOn()
	w.block(body)
	next := w.allOf(body.Yield[1:])
	w.Branch(w.one(body.Yield[0]), again, done)
	w.Use(again)
	w.close(phis, next)
	w.Jump(head)
	w.Use(done)
	w.setAll(op.Outs, next)
}

// phis begin a block to which a loop returns: one for each part of the state.
func (w *writer) phis(head, before *ir.Block, init []val) (phis []*ir.InstPhi, state []val) {
	for _, v := range init {
		p := ir.NewPhi(ir.NewIncoming(v, before))
		head.Insts = append(head.Insts, p)
		phis, state = append(phis, p), append(state, p)
	}
	w.Size += len(phis)
	return phis, state
}

// close says what the phis are in the next iteration.
func (w *writer) close(phis []*ir.InstPhi, next []val) {
	for k, v := range next {
		phis[k].Incs = append(phis[k].Incs, ir.NewIncoming(v, w.Cur))
	}
}

// branches writes an If.
func (w *writer) branches(op *loopir.Op) {
	yes, no, join := w.Block("yes"), w.Block("no"), w.Block("join")
	w.Branch(w.one(op.Args[0]), yes, no)
	side := func(at *ir.Block, b *loopir.Block) ([]val, *ir.Block) {
		w.Use(at)
		w.block(b)
		out, last := w.allOf(b.Yield), w.Cur
		w.Jump(join)
		return out, last
	}
	xs, from := side(yes, op.Sub[0])
	ys, too := side(no, op.Sub[1])
	w.Use(join)
	out := make([]val, len(xs))
	for i := range xs {
		out[i] = w.Phi(xs[i], from, ys[i], too)
	}
	w.setAll(op.Outs, out)
}

// markSums notes how a loop puts together what it carries, where that may be in any order.
//
//	for free i < n (s = x) { …; t = add s, y; yield t }      and so with max and min, and in a loop that slides
func (w *writer) markSums(op *loopir.Op) {
	if op.Order == loopir.Seq {
		return
	}
	body := op.Sub[0]
	for k, v := range body.Yield {
		if s, d := body.Params[k+1], v.Def; d != nil && (len(d.Args) == 2 && (d.Args[0] == s || d.Args[1] == s)) {
			w.sums[d] = true
		}
	}
}
