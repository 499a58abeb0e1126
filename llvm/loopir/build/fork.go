package build

import "procad/llvm/loopir"

// side says which side of a sum a tag names, if that is known. Where nobody looks at it, it may be either.
func side(tag val) (known, right bool) {
	return tag.Origin == loopir.Constant || tag.Origin == loopir.Undefined, tag.Bits != 0
}

// fork writes two bodies, one of which runs, and joins what they give.
//
//	z = if c { …; yield x } else { …; yield y }
func (b *builder) fork(c val, yes, no func() []val) []val {
	if known, right := side(c); known {
		if right {
			return yes()
		}
		return no()
	}
	op := &loopir.Op{Kind: loopir.If}
	op.Sub = []*loopir.Block{{In: op}, {In: op}}
	onYes, onNo := op.Sub[0], op.Sub[1]
	if c.Def != nil && c.Def.Kind == loopir.Not {
		c, onYes, onNo = c.Def.Args[0], onNo, onYes
	}
	op.Args = []val{c}
	before, outer := b.f.Values, b.block
	results := map[*loopir.Block][]val{}
	b.block = onYes
	results[onYes] = yes()
	b.block = onNo
	results[onNo] = no()
	b.block = outer
	b.block.Ops = append(b.block.Ops, op)
	return b.join(op, c, results[op.Sub[0]], results[op.Sub[1]], before)
}

// join makes the results of an if. A value that was there before it, numbered below before, is no result: it is the same
// on both sides, or one side leaves nothing.
//
//	join (c, x, x)            = x
//	join (c, x, undef)        = x        and the other way round; not of stacks, since the other side may have used it up
//	join (c, true, false)     = c        and the opposite of c the other way round
func (b *builder) join(op *loopir.Op, c val, xs, ys []val, before int) []val {
	there := func(v val) bool {
		return (v.ID < before || v.Origin == loopir.Constant || v.Origin == loopir.Undefined) && v.Type != loopir.StackType
	}
	out := make([]val, len(xs))
	for i, x := range xs {
		y := ys[i]
		if x.Origin == loopir.Undefined && there(y) {
			x = y
		}
		if y.Origin == loopir.Undefined && there(x) {
			y = x
		}
		same := x.Type == loopir.BoolType && x.Origin == loopir.Constant && y.Origin == loopir.Constant
		switch {
		case x == y:
			out[i] = x
		case same && x.Bits != 0:
			out[i] = c
		case same:
			out[i] = b.not(c)
		default:
			out[i] = b.f.NewOut(op, x.Type, "")
			op.Sub[0].Yield = append(op.Sub[0].Yield, x)
			op.Sub[1].Yield = append(op.Sub[1].Yield, y)
		}
	}
	return out
}
