package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

// An extreme is what a fold to the larger, or to the smaller, number does in an iteration.
type extreme struct {
	loop  *loopir.Op
	x     val          // the number of the iteration
	best  *loopir.Op   // max s, x, or max x, s
	own   []*loopir.Op // the operations on what is carried
	stays bool         // it is max x, s: a NaN is not taken
	place bool         // the loop carries the number of the best iteration, too
}

// extremeOf is what a loop in order does that carries only the larger, or the smaller, of what it carried and a number of each
// iteration, and perhaps where it is; nil if it does something else.
func extremeOf(op *loopir.Op) *extreme {
	if op.Kind != loopir.For || op.Order != loopir.Seq || len(op.Outs) == 0 || len(op.Outs) > 2 {
		return nil
	}
	body := op.Sub[0]
	s, best := body.Params[1], body.Yield[0].Def
	if s.Type != loopir.RealType || best == nil || best.Kind != loopir.Max && best.Kind != loopir.Min || !slices.Contains(best.Args, s) || !harmless(body.Ops) {
		return nil
	}
	e := &extreme{loop: op, x: best.Args[1], best: best, own: []*loopir.Op{best}, stays: best.Args[1] == s, place: len(op.Outs) == 2}
	if e.stays {
		e.x = best.Args[0]
	}
	if e.place && !e.places() {
		return nil
	}
	carried := map[val]bool{}
	for k, p := range body.Params[1:] {
		carried[p], carried[body.Yield[k]] = true, true
	}
	if slices.ContainsFunc(body.Ops, func(op *loopir.Op) bool {
		uses := false
		count := func(v val) { uses = uses || carried[v] }
		op.Uses(count)
		for _, inner := range op.Sub {
			inner.Walk(func(op *loopir.Op) { op.Uses(count) })
			inner.Blocks(func(b block) {
				for _, v := range b.Yield {
					count(v)
				}
			})
		}
		return uses && !slices.Contains(e.own, op)
	}) {
		return nil
	}
	return e
}

// places says that the second number that is carried is that of the iteration whose number is taken: one that is read.
//
//	l = le x, s; c = not l; z = max s, x; q = select c, i, w; yield z, q
func (e *extreme) places() bool {
	body := e.loop.Sub[0]
	which := body.Yield[1].Def
	if e.stays || e.x.Def == nil || e.x.Def.Kind != loopir.Load || which == nil || which.Kind != loopir.Select || which.Args[1] != body.Params[0] || which.Args[2] != body.Params[2] {
		return false
	}
	taken := which.Args[0].Def
	if taken == nil || taken.Kind != loopir.Not || taken.Args[0].Def == nil {
		return false
	}
	less, args := taken.Args[0].Def, []val{e.x, body.Params[1]}
	if e.best.Kind == loopir.Min {
		slices.Reverse(args)
	}
	e.own = append(e.own, which, taken, less)
	return less.Kind == loopir.Le && slices.Equal(less.Args, args)
}

// fold writes free loops in the place of a fold to the larger or to the smaller number.
func (m *maximiser) fold(e *extreme) []*loopir.Op {
	op, w := e.loop, &builder{f: m.f}
	least := math.Inf(-1)
	if e.best.Kind == loopir.Min {
		least = math.Inf(1)
	}
	none := m.f.Const(loopir.RealType, math.Float64bits(least))
	init := []val{none, m.f.Const(loopir.BoolType, 0)}
	if e.stays {
		init = init[:1]
	}
	found := m.each(w, e, init, func(u *builder, _, x val, s []val) []val {
		is := u.make(loopir.Eq, loopir.BoolType, x, x)
		next := []val{u.make(e.best.Kind, loopir.RealType, u.make(loopir.Select, loopir.RealType, is, x, none), s[0])}
		if !e.stays {
			next = append(next, u.make(loopir.Or, loopir.BoolType, s[1], u.make(loopir.Not, loopir.BoolType, is)))
		}
		return next
	})
	if e.stays {
		last := w.op(e.best.Kind, loopir.RealType, found[0], op.Args[1])
		last.Outs, op.Outs[0].Def = op.Outs, last
		return append(w.ops, last)
	}
	from := m.f.Int(0)
	if op.From != nil {
		from = op.From
	}
	numbers := w.make(loopir.And, loopir.BoolType, w.make(loopir.Lt, loopir.BoolType, from, op.Args[0]), w.make(loopir.Not, loopir.BoolType, found[1]))
	if e.place {
		numbers = w.make(loopir.And, loopir.BoolType, numbers, w.make(loopir.Eq, loopir.BoolType, op.Args[1], op.Args[1]))
	}
	v := &builder{f: m.f}
	result := []val{v.make(e.best.Kind, loopir.RealType, op.Args[1], found[0])}
	if e.place {
		result = append(result, m.where(v, e, found[0]))
	}
	choice := &loopir.Op{Kind: loopir.If, Args: []val{numbers}, Outs: op.Outs}
	for _, out := range op.Outs {
		out.Def = choice
	}
	side(choice, v.ops, result)
	again := newCopier(m.f).op(op)
	side(choice, []*loopir.Op{again}, again.Outs)
	return append(w.ops, choice)
}

// where is the number of the first iteration with the best number, or what was carried before the loop if that is no better.
func (m *maximiser) where(w *builder, e *extreme, best val) val {
	n, first := e.loop.Args[0], e.loop.Args[1]
	better := w.make(loopir.Lt, loopir.BoolType, first, best)
	if e.best.Kind == loopir.Min {
		better = w.make(loopir.Lt, loopir.BoolType, best, first)
	}
	choice := &loopir.Op{Kind: loopir.If, Args: []val{better}}
	v := &builder{f: m.f}
	at := m.each(v, e, []val{n}, func(u *builder, i, x val, s []val) []val {
		here := u.make(loopir.Select, loopir.IntType, u.make(loopir.Eq, loopir.BoolType, x, best), i, n)
		return []val{u.make(loopir.Min, loopir.IntType, here, s[0])}
	})
	side(choice, v.ops, at)
	side(choice, nil, []val{e.loop.Args[2]})
	w.ops = append(w.ops, choice)
	return m.f.NewOut(choice, loopir.IntType, "")
}

// each writes a free loop over the numbers of all iterations. It returns what it carries in the end.
func (m *maximiser) each(w *builder, e *extreme, init []val, next func(u *builder, i, x val, s []val) []val) []val {
	body := e.loop.Sub[0]
	loop := loopOf(m.f, loopir.Free, e.loop.Args[0], init)
	loop.From = e.loop.From
	in := loop.Sub[0]
	u, c := &builder{f: m.f}, newCopier(m.f)
	c.of[body.Params[0]] = in.Params[0]
	for _, inner := range body.Ops {
		if !slices.Contains(e.own, inner) {
			u.ops = append(u.ops, c.op(inner))
		}
	}
	in.Yield = next(u, in.Params[0], c.value(e.x), in.Params[1:])
	in.Ops = u.ops
	w.ops = append(w.ops, loop)
	return loop.Outs
}
