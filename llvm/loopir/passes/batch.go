package passes

import (
	"slices"

	"procad/llvm/abi"
	"procad/llvm/loopir"
)

// batch makes arrays of what all iterations of a loop add to a stack that goes on, or take off from it: in the end they are words side
// by side there. Then an iteration finds its words without the others.
//
//	t = for i < n (p = s) { …; yield push p, x }
//	   ↦
//	t, b = grow s, n;  for i < n { …; store b[i] = x }
//
//	t = for i < n (p = s) { check (len p) != 0; q, x = pop p; …; yield q }
//	   ↦
//	t = if n ≤ len s { u, b = shrink s, n; for i < n { x = load b[n - 1 - i]; … }; yield u } else { for i < n (p = s) { … } }
//
// An item may be several Reals. No iteration may end the run but by its stack: then a stack that cannot grow ends it as an iteration
// would.
func batch(p *loopir.Program, opts Options, _ func(Report)) {
	for _, f := range p.Funcs {
		t := &batcher{unstacker: newUnstacker(p, f), room: opts.room(f)}
		t.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// A batcher goes through a function.
type batcher struct {
	*unstacker
	room *int // how many operations may still be in versions
}

func (t *batcher) block(b block) {
	var ops []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			t.block(inner)
		}
		if op.Kind == loopir.For && op.From == nil {
			ops = append(ops, t.grown(op)...)
			op = t.shrunk(op, &ops)
		}
		ops = append(ops, op)
	}
	b.Ops = ops
}

// reals says that values are Reals, and that there are some.
func reals(vs []val) bool {
	return len(vs) > 0 && !slices.ContainsFunc(vs, func(v val) bool { return v.Type != loopir.RealType })
}

// grown changes a loop that adds to stacks, and returns what is to be done before it.
func (t *batcher) grown(loop *loopir.Op) []*loopir.Op {
	body := loop.Sub[0]
	w := &builder{f: t.f}
	for k := len(body.Params) - 2; k >= 0; k-- {
		s := body.Params[1+k]
		push := t.only(s)
		if s.Type != loopir.StackType || push == nil || push.Kind != loopir.Push || !slices.Contains(body.Ops, push) || push.Args[0] != s ||
			!reals(push.Args[1:]) || body.Yield[k] != push.Outs[0] || len(t.uses[push.Outs[0]]) > 0 || !proven(body.Ops) {
			continue
		}
		n, items := loop.Args[0], push.Args[1:]
		most := w.make(loopir.Min, loopir.IntType, n, t.f.Int(abi.MaxElements)) // a stack does not grow by more
		b := t.part(w, loopir.Grow, loop.Args[1+k], loop.Outs[k], most, len(items))
		w.ops[len(w.ops)-1].Pos = push.Pos
		view := t.items(w, b, n, len(items))
		var stores []*loopir.Op
		for j, x := range items {
			stores = append(stores, &loopir.Op{Kind: loopir.Store, Args: append(t.item(view, body.Params[0], j, len(items)), x)})
		}
		replace(body, push, stores)
		uncarry(loop, k)
	}
	return w.ops
}

// part writes a Grow or a Shrink by n items, and returns the buffer.
func (t *batcher) part(w *builder, kind loopir.Kind, s, next, n val, words int) val {
	if words > 1 {
		n = w.make(loopir.Mul, loopir.IntType, n, t.f.Int(int64(words)))
	}
	op := standFor(next, kind, s, n)
	w.ops = append(w.ops, op)
	return t.f.NewOut(op, loopir.BufferOf(loopir.Real), "")
}

// items is a view of n items.
func (t *batcher) items(w *builder, b, n val, words int) val {
	if words == 1 {
		return w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), b, n)
	}
	return w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), b, n, t.f.Int(int64(words)))
}

// item is the view and the indices of a word of an item.
func (t *batcher) item(view, i val, word, words int) []val {
	if words == 1 {
		return []val{view, i}
	}
	return []val{view, i, t.f.Int(int64(word))}
}

// shrunk is what stands for a loop, which may take items off a stack; what is to be done before is appended.
func (t *batcher) shrunk(loop *loopir.Op, ops *[]*loopir.Op) *loopir.Op {
	body := loop.Sub[0]
	for k, s := range body.Params[1:] {
		if s.Type != loopir.StackType {
			continue
		}
		pop, ends := t.taken(body, s)
		if pop == nil || !reals(pop.Outs[1:]) || body.Yield[k] != pop.Outs[0] || len(t.uses[pop.Outs[0]]) > 0 {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(body.Ops), func(op *loopir.Op) bool {
			return op.Kind == loopir.Check && slices.ContainsFunc(ends, func(size *loopir.Op) bool { return op.Args[0] == size.Outs[0] })
		})
		long := size(body.Ops, longest)
		if !proven(left) || long > longest || long > *t.room {
			continue
		}
		*t.room -= long
		return t.versions(loop, k, pop, ends, ops)
	}
	return loop
}

// taken finds the one Pop of a stack in a block, and the Lens that only checks use; no Pop if there are other uses.
func (t *batcher) taken(body block, s val) (pop *loopir.Op, ends []*loopir.Op) {
	for _, op := range t.uses[s] {
		switch {
		case op == nil:
			return nil, nil
		case op.Kind == loopir.Pop && pop == nil && slices.Contains(body.Ops, op):
			pop = op
		case op.Kind == loopir.Len && t.asked(body, op):
			ends = append(ends, op)
		default:
			return nil, nil
		}
	}
	return pop, ends
}

// versions is the choice of a loop that takes all items off at once, and the loop as it was.
func (t *batcher) versions(loop *loopir.Op, k int, pop *loopir.Op, ends []*loopir.Op, ops *[]*loopir.Op) *loopir.Op {
	f, body, n, s, items := t.f, loop.Sub[0], loop.Args[0], loop.Args[1+k], pop.Outs[1:]
	before := &builder{f: f}
	there := before.make(loopir.Len, loopir.IntType, s)
	if len(items) > 1 {
		there = before.make(loopir.Div, loopir.IntType, there, f.Int(int64(len(items))))
	}
	all := before.make(loopir.Le, loopir.BoolType, n, there)
	*ops = append(*ops, before.ops...)
	slow := newCopier(f).op(loop)
	choice := instead(f, all, loop)

	w := &builder{f: f}
	next := f.NewValue(loopir.StackType, "")
	b := t.part(w, loopir.Shrink, s, next, n, len(items))
	view := t.items(w, b, n, len(items))
	last := w.make(loopir.Sub, loopir.IntType, n, f.Int(1))
	loads := &builder{f: f}
	i := loads.make(loopir.Sub, loopir.IntType, last, body.Params[0])
	loads.ops = append(loads.ops, implied(i, n))
	for j, x := range items {
		loads.ops = append(loads.ops, standFor(x, loopir.Load, t.item(view, i, j, len(items))...))
	}
	replace(body, pop, loads.ops)
	for _, size := range ends {
		t.without(body, size)
	}
	uncarry(loop, k)
	side(choice, append(w.ops, loop), slices.Insert(slices.Clone(loop.Outs), k, next))
	side(choice, []*loopir.Op{slow}, slow.Outs)
	return choice
}
