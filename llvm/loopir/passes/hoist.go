package passes

import "procad/llvm/loopir"

// hoist moves arithmetic of Ints and Bools, and views, before the loops and choices in which nothing that they use is made.
// It cannot fail, so it may run where no iteration does.
//
//	for i < n { … m = add k, 1 … }    ↦    m = add k, 1; for i < n { … }
//
// What stands in a choice in a state machine (thread.go) stays there, if iterations change what it uses: the choice may say which state is next.
//
// What a choice gives is an operation of Bools or a select then, if both sides have it from outside:
//
//	x = if c { yield false } else { yield d }    ↦    x = and (not c), d
func hoist(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		h := &hoister{f: f, in: map[val]block{}, level: map[val]int{}}
		h.block(f.Body)
		f.Renumber()
	}
}

// A hoister knows the block that each value is made in.
type hoister struct {
	f  *loopir.Func
	in map[val]block

	whiles int         // around the place
	last   *loopir.Op  // the loop around it
	level  map[val]int // how many Whiles are around a value
}

// block moves what it can out of the blocks inside.
func (h *hoister) block(b block) {
	for _, v := range b.Params {
		h.in[v], h.level[v] = b, h.whiles
	}
	var ops []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			h.inside(op, inner)
			ops = h.out(inner, b, ops)
		}
		list := []*loopir.Op{op}
		if op.Kind == loopir.If && !h.machine() {
			list = h.chosen(op)
		}
		for _, op := range list {
			for _, v := range op.Outs {
				h.in[v], h.level[v] = b, h.whiles
			}
		}
		ops = append(ops, list...)
	}
	b.Ops = ops
}

// inside moves what it can out of the blocks in a block of an operation.
func (h *hoister) inside(op *loopir.Op, b block) {
	whiles, last := h.whiles, h.last
	switch op.Kind {
	case loopir.While:
		h.whiles, h.last = whiles+1, op
	case loopir.For:
		h.last = op
	}
	h.block(b)
	h.whiles, h.last = whiles, last
}

// machine says that the loop around the place is a state machine.
func (h *hoister) machine() bool {
	return h.last != nil && h.last.Kind == loopir.While && machine(h.last)
}

// chosen is what stands for a choice: what is left of it, and operations that give some of its results.
func (h *hoister) chosen(op *loopir.Op) (list []*loopir.Op) {
	yes, no := op.Sub[0], op.Sub[1]
	w := &builder{f: h.f}
	kept := 0
	for k, out := range op.Outs {
		x, y := yes.Yield[k], no.Yield[k]
		if out.Type.Form == loopir.Scalar && h.in[x] != yes && h.in[y] != no {
			w.ops = append(w.ops, either(w, op.Args[0], x, y, out))
			continue
		}
		op.Outs[kept], yes.Yield[kept], no.Yield[kept] = out, x, y
		kept++
	}
	op.Outs, yes.Yield, no.Yield = op.Outs[:kept], yes.Yield[:kept], no.Yield[:kept]
	if kept > 0 || len(yes.Ops) > 0 || len(no.Ops) > 0 {
		list = append(list, op)
	}
	return append(list, w.ops...)
}

// either is the operation that gives one value if a condition holds, and another one if not.
//
//	c and x = if c then x else false    c or y = if c then true else y
func either(w *builder, c, x, y, out val) *loopir.Op {
	op := &loopir.Op{Kind: loopir.Select, Args: []val{c, x, y}, Outs: []val{out}}
	out.Def = op
	if out.Type != loopir.BoolType {
		return op
	}
	known := func(v val, is uint64) bool { bits, ok := v.IsConst(); return ok && bits == is }
	not := func() val { return w.make(loopir.Not, loopir.BoolType, c) }
	switch {
	case known(y, 0):
		op.Kind, op.Args = loopir.And, []val{c, x}
	case known(x, 1):
		op.Kind, op.Args = loopir.Or, []val{c, y}
	case known(x, 0):
		op.Kind, op.Args = loopir.And, []val{not(), y}
	case known(y, 1):
		op.Kind, op.Args = loopir.Or, []val{not(), x}
	}
	return op
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
	stays := from.In.Kind == loopir.If && h.machine()
	for _, v := range op.Args {
		if h.in[v] == from || stays && h.level[v] == h.whiles {
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
