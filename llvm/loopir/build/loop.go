package build

import (
	"slices"

	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// loop writes a For. The block gets the number of the iteration and the state, and gives the next state. Iterations that
// print, count or call functions of C are in order.
//
//	y = for i < n (s = init) { …; yield next }
func (b *builder) loop(order loopir.Order, n val, init []val, iteration func(i val, state []val) []val) []val {
	op := &loopir.Op{Kind: loopir.For, Pos: b.pos, Order: order, Args: append([]val{n}, init...)}
	body := &loopir.Block{In: op}
	op.Sub = []*loopir.Block{body}
	i := b.f.NewParam(body, loopir.IntType, "i")
	prints := b.prints
	body.Yield = slices.Clone(b.body(body, func(state []val) []val { return iteration(i, state) }, init))
	if b.prints > prints {
		op.Order = loopir.Seq
	}
	b.block.Ops = append(b.block.Ops, op)
	return b.outs(op, typesOf(init))
}

// repeat writes a While. The block gives a Bool, whether there is another iteration, and the next state.
//
//	y = while (s = init) { …; yield again, next }
func (b *builder) repeat(init []val, iteration func(state []val) []val) []val {
	op := &loopir.Op{Kind: loopir.While, Args: slices.Clone(init)}
	body := &loopir.Block{In: op}
	op.Sub = []*loopir.Block{body}
	body.Yield = slices.Clone(b.body(body, iteration, init))
	b.block.Ops = append(b.block.Ops, op)
	return b.outs(op, typesOf(init))
}

// body writes the block of a loop, whose parameters for the state are still to be made.
func (b *builder) body(body *loopir.Block, write func(state []val) []val, init []val) []val {
	first := len(body.Params)
	for _, v := range init {
		b.f.NewParam(body, v.Type, "")
	}
	outer := b.block
	b.block = body
	defer func() { b.block = outer }()
	return write(body.Params[first:])
}

func typesOf(vals []val) []loopir.Type {
	types := make([]loopir.Type, len(vals))
	for i, v := range vals {
		types[i] = v.Type
	}
	return types
}

// loopOf writes a call of loop{body}, by the rules at proc.LoopKind.
func (b *builder) loopOf(kind proc.LoopKind, body proc.Func, zone []*ref, in []val) []val {
	run := func(state []val, indices ...val) []val {
		refs := make([]*ref, 0, len(indices)+len(zone))
		for _, i := range indices {
			refs = append(refs, &ref{typ: proc.Int, vals: []val{i}})
		}
		return b.iteration(body, append(refs, zone...), state)
	}
	if kind.BuildRank() > 0 {
		return b.build(in, b.of(b.outOf(body)), func(indices []val) []val { return run(nil, indices...) })
	}
	n, state := in[0], in[1:]
	b.checkCount(n)
	switch kind {
	case proc.NTimes:
		return b.loop(loopir.Seq, n, state, func(_ val, s []val) []val { return run(s) })
	case proc.Fold:
		return b.loop(loopir.Seq, n, state, func(i val, s []val) []val { return run(s, i) })
	case proc.FoldR, proc.CCL:
		last := b.sub(n, b.int(1))
		return b.loop(loopir.Seq, n, state, func(k val, s []val) []val { return run(s, b.sub(last, k)) })
	case proc.While:
		return b.while(n, state, func(s []val) []val { return run(s) })
	case proc.SumOf:
		var zeros []val
		for _, t := range b.of(b.outOf(body)) {
			zeros = append(zeros, b.zero(t))
		}
		return b.sum(loopir.Free, n, zeros, func(i val) []val { return run(nil, i) })
	case proc.Adds:
		return b.sum(loopir.Seq, n, state, func(i val) []val { return run(nil, i) })
	}
	b.check(loopir.NonZero, prim.EmptyMax, "", n)
	return b.largest(n, kind == proc.ArgMax, func(i val) val { return run(nil, i)[0] })
}

// iteration writes one iteration: the body of the loop inside, or a call of it.
func (b *builder) iteration(body proc.Func, zone []*ref, state []val) []val {
	if n := b.node(body); n != nil && n.inside() {
		return b.inline(n.def, zone, state)
	}
	return b.apply(body, zone, state)
}

// outOf is the type of what a loop's body gives.
func (b *builder) outOf(body proc.Func) proc.Type {
	n := b.node(body)
	if n == nil {
		abort.Fail("the body %s of a loop is no definition", body)
	}
	return n.def.Out.Type
}

// while is
//
//	(tag, s) ← f(s), until the tag is that of false; after n iterations that gave true it must be:
//
//	while (k = 0, s = …) { (tag, t) = f(s); check tag or k < n; yield not tag, k + 1, t }
func (b *builder) while(n val, init []val, f func(s []val) []val) []val {
	return b.repeat(append([]val{b.int(0)}, init...), func(s []val) []val {
		k := s[0]
		next := f(s[1:])
		ends := next[0]
		b.check(loopir.Holds, prim.IterationLimit, "", b.or(ends, b.make(loopir.Lt, loopir.BoolType, k, n)), n)
		return append([]val{b.not(ends), b.add(k, b.int(1))}, next[1:]...)
	})[1:]
}

// sum is  s + f(0) + f(1) + …, leaf by leaf.
func (b *builder) sum(order loopir.Order, n val, init []val, f func(i val) []val) []val {
	return b.loop(order, n, init, func(i val, s []val) []val {
		next := make([]val, len(s))
		for k, x := range f(i) {
			next[k] = b.make(loopir.Add, x.Type, s[k], x)
		}
		return next
	})
}

// largest is what max{f} gives, the largest f(i), and of argmax{f} also the lowest i where it is. A NaN stays where it comes
// first, and is never taken later.
//
//	for i < n (m = 0, w = 0) { x = f(i); c = i = 0 or m < x; yield select c, x, m; select c, i, w }
func (b *builder) largest(n val, where bool, f func(i val) val) []val {
	none := []val{b.zero(loopir.RealType), b.int(0)}
	if !where {
		none = none[:1]
	}
	return b.loop(loopir.Seq, n, none, func(i val, s []val) []val {
		x := f(i)
		first := b.make(loopir.Eq, loopir.BoolType, i, b.int(0))
		c := b.or(first, b.make(loopir.Lt, loopir.BoolType, s[0], x))
		out := []val{b.choice(c, x, s[0])}
		if where {
			out = append(out, b.choice(c, i, s[1]))
		}
		return out
	})
}

// build is the array of f(i…), in row-major order.
//
//	for free i < n1 { … for free j < nr { x = f(i, …, j); store b[i, …, j] = x } }
func (b *builder) build(dims []val, elem []loopir.Type, f func(indices []val) []val) []val {
	n := b.elements(dims)
	buffers, views := make([]val, len(elem)), make([]val, len(elem))
	for k, t := range elem {
		buffers[k] = b.allocate(t.Elem, n)
		views[k] = b.view(buffers[k], dims...)
	}
	var nest func(indices []val)
	nest = func(indices []val) {
		k := len(indices)
		if k == len(dims) {
			b.stores(views, indices, f(indices))
			return
		}
		b.loop(loopir.Free, dims[k], nil, func(i val, _ []val) []val {
			nest(append(indices[:k:k], i))
			return nil
		})
	}
	nest(nil)
	return concat(buffers, dims)
}
