package passes

import "procad/llvm/loopir"

// hoist moves arithmetic of Ints and Bools, and views, before the loops and choices in which nothing that they use is made.
// It cannot fail, so it may run where no iteration does.
//
//	for i < n { … m = add k, 1 … }    ↦    m = add k, 1; for i < n { … }
func hoist(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		h := &hoister{in: map[val]block{}}
		h.block(f.Body)
		f.Renumber()
	}
}

// A hoister knows the block that each value is made in.
type hoister struct{ in map[val]block }

// block moves what it can out of the blocks inside.
func (h *hoister) block(b block) {
	for _, v := range b.Params {
		h.in[v] = b
	}
	var ops []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			h.block(inner)
			ops = h.out(inner, b, ops)
		}
		ops = append(ops, op)
		for _, v := range op.Outs {
			h.in[v] = b
		}
	}
	b.Ops = ops
}

// out moves what needs nothing of a block to the block around it.
func (h *hoister) out(from, to block, ops []*loopir.Op) []*loopir.Op {
	kept := from.Ops[:0]
	for _, op := range from.Ops {
		if !h.moves(op, from) {
			kept = append(kept, op)
			continue
		}
		h.in[op.Outs[0]] = to
		ops = append(ops, op)
	}
	from.Ops = kept
	return ops
}

func (h *hoister) moves(op *loopir.Op, from block) bool {
	if op.Mask != nil || !total(op) || op.Kind == loopir.View && from.In.Kind == loopir.If {
		return false // a sum may be the other side here: then the buffer is undefined
	}
	for _, v := range op.Args {
		if h.in[v] == from {
			return false
		}
	}
	return true
}

// total says that an operation computes with Ints or Bools, or gives a buffer its dimensions, and cannot go wrong.
func total(op *loopir.Op) bool {
	switch op.Kind {
	case loopir.View:
		return true
	case loopir.Add, loopir.Sub, loopir.Mul, loopir.Neg, loopir.Min, loopir.Max, loopir.And, loopir.Or, loopir.Not, loopir.Shl,
		loopir.Shr, loopir.Lt, loopir.Le, loopir.Eq, loopir.Select:
		return op.Outs[0].Type.Elem != loopir.Real && op.Outs[0].Type.Form == loopir.Scalar && op.Args[0].Type.Elem != loopir.Real
	case loopir.Div, loopir.Mod:
		return op.Outs[0].Type == loopir.IntType && op.Args[1].Origin == loopir.Constant && op.Args[1].Bits != 0
	}
	return false
}
