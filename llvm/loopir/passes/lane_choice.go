package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// choice writes an If: one that is the same in all lanes, or both sides, and a Select for each result.
func (l *laneWriter) choice(op *loopir.Op) {
	c := op.Args[0]
	if l.varies[c] {
		is := l.value(c)
		yes, no := l.side(op.Sub[0], is, true), l.side(op.Sub[1], is, false)
		for k, out := range op.Outs {
			l.values[out] = l.w.make(loopir.Select, yes[k].Type, is, yes[k], no[k])
		}
		return
	}
	outer := l.w
	made := &loopir.Op{Kind: loopir.If, Args: []val{l.value(c)}}
	for _, b := range op.Sub {
		l.w = &builder{f: l.f}
		l.block(b)
		var yield []val
		for k, y := range b.Yield {
			yield = append(yield, l.as(y, l.varies[op.Outs[k]]))
		}
		side(made, l.w.ops, yield)
	}
	l.w = outer
	l.w.ops = append(l.w.ops, made)
	for k, out := range op.Outs {
		l.values[out] = l.f.NewOut(made, made.Sub[0].Yield[k].Type, "")
	}
}

// side writes a side of a choice, with the lanes in which it is taken as its mask. It is left out if there is none, unless that
// would take longer.
//
//	if c { … yield x }    ↦    y = if reduce c { … where c; yield x } else { yield 0 }
func (l *laneWriter) side(b block, c val, taken bool) []val {
	if !slices.ContainsFunc(b.Ops, func(op *loopir.Op) bool { return !l.quick(op) }) && len(b.Ops) <= mostQuick {
		l.block(b)
		return l.vectors(b.Yield)
	}
	was, outer := l.mask, l.w
	if l.mask = c; !taken {
		l.mask = l.w.make(loopir.Not, c.Type, c)
	}
	if was != nil {
		l.mask = l.w.make(loopir.And, c.Type, was, l.mask)
	}
	made := &loopir.Op{Kind: loopir.If, Args: []val{l.w.make(loopir.Reduce, loopir.BoolType, l.mask)}}
	var none []val
	for _, y := range b.Yield {
		none = append(none, l.w.vector(loopir.Splat, y.Type.Elem, l.width, l.f.Const(y.Type, 0)))
	}
	l.w = &builder{f: l.f}
	l.block(b)
	yield := l.vectors(b.Yield)
	side(made, l.w.ops, yield)
	side(made, nil, none)
	l.w, l.mask = outer, was
	l.w.ops = append(l.w.ops, made)
	var out []val
	for _, y := range yield {
		out = append(out, l.f.NewOut(made, y.Type, ""))
	}
	return out
}

// mostQuick is how many operations of numbers take no longer than a branch.
const mostQuick = 12

// quick says that an operation can run in all lanes, and takes one instruction or two.
func (l *laneWriter) quick(op *loopir.Op) bool {
	switch op.Kind {
	case loopir.Load, loopir.Math, loopir.Cell, loopir.Local, loopir.View, loopir.Row:
		return false
	case loopir.Div, loopir.Mod:
		return op.Outs[0].Type.Elem == loopir.Real
	}
	return op.Kind.Pure()
}

// vectors are values in all lanes.
func (l *laneWriter) vectors(vs []val) []val {
	out := make([]val, len(vs))
	for k, v := range vs {
		out[k] = l.vector(v)
	}
	return out
}

// atWork is a vector, and zero in the lanes that are not at work: 0, or -0, which changes no sum.
func (l *laneWriter) atWork(x val, zero uint64) val {
	if l.mask == nil {
		return x
	}
	none := l.w.vector(loopir.Splat, x.Type.Elem, l.width, l.f.Const(loopir.Type{Elem: x.Type.Elem}, zero))
	return l.w.make(loopir.Select, x.Type, l.mask, x, none)
}
