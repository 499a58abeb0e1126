package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/ll"
	"procad/proc"
)

// Iterations that only fill arrays run in lanes too: those of build, and those of a
// fold that does nothing else with the arrays of its state (writes.go) and sets
// no element in two iterations, but in the order of the iterations.
//
//	fold over i < n of f(a, i)   =   the blocks in lanes;  all iterations from the block in which the lanes were left
//
// The iterations do not read what they fill, so to run some again does no harm. So of n ≥ W
// iterations none is left over: the last block begins at n - W. A build may add to accumulators
// besides, as the forward pass of a sum does, which keeps a trace of each iteration: its iterations run once.

// fillInLanes is a loop of which the first iterations run in lanes, if they can; fills are
// the buffers that the iterations fill. It may pay only if loops inside read across the lanes, or if their iterations
// need each other, so that LLVM has no vectors for them.
func (b *builder) fillInLanes(loop looper, body *node, zone []*ref, fills []val, across bool) looper {
	none := &series{again: !adds(zone)}
	return func(n val, init []val, iteration func(i val, state []val) []val) []val {
		write := func(blocks val) {
			b.lanes.adds = adds(zone)
			for _, p := range fills {
				b.lanes.fills[p] = true
			}
			b.blockLoop(n, blocks, none, func(i val) []val {
				iteration(i, init)
				return nil
			})
		}
		trial := b.tryInLanes(func() {
			b.lanes.slabbed = true
			write(b.Cur.NewUDiv(n, ll.Int(b.laneWidth())))
			b.addsInLanes(zone)
			b.shortRows()
		})
		if trial == nil || across && !trial.across && (!trial.ordered || trial.deep) {
			return loop(n, init, iteration)
		}
		ok := b.guardLanes(trial, n)
		b.alone = true // what remains is too little for lanes inside
		defer func() { b.alone = false }()
		blocks := func(l *lanes, slabs bool) func() []val {
			return func() []val {
				return b.blocksInLanes(n, none, l, func(blocks val) []val {
					b.lanes.slabbed = slabs
					own, back := b.ownAccumulators(zone, trial.shared, false)
					outside := slices.Clone(zone)
					copy(zone, own) // for the iterations
					write(blocks)
					copy(zone, outside)
					b.freeRows()
					b.freeLaneBuffers()
					b.addSlabs()
					back()
					return nil
				})
			}
		}
		at := b.either(ok, func() []val {
			few := b.fewInSlabs(n, trial.slabs)
			if few != constant.True {
				return b.either(few, blocks(trial, true), blocks(trial, false))
			}
			two := b.interleaved(trial, body)
			if two == nil {
				return blocks(trial, true)()
			}
			return b.either(b.enough(n, two, someBlocks), blocks(two, true), blocks(trial, true))
		}, func() []val { return []val{ll.Int(0)} })[0]
		return loop(b.Sub(n, at), init, func(k val, state []val) []val {
			i := b.Add(at, k)
			b.index(i, n)
			return iteration(i, state)
		})
	}
}

// maxAlong is how many iterations a loop over a row has at most to which lanes add: LLVM has
// vectors along a longer one.
const maxAlong = 16

// shortRows demands that the rows are short to which all lanes add.
func (b *builder) shortRows() {
	for _, o := range b.lanes.along {
		switch k, known := o.iterations.(ll.Int); {
		case !o.commutes || b.limits.everywhere:
		case known && k > maxAlong || !b.before(o.iterations):
			b.noLanes("all lanes add to a row that is long")
		case !known:
			b.lanes.short = append(b.lanes.short, o.iterations)
		}
	}
}

// fillLoop is the loop of a fold, in lanes where all it does is to fill arrays.
func (b *builder) fillLoop(loop looper, body proc.Func, zone []*ref, state []val) looper {
	n := b.nodes[body]
	if !b.mayFill(n) || adds(zone) || !n.loops && !b.paysFill(n) {
		return loop
	}
	w := b.writesOf(n)
	if w == nil || !w.only || !b.astray(n) && !n.loops && !slices.ContainsFunc(w.arrays, (*arrayWrites).scattered) {
		return loop
	}
	if slices.ContainsFunc(w.arrays, func(a *arrayWrites) bool { return !a.disjoint() }) {
		return loop
	}
	var fills []val
	for _, v := range state {
		if _, ok := v.Type().(*types.PointerType); ok {
			fills = append(fills, v)
		}
	}
	return b.fillInLanes(loop, n, zone, fills, !b.paysFill(n))
}

// buildLoop is the innermost loop of a build, in lanes where LLVM has no vectors for it:
// of iterations with loops inside it only has those of the loops. Iterations that also add are those of a
// sum, and run in lanes wherever they would there.
func (b *builder) buildLoop(loop looper, body proc.Func, zone []*ref, buffers []val) looper {
	n := b.nodes[body]
	if !b.mayFill(n) || !n.loops && !(b.paysFill(n) && b.astray(n)) {
		return loop
	}
	return b.fillInLanes(loop, n, zone, buffers, n.loops && !adds(zone) && !b.limits.everywhere)
}

// astray says that LLVM finds no vectors for the iterations of a body.
func (b *builder) astray(body *node) bool { return b.limits.everywhere || b.effortOf(body).strays() }

// mayFill says that iterations that fill arrays may run in lanes.
func (b *builder) mayFill(body *node) bool {
	return b.mayLanes(body) && !b.without(optim.LaneFills) && b.meter == nil
}

// adds says that there are accumulators in a zone.
func adds(zone []*ref) bool {
	return slices.ContainsFunc(zone, func(r *ref) bool { return r.mode == proc.Accumulator })
}

// paysFill says that iterations compute enough for what they gather and scatter.
func (b *builder) paysFill(body *node) bool { return b.limits.everywhere || b.effortOf(body).pays() }

// fillsThrough notes that a loop in an iteration hands on buffers that the iterations fill.
func (b *builder) fillsThrough(init, state []val) {
	for k, v := range init {
		if b.lanes != nil && b.lanes.fills[v] {
			b.lanes.fills[state[k]] = true
		}
	}
}

// along is the place of element i of a row that begins at a place.
func (b *builder) along(row, i val) val {
	if isVector(i) {
		return b.iadd(i, row)
	}
	return b.Add(row, i)
}

// blockLoop writes the loop over blocks of W iterations, with the sums of what they give.
func (b *builder) blockLoop(n, blocks val, s *series, iteration func(i val) []val) []val {
	count := make([]constant.Constant, b.lanes.width)
	for k := range count {
		count[k] = ll.Int(k)
	}
	return b.loop(blocks, s.inLanes(b), func(block val, acc []val) []val {
		first := b.Mul(block, ll.Int(b.lanes.width))
		if s.again {
			last := b.Sub(n, ll.Int(b.lanes.width))
			first = b.Choice(b.ICmp(enum.IPredULT, first, last), first, last)
		}
		b.lanes.first, b.lanes.sums = first, slices.Clone(acc)
		i := b.Add(b.splat(first), constant.NewVector(b.vectorOf(types.I64), count...))
		b.lanes.from[i] = consecutive{first: first}
		b.index(i, n)
		next := b.addLanesUp(s, acc, iteration(i))
		b.addRows()
		return next
	})
}

// tryInLanes writes a loop in lanes into the void; nil if it cannot be written so.
func (b *builder) tryInLanes(write func()) (l *lanes) {
	saved, mark, allocas := *b, b.mark(), len(b.Entry.Insts)
	l = newLanes(b.laneWidth())
	l.trial = true
	defer func() {
		b.undo(mark)
		*b = saved
		b.Entry.Insts = b.Entry.Insts[:allocas]
		switch r := recover().(type) {
		case nil:
		case laneError:
			l = nil
		default:
			panic(r)
		}
	}()
	b.trial, b.lanes, b.Func, b.Names = &trial{}, l, ir.NewFunc("trial", b.Func.Sig.RetType), proc.NewNames()
	b.Use(b.Block("trial"))
	write()
	if len(l.single) > 0 && !l.nests && !b.limits.everywhere {
		b.noLanes("no loop in an iteration runs in lanes")
	}
	if len(l.rows) > 0 && !l.nests && !l.across {
		b.noLanes("every loop in an iteration runs over rows, for which LLVM has vectors")
	}
	return l
}

// fillsInLanes says that buffers are filled by iterations that run in lanes.
func (b *builder) fillsInLanes(buffers []val) bool {
	return b.lanes != nil && len(buffers) > 0 && b.lanes.fills[buffers[0]]
}

// fill sets an element in each lane. Nothing looks at what was there.
func (b *builder) fill(a *proc.ArrayType, buffers, dims, idx, x []val) (old []val) {
	row, at := b.element(buffers, dims, idx)
	if !isVector(at) {
		b.noLanes("all lanes set the same element")
	}
	for k, p := range row {
		b.fillLanes(x[k], p, at)
	}
	for _, l := range b.Leaves(a.Elem) {
		old = append(old, l.Undef())
	}
	return old
}

// fillLanes writes to a buffer from outside, lane by lane in the order of the
// iterations, or at once where the elements are next to each other.
func (b *builder) fillLanes(v, p, index val) {
	elem := p.Type().(*types.PointerType).ElemType
	c, even := b.lanes.from[index]
	if even && c.step() == 1 && b.lanes.mask == nil && !elem.Equal(types.I8) {
		t := b.vectorOf(elem)
		b.Cur.NewStore(b.splat(v), b.Cur.NewBitCast(b.gep(p, c.first), types.NewPointer(t))).Align = 8
		b.Size += 2
		return
	}
	for k := range b.lanes.width {
		cell, x := b.gep(p, b.lane(index, k)), b.lane(v, k)
		if elem.Equal(types.I8) {
			x = b.Cur.NewZExt(x, types.I8)
		}
		if m := b.lanes.mask; m != nil {
			x = b.Choice(b.lane(m, k), x, b.Cur.NewLoad(elem, cell))
		}
		b.Cur.NewStore(x, cell)
		b.Size += 2
	}
}
