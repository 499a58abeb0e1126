package passes

import "procad/llvm/loopir"

// choices writes as choices what most iterations of a loop see as one Int: the larger or the smaller of two, and a remainder of
// what is less than twice the divisor. Indices at edges are such:
//
//	max x, y    ↦    if x < y { y } else { x }
//	min x, y    ↦    if x < y { x } else { y }
//	mod x, n    ↦    if x < n { x } else if x < 2 n { x - n } else { mod x, n }        where x ≥ 0
//
// It does so where the edge of the comparison is usable.
func (s *splitter) choices(loop *loopir.Op, made map[val]bool) {
	m := s.mark()
	defer s.undo(m)
	s.loops = append(s.loops, loop)
	var in func(b block)
	in = func(b block) {
		m := s.mark()
		defer s.undo(m)
		var ops []*loopir.Op
		for _, op := range b.Ops {
			for _, inner := range op.Sub {
				in(inner)
			}
			s.shown(op)
			ops = append(ops, s.choice(op, loop, made)...)
		}
		b.Ops = ops
	}
	in(loop.Sub[0])
}

// choice is what stands for an operation.
func (s *splitter) choice(op, loop *loopir.Op, made map[val]bool) []*loopir.Op {
	if len(op.Outs) != 1 || op.Outs[0].Type != loopir.IntType || op.Mask != nil {
		return []*loopir.Op{op}
	}
	x, y := val(nil), val(nil)
	if op.Kind == loopir.Max || op.Kind == loopir.Min || op.Kind == loopir.Mod {
		x, y = op.Args[0], op.Args[1]
	}
	if x == nil || !s.depends(x, y, loop) {
		return []*loopir.Op{op}
	}
	w := &builder{f: s.f}
	less := func(x, y val) val {
		c := w.make(loopir.Lt, loopir.BoolType, x, y)
		if e, ok := s.edge(loop, c); ok && s.usable(e, loop, made) {
			return c
		}
		return nil
	}
	switch op.Kind {
	case loopir.Max, loopir.Min:
		c := less(x, y)
		if c == nil {
			return []*loopir.Op{op}
		}
		yes, no := y, x
		if op.Kind == loopir.Min {
			yes, no = x, y
		}
		return append(w.ops, chosenInt(op.Outs[0], c, nil, yes, nil, no))
	case loopir.Mod:
		two := w.make(loopir.Mul, loopir.IntType, s.f.Int(2), y)
		once, twice := less(x, y), less(x, two)
		// Nothing overflows in what is compared.
		if once == nil || twice == nil || !s.proves(s.of(x)) {
			return []*loopir.Op{op}
		}
		out, rest := op.Outs[0], w.op(loopir.Mod, loopir.IntType, x, y)
		inner := s.f.NewValue(loopir.IntType, "")
		less := w.op(loopir.Sub, loopir.IntType, x, y)
		second := chosenInt(inner, twice, []*loopir.Op{less}, less.Outs[0], []*loopir.Op{rest}, rest.Outs[0])
		return append(w.ops, chosenInt(out, once, nil, x, []*loopir.Op{second}, inner))
	}
	return []*loopir.Op{op}
}

// depends says that the difference of two Ints changes by one from iteration to iteration.
func (s *splitter) depends(x, y val, loop *loopir.Op) bool {
	k := s.of(x).minus(s.of(y)).of(loop.Sub[0].Params[0])
	return k == 1 || k == -1
}

// chosenInt is a choice that gives a value.
func chosenInt(out, c val, yes []*loopir.Op, x val, no []*loopir.Op, y val) *loopir.Op {
	op := &loopir.Op{Kind: loopir.If, Args: []val{c}, Outs: []val{out}}
	out.Def = op
	side(op, yes, []val{x})
	side(op, no, []val{y})
	return op
}
