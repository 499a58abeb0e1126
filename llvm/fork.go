package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"

	"procad/llvm/ll"
)

// when runs body only where cond is true.
func (b *builder) when(cond val, body func()) {
	b.uniform("a condition varies", cond)
	b.Body.When(cond, body)
}

// either runs one of two bodies, which give as many values.
func (b *builder) either(cond val, yes, no func() []val) []val {
	return b.fork(cond, "yes", yes, "no", no)
}

// side does so for the sides of a sum.
func (b *builder) side(tag val, inr, inl func() []val) []val {
	return b.fork(tag, "inr", inr, "inl", inl)
}

// fork writes both bodies, each in a block of its own, and joins what they give.
func (b *builder) fork(cond val, yesName string, yes func() []val, noName string, no func() []val) []val {
	if c, ok := cond.(*constant.Int); ok {
		if c.X.Sign() != 0 {
			return yes()
		}
		return no()
	}
	onYes, onNo, join := b.Block(yesName), b.Block(noName), b.Block("join")
	b.branch(cond, onYes, onNo)
	fn, before := b.Func, len(b.Func.Blocks)
	b.Use(onYes)
	mark := b.mark()
	xs := yes()
	b.undo(mark)
	lastYes := b.Cur
	b.Jump(join)
	b.Use(onNo)
	ys := no()
	b.undo(mark)
	lastNo := b.Cur
	b.Jump(join)
	b.Use(join)
	out := make([]val, len(xs))
	for i := range xs {
		if _, ok := inMemory(xs[i], ys[i]); !ok {
			xs[i], ys[i] = b.outliner.local(b, xs[i]), b.outliner.local(b, ys[i])
			b.matchBranches(xs, lastYes, ys, lastNo, i)
		}
	}
	var within map[ir.Instruction]bool
	if b.Func == fn {
		within = oneSided(xs, ys, b.Func.Blocks[before:])
	}
	for i := range xs {
		if v, ok := inMemory(xs[i], ys[i]); ok {
			out[i] = v
			continue
		}
		if within != nil {
			if v, ok := joined(cond, xs[i], ys[i], within); ok {
				out[i] = v
				continue
			}
		}
		out[i] = b.Phi(xs[i], lastYes, ys[i], lastNo)
		if b.lanes != nil {
			b.chosen[out[i]] = chosen{cond, xs[i], ys[i]}
		}
	}
	return out
}

// inMemory is what two branches leave, if it is a word of memory that nothing loads here: both
// leave it, or one does and the other leaves nothing.
func inMemory(x, y val) (val, bool) {
	if ll.IsUndef(x) {
		x, y = y, x
	}
	_, ok := x.(slot)
	return x, ok && (ll.IsUndef(y) || x == y)
}

// joined is what two branches leave, if it was there before them: the condition, or what
// one of them leaves where the other one leaves nothing. So the tag of a trace, and what is
// under it, is what decided about the branch.
func joined(cond, x, y val, within map[ir.Instruction]bool) (val, bool) {
	if x == constant.True && y == constant.False {
		return cond, true
	}
	if ll.IsUndef(x) {
		x, y = y, x
	}
	if !ll.IsUndef(y) || x == y {
		return nil, false
	}
	inst, ok := x.(ir.Instruction)
	return x, !ok || !within[inst]
}

// oneSided are the instructions that one of two branches leaves where the other one leaves nothing, and
// whether they are in the branches' blocks. The blocks are as many as all that is nested has, so that nothing is kept of them.
func oneSided(xs, ys []val, blocks []*ir.Block) map[ir.Instruction]bool {
	within := map[ir.Instruction]bool{}
	for i, x := range xs {
		y := ys[i]
		if ll.IsUndef(x) {
			x, y = y, x
		}
		if inst, ok := x.(ir.Instruction); ok && ll.IsUndef(y) {
			within[inst] = false
		}
	}
	if len(within) == 0 {
		return within
	}
	for _, c := range blocks {
		for _, inst := range c.Insts {
			if _, asked := within[inst]; asked {
				within[inst] = true
			}
		}
	}
	return within
}
