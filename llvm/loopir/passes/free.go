package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// free makes free loops of those in order whose iterations commute: they set elements of their own, add to others, and carry
// sums of Ints only. Where an iteration can end the run, the first one that does has to be found, so they stay in order. So do
// those that find the largest number, since NaNs have an order, and those that add up Reals: a fold adds in its order (vectorise.go).
//
//	for seq i < n { …; store v[i] = e; accum s[] += e }    ↦    for free i < n { …; store v[i] = e; accum s[] += e }
//
// A free loop that counts down, as the reverse of a loop does, counts up then: what it reads lies side by side, and threads come back
// to what they have set.
//
//	for free i < n { k = (n - 1) - i; …; y = load v[k]; … }    ↦    for free i < n { …; y = load v[i]; … }
func free(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		for _, loop := range p.FreeLoops(f) {
			if neutral(loop) && !addsReals(loop) && proven(loop.Sub[0].Ops) {
				loop.Order = loopir.Free
				countUp(loop)
			}
		}
		f.Renumber()
	}
}

// countUp lets a free loop count up that uses its index only to count down.
func countUp(loop *loopir.Op) {
	i := loop.Sub[0].Params[0]
	same, uses, down := renaming{}, 0, 0
	loop.Sub[0].AllUses(func(v val) {
		if v == i {
			uses++
		}
	})
	loop.Sub[0].Walk(func(op *loopir.Op) {
		if countsDown(op, loop) {
			same[op.Outs[0]] = i
			down++
		}
	})
	if loop.From != nil || down == 0 || down != uses {
		return
	}
	loop.Sub[0].Blocks(func(b *loopir.Block) {
		b.Ops = slices.DeleteFunc(b.Ops, func(op *loopir.Op) bool { return len(op.Outs) == 1 && same[op.Outs[0]] != nil })
	})
	same.block(loop.Sub[0])
}

// countsDown says that an operation is (n - 1) - i in the iteration i of a loop of n iterations.
func countsDown(op, loop *loopir.Op) bool {
	if op.Kind != loopir.Sub || op.Args[1] != loop.Sub[0].Params[0] {
		return false
	}
	v, n := op.Args[0], loop.Args[0]
	bits, known := v.IsConst()
	count, too := n.IsConst()
	if known || too {
		return known && too && bits == count-1
	}
	return v.Def != nil && v.Def.Kind == loopir.Sub && v.Def.Args[0] == n && v.Def.Args[1].IsInt(1)
}

// addsReals says that a loop carries a sum of Reals, if it carries sums only.
func addsReals(loop *loopir.Op) bool {
	return slices.ContainsFunc(loop.Outs, func(v val) bool { return v.Type == loopir.RealType })
}
