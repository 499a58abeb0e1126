package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// The lanes of x[i, r], where i counts the iterations that run in lanes, lie a whole
// row apart. So the W rows of a block are copied once, turned round, and what is
// added to such elements is gathered in a copy too:
//
//	to[r][k] = x[i + k, r]        x[i + k, r] += to[r][k] at the end of the block
//
// A copy takes as long as a loop over r. It is made when such a loop begins, if
// it was not yet made in this block.

// A laneLoop is a loop in an iteration that runs in lanes.
type laneLoop struct {
	commutes   bool
	index      val // the number of its iteration
	down       val // that of the iteration as many from the last; nil if there is none
	lo, hi     val // it runs the iterations lo ≤ i < hi of iterations
	iterations val
	cases      int         // in how many branches of it the code stands
	masked     int         // how many of these all lanes run
	sums       []*laneSum  // what is added after it
	pre, head  *ir.Block   // what is before it, and where it begins
	names      *proc.Names // of the function that has both
}

// over is the loop that runs over whole rows of a length, in which an index is
// that of the loop or of one with no more iterations. If it is not known that it has
// as many iterations, that is to be checked before the loop in lanes.
func (b *builder) over(index, length val) *laneLoop {
	l := b.lanes
	for _, o := range l.loops {
		if b.rep(o.iterations) == b.rep(length) {
			return o
		}
	}
	for {
		k := slices.IndexFunc(l.loops, func(o *laneLoop) bool { return o.index == index })
		if k < 0 {
			return nil
		}
		if index = l.loops[k].iterations; b.before(index) {
			if !l.trial {
				return nil // what is equal is known from the trial
			}
			l.equal = append(l.equal, [2]val{index, length})
			b.agree(index, length)
			return l.loops[k]
		}
	}
}

// A rowKey is a buffer and the length of its rows.
type rowKey struct{ p, length val }

// A laneRow is a copy of W rows of a buffer.
type laneRow struct {
	rowKey
	copy val
	made val // the cell with the first iteration of the block in which the copy was made
	sum  bool
	at   map[*ir.Block]bool // before which loops it is made
}

// rowOf finds or makes the copy of the rows in which element idx of a buffer is,
// and the place in it; nil where that does not pay. A sum is for adding.
func (b *builder) rowOf(p val, dims, idx []val, sum bool) (*laneRow, val) {
	l := b.lanes
	if b.without(optim.LaneTiles) || len(idx) != 2 || isVector(idx[1]) || l.from[idx[0]] != (consecutive{first: l.first}) || l.first == nil || b.inLanes(p) ||
		!p.Type().Equal(abi.RealPtr) || len(l.loops) == 0 {
		return nil, nil
	}
	if !b.before(p) || !b.before(dims[1]) {
		return nil, nil
	}
	over := b.over(idx[1], dims[1])
	if over == nil {
		return nil, nil
	}
	key := rowKey{p, b.rep(dims[1])}
	i := slices.IndexFunc(l.rows, func(r *laneRow) bool { return r.rowKey == key && r.sum == sum })
	if i < 0 {
		i = len(l.rows)
		l.rows = append(l.rows, b.newRow(key, sum))
	}
	b.makeRow(l.rows[i], over)
	return l.rows[i], idx[1]
}

// readRows reads an element from copies of rows; nil where that does not pay.
func (b *builder) readRows(buffers, dims, idx []val) []val {
	if b.lanes.mask != nil {
		return nil // a row may be missing that only a lane of no iteration reads
	}
	out := make([]val, len(buffers))
	b.checkIndices(idx, dims)
	for i, p := range buffers {
		r, at := b.rowOf(p, dims, idx, false)
		if r == nil {
			return nil
		}
		out[i] = b.load(r.copy, at)
	}
	return out
}

// addToRows adds to an element of an accumulator from outside in a copy; false
// where that does not pay.
func (b *builder) addToRows(r *ref, buffers, dims, idx, x []val) bool {
	if b.lanes.mask != nil || len(buffers) != 1 || r.array().Elem != proc.Type(proc.Real) {
		return false
	}
	b.checkIndices(idx, dims)
	row, at := b.rowOf(buffers[0], dims, idx, true)
	if row == nil {
		return false
	}
	b.addLanesAt(r.whole(), row.copy, at, x[0])
	return true
}

// before says that a value is there when the loop in lanes begins.
func (b *builder) before(v val) bool {
	inst, ok := v.(ir.Instruction)
	if !ok {
		return true
	}
	within := func(blocks []*ir.Block) bool {
		return slices.ContainsFunc(blocks, func(o *ir.Block) bool { return slices.Contains(o.Insts, inst) })
	}
	top := b.lanes.top
	outer := top.Parent.Blocks
	return !within(outer[slices.Index(outer, top)+1:]) && (b.Func == top.Parent || !within(b.Func.Blocks))
}

// newRow makes room before the loop in lanes.
func (b *builder) newRow(key rowKey, sum bool) *laneRow {
	r := &laneRow{rowKey: key, sum: sum, at: map[*ir.Block]bool{}}
	b.inBlock(b.lanes.top, func() {
		r.copy = b.allocate(key.length, abi.RealLeaf)
		r.made = b.Alloca(types.I64, 1)
		b.Cur.NewStore(ll.Int(-1), r.made)
	})
	return r
}

// inBlock writes at the end of a block that has ended.
func (b *builder) inBlock(block *ir.Block, f func()) {
	cur := b.Cur
	b.Cur = block
	f()
	b.Cur = cur
}

// makeRow makes the copy before a loop begins, unless it is there.
//
//	pre:   br made = first, ready, make
//	make:  …; made = first; br ready
//	ready: br head
func (b *builder) makeRow(r *laneRow, o *laneLoop) {
	if r.at[o.head] {
		return
	}
	r.at[o.head] = true
	fn := o.pre.Parent
	// A loop inside may be written for trial, with names of its own.
	fill, ready := ir.NewBlock(o.names.Fresh("make")), ir.NewBlock(o.names.Fresh("ready"))
	fill.Parent, ready.Parent = fn, fn
	at := slices.Index(fn.Blocks, o.pre) + 1
	fn.Blocks = slices.Insert(fn.Blocks, at, fill, ready)
	b.inBlock(o.pre, func() {
		made := b.Cur.NewLoad(types.I64, r.made)
		b.branch(b.ICmp(enum.IPredEQ, made, b.lanes.first), ready, fill)
	})
	b.inBlock(fill, func() {
		if r.sum {
			b.clear(r.copy, r.length, abi.RealLeaf)
		} else {
			b.call(rowsFunc(b.Runtime, b, "pc_rows"), b.rowArgs(r)...)
		}
		b.Cur.NewStore(b.lanes.first, r.made)
		b.Jump(ready)
	})
	b.inBlock(ready, func() { b.Jump(o.head) })
	for _, inst := range o.head.Insts {
		if phi, ok := inst.(*ir.InstPhi); ok {
			for _, in := range phi.Incs {
				if in.Pred == o.pre {
					in.Pred = ready
				}
			}
		}
	}
	o.pre = ready
}

// rowArgs are the arguments for the functions of the runtime that copy rows.
func (b *builder) rowArgs(r *laneRow) []val {
	cells := b.Cur.NewBitCast(r.copy, abi.RealPtr)
	return []val{cells, b.gep(r.p, b.Mul(b.lanes.first, r.length)), r.length, ll.Int(b.lanes.width)}
}

// addRows adds what was gathered in a block.
func (b *builder) addRows() {
	for _, r := range b.lanes.rows {
		if r.sum {
			b.when(b.ICmp(enum.IPredEQ, b.Cur.NewLoad(types.I64, r.made), b.lanes.first), func() {
				b.call(rowsFunc(b.Runtime, b, "pc_add_rows"), b.rowArgs(r)...)
			})
		}
	}
}

// freeRows frees the copies after the loop.
func (b *builder) freeRows() {
	for _, r := range b.lanes.rows {
		b.release(r.copy)
	}
}

// rows declares a function of the runtime that copies rows.
func rowsFunc(r *module.Runtime, b *builder, name string) *ir.Func {
	return r.With(name, []ir.FuncAttribute{enum.FuncAttrArgMemOnly, enum.FuncAttrWillReturn}, types.Void, abi.RealPtr, abi.RealPtr, types.I64, types.I64)
}
