package llvm

import (
	"math"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/prim"
	"procad/proc"
)

// loop writes a loop of n ≥ 0 iterations. The state is a list of leaves with a phi
// each; an iteration gets its number and the state, and returns the next state.
//
//	head:  i = phi 0, i+1;  s = phi init, next;  br i < n, iteration, done
//	iteration:  …;  br head
//	done:
func (b *builder) loop(n val, init []val, iteration func(i val, state []val) []val) []val {
	return b.loopFrom(ll.Int(0), n, n, init, iteration)
}

// loopFrom writes the iterations lo ≤ i < hi of a loop of n iterations, where lo ≤ hi ≤ n.
func (b *builder) loopFrom(lo, hi, n val, init []val, iteration func(i val, state []val) []val) []val {
	if lo == hi {
		return init
	}
	b.uniform("a number of iterations varies", n)
	init = b.carried(init)
	whole, size := b.outliner.suspend(), b.Size
	head, body, done := b.Block("head"), b.Block("iteration"), b.Block("done")
	defer b.enterLoop(lo, hi, n, head)()
	promotion := b.beginPromotion(lo, hi)
	defer b.endPromotion(promotion)
	pre := b.Cur
	i, phis, state := b.head(head, lo, init)
	defer b.beginIterations(pre, head, body, i, lo)()
	b.fillsThrough(init, state)
	b.numberLoop(i)
	if promotion != nil {
		promotion.index = i
	}
	b.branch(b.ICmp(enum.IPredULT, i, hi), body, done)
	b.Use(body)
	mark := b.mark()
	b.index(i, n)
	next := iteration(i, state)
	b.undo(mark)
	latch := b.Cur
	b.endIteration(latch)
	i.Incs = append(i.Incs, ir.NewIncoming(b.Add(i, ll.Int(1)), latch))
	for k, v := range next {
		phis[k].Incs = append(phis[k].Incs, ir.NewIncoming(b.as(v, phis[k].Type()), latch))
	}
	back := b.Cur.NewBr(head)
	if b.marked != module.Unmarked && b.trial == nil {
		back.Metadata = b.MarkLoop(b.marked)
	}
	b.Use(done)
	b.outliner.resume(whole)
	b.outliner.skip(b.Size - size)
	return state
}

// head begins the block to which a loop returns: a phi for the number of the
// iteration, and one for each leaf of the state.
func (b *builder) head(head *ir.Block, first val, init []val) (i *ir.InstPhi, phis []*ir.InstPhi, state []val) {
	before := b.Cur
	b.Jump(head)
	b.Use(head)
	i = ir.NewPhi(ir.NewIncoming(first, before))
	i.SetName(b.Names.Fresh("i"))
	head.Insts = append(head.Insts, i)
	phis = make([]*ir.InstPhi, len(init))
	state = make([]val, len(init))
	for k, v := range init {
		phis[k] = ir.NewPhi(ir.NewIncoming(v, before))
		state[k] = phis[k]
		head.Insts = append(head.Insts, phis[k])
	}
	b.Size += 1 + len(phis)
	return i, phis, state
}

// until writes a while loop: the first of what an iteration gives says whether there
// is another iteration, of which there are n at most.
//
//	head:  i = phi 0, i+1;  s = phi init, next;  …;  br ends, done, more
//	more:  check i < n;  br head
//	done:
func (b *builder) until(n val, init []val, iteration func(state []val) []val) []val {
	whole, size := b.outliner.suspend(), b.Size
	head, more, done := b.Block("head"), b.Block("more"), b.Block("done")
	i, phis, state := b.head(head, ll.Int(0), init)
	mark := b.mark()
	next := iteration(state)
	b.undo(mark)
	ends, next := next[0], next[1:]
	b.branch(ends, done, more)
	b.Use(more)
	b.check(b.ICmp(enum.IPredULT, i, n), prim.IterationLimit, n, ll.Int(0), "")
	i.Incs = append(i.Incs, ir.NewIncoming(b.Add(i, ll.Int(1)), b.Cur))
	for k, v := range next {
		phis[k].Incs = append(phis[k].Incs, ir.NewIncoming(v, b.Cur))
	}
	b.Jump(head)
	b.Use(done)
	b.outliner.resume(whole)
	b.outliner.skip(b.Size - size)
	return next
}

// loopOf writes a call of loop{body}. What follows is in the order of proc.LoopKind.
func (b *builder) loopOf(kind proc.LoopKind, body proc.Func, zone []*ref, in []val) []val {
	run := func(indices []val, state []val) []val {
		refs := make([]*ref, 0, len(indices)+len(zone))
		for _, i := range indices {
			refs = append(refs, &ref{mode: proc.Shared, typ: proc.Int, vals: []val{i}})
		}
		return b.iteration(body, append(refs, zone...), state)
	}
	if out, ok := b.singly(kind, body, zone, in); ok {
		return out
	}
	if kind == proc.While && b.lanes != nil {
		b.noLanes("each lane may have its own number of iterations")
	}
	state := b.stateOf(kind, body)
	loop := state.holding(b.loop)
	if b.innermost(body) && !b.without(optim.CheckHoisting) {
		loop = b.innermostLoop(commutes(kind) && b.lanes == nil, state)
	}
	if b.lanes != nil {
		b.lanes.kind = commutes(kind)
	}
	switch kind {
	case proc.NTimes:
		b.checkCount(in[0])
		return loop(in[0], in[1:], func(_ val, s []val) []val { return run(nil, s) })
	case proc.Fold:
		b.checkCount(in[0])
		iteration := func(i val, s []val) []val { return run([]val{i}, s) }
		if out, ok := b.argmaxFold(loop, body, zone, in, iteration); ok {
			return out
		}
		loop = b.fillLoop(loop, body, zone, in[1:])
		if out, ok := b.argmaxInLanes(loop, body, in, iteration); ok {
			return out
		}
		return loop(in[0], in[1:], iteration)
	case proc.While:
		b.checkCount(in[0])
		return state.until(in[1:], func(s []val) []val { return run(nil, s) }, func(init []val, iteration func([]val) []val) []val {
			return b.until(in[0], init, iteration)
		})
	case proc.FoldR, proc.CCL:
		n := in[0]
		b.checkCount(n)
		return loop(n, in[1:], func(k val, s []val) []val {
			i := b.Sub(b.Sub(n, ll.Int(1)), k)
			b.index(i, n)
			b.countDown(i)
			return run([]val{i}, s)
		})
	case proc.SumOf, proc.Adds:
		s := &series{leaves: b.Leaves(b.out(body)), term: func(i val) []val { return run([]val{i}, nil) }}
		if s.start = in[1:]; kind == proc.SumOf {
			s.start = zerosOf(s.leaves)
		}
		s.ordered = kind == proc.Adds
		if out, ok := b.sumInLanes(loop, in[0], body, zone, s); ok {
			return out
		}
		return b.sum(loop, in[0], s)
	case proc.MaxOf, proc.ArgMax:
		f := func(i val) val { return run([]val{i}, nil)[0] }
		switch {
		case kind == proc.MaxOf:
			return []val{b.largest(loop, in[0], f)}
		case b.innermost(body) && b.nodes[body].code.All <= b.limits.again && b.meter == nil:
			return b.argmaxTwice(loop, in[0], f)
		}
		return b.argmax(loop, in[0], f)
	}
	inLanes := func(buffers []val) looper { return b.buildLoop(loop, body, zone, buffers) }
	return b.build(inLanes, in, b.elementOf(body), func(indices []val) []val { return run(indices, nil) })
}

// A looper writes a loop, as builder.loop does.
type looper = func(n val, init []val, iteration func(i val, state []val) []val) []val

// innermost says that the body of a loop has no loop inside, and that it is
// short enough to be written several times, in a module that is not yet long. It prints
// nothing, so it may also run several times.
func (b *builder) innermost(body proc.Func) bool {
	n, most := b.nodes[body], b.limits.once
	if b.lanes != nil {
		most = b.limits.small
	}
	return n != nil && (n.inline || b.inIterations()) && !n.loops && n.code.All <= most && b.trial == nil && !b.inner &&
		b.written <= b.limits.tuned && !b.prints(body)
}

// commutes says that the iterations of a loop may run in any order, but for rounding: LLVM
// can run several at once. What adds adds has an order.
func commutes(kind proc.LoopKind) bool {
	return kind == proc.SumOf || kind == proc.MaxOf || kind.BuildRank() > 0
}

// iteration writes one iteration: the body of the loop inline, or a call of it.
func (b *builder) iteration(body proc.Func, zone []*ref, state []val) []val {
	n, err := b.node(body)
	if err != nil {
		panic(err)
	}
	if n != nil && (n.inline || b.inIterations()) {
		return b.inline(n.def, zone, state)
	}
	return b.apply(body, zone, state)
}

// out is the type of what a loop's body gives.
func (b *builder) out(body proc.Func) proc.Type {
	n, err := b.node(body)
	if err != nil {
		panic(err)
	}
	if n == nil {
		abort.Fail("the body %s of a loop is no definition", body)
	}
	return n.def.Out.Type
}

func (b *builder) elementOf(body proc.Func) []abi.Leaf { return b.Leaves(b.out(body)) }

// argmax is the largest f(i), and the lowest i where it is. The value of iteration 0
// is taken whatever it is, so a NaN stays there; a later one never wins. It is
// kept beside, so that an iteration waits only for the comparison of the one before.
func (b *builder) argmax(loop looper, n val, f func(i val) val) []val {
	b.checkSome(n)
	none := []val{real(math.Inf(-1)), ll.Int(0), real(0)}
	if b.lanes != nil {
		none[1] = b.splat(none[1])
	}
	out := loop(n, none, func(i val, s []val) []val {
		x := f(i)
		more := b.fcmp(enum.FPredOGT, x, s[0])
		first := b.Choice(b.ICmp(enum.IPredEQ, i, ll.Int(0)), x, s[2])
		return []val{b.Choice(more, x, s[0]), b.Choice(more, i, s[1]), first}
	})
	nan := b.fcmp(enum.FPredUNO, out[2], out[2])
	best, at := b.Choice(nan, out[2], out[0]), b.Choice(nan, ll.Int(0), out[1])
	if b.lanes != nil {
		b.below(at, n)
	}
	return []val{best, at}
}

// largest is the largest f(i). In strict mode it is that of argmax. Else it is
// computed in a form that LLVM vectorises, in which a NaN counts as -inf; that
// iteration 0 gave one is kept beside. Of zeros of both signs either may come out.
func (b *builder) largest(loop looper, n val, f func(i val) val) val {
	if b.opts.Strict || b.without(optim.Max) || b.lanes != nil {
		return b.argmax(loop, n, f)[0]
	}
	b.checkSome(n)
	largest := peak{none: real(math.Inf(-1)), more: enum.FPredOGT}
	out := loop(n, []val{largest.none, ll.Int(0)}, func(i val, s []val) []val {
		x, nan := largest.number(b, f(i))
		first := b.Cur.NewAnd(nan, b.ICmp(enum.IPredEQ, i, ll.Int(0)))
		b.Size += 3
		return []val{largest.of(b, s[0], x), b.Cur.NewOr(s[1], b.Cur.NewZExt(first, types.I64))}
	})
	return b.Choice(b.ICmp(enum.IPredEQ, out[1], ll.Int(0)), out[0], real(math.NaN()))
}

// argmaxTwice is argmax for an f that is cheap to compute a second time: first
// for the largest value, then for the lowest i that has it. LLVM vectorises both. Where
// no f(i) is the largest value, since it was rounded in another way when it was computed first,
// it is looked for in order.
func (b *builder) argmaxTwice(loop looper, n val, f func(i val) val) []val {
	if b.opts.Strict || b.without(optim.Max) || b.lanes != nil {
		return b.argmax(loop, n, f)
	}
	best := b.largest(loop, n, f)
	nan := b.Cur.NewFCmp(enum.FPredUNO, best, best)
	at := loop(n, []val{n}, func(i val, lowest []val) []val {
		x := f(i)
		b.Size += 4
		here := b.Choice(b.Cur.NewFCmp(enum.FPredOEQ, x, best), i, n)
		return []val{b.Choice(b.ICmp(enum.IPredULT, here, lowest[0]), here, lowest[0])}
	})
	b.Size += 2
	found := b.Cur.NewOr(nan, b.ICmp(enum.IPredNE, at[0], n))
	return b.either(found, func() []val {
		return []val{best, b.Choice(nan, ll.Int(0), at[0])}
	}, func() []val { return b.argmax(loop, n, f) })
}

// noNaNs says that there are none, and that the sign of zero does not matter.
var noNaNs = []enum.FastMathFlag{enum.FastMathFlagNNaN, enum.FastMathFlagNSZ}

func (b *builder) checkSome(n val) {
	b.checkCount(n)
	b.check(b.ICmp(enum.IPredNE, n, ll.Int(0)), prim.EmptyMax, ll.Int(0), ll.Int(0), "")
}

// build:  the array of f(i…), in row-major order.
func (b *builder) build(loop func(buffers []val) looper, dims []val, elem []abi.Leaf, f func(indices []val) []val) []val {
	n := b.elements(dims)
	buffers := make([]val, len(elem))
	for k, l := range elem {
		buffers[k] = b.allocate(n, l)
	}
	var nest func(indices []val, at val)
	nest = func(indices []val, at val) {
		k := len(indices)
		if k == len(dims) {
			b.writeAt(buffers, at, f(indices))
			return
		}
		write := b.loop
		if k == len(dims)-1 {
			write = loop(buffers)
		}
		write(dims[k], nil, func(i val, _ []val) []val {
			row := i
			if k > 0 {
				row = b.along(b.Mul(at, dims[k]), i)
			}
			nest(append(indices[:k:k], i), row)
			return nil
		})
	}
	nest(nil, nil)
	return append(buffers, dims...)
}

// while runs iterations on a word as long as a condition holds of it.
func (b *builder) while(init val, cond func(val) val, iteration func(val) val) {
	whole := b.outliner.suspend()
	before := b.Cur
	head, body, done := b.Block("head"), b.Block("iteration"), b.Block("done")
	b.Jump(head)
	b.Use(head)
	w := ir.NewPhi(ir.NewIncoming(init, before))
	head.Insts = append(head.Insts, w)
	b.branch(cond(w), body, done)
	b.Use(body)
	mark := b.mark()
	next := iteration(w)
	b.undo(mark)
	w.Incs = append(w.Incs, ir.NewIncoming(next, b.Cur))
	b.Jump(head)
	b.Use(done)
	b.outliner.resume(whole)
}
