package llvm

import (
	"slices"

	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// sumInLanes writes sum{body} or adds{body} in lanes where there are enough iterations, and
// the iterations that remain one after the other. It does nothing where that does not pay.
//
//	acc, i = start, 0
//	if n ≥ W and all checks hold:  acc, i = the first n div W blocks in lanes
//	acc = acc + Σ over i ≤ j < n of f(j)
func (b *builder) sumInLanes(loop looper, n val, body proc.Func, zone []*ref, s *series) ([]val, bool) {
	node := b.nodes[body]
	if !b.worthLanes(node, s) {
		return nil, false
	}
	b.checkCount(n)
	trial := b.tryLanes(n, node, zone, s)
	if trial == nil {
		return nil, false
	}
	ok := b.guardLanes(trial, n)
	b.alone = true // what remains is too little for lanes inside
	defer func() { b.alone = false }()
	blocks := func(l *lanes, copies bool) func() []val {
		return func() []val { return b.blocksOfSum(n, node, zone, s, l, copies) }
	}
	single := func() []val {
		if few := b.fewElements(n, zone, trial.shared, maxCopied); few != nil {
			return b.either(few, blocks(trial, true), blocks(trial, false))
		}
		return blocks(trial, true)()
	}
	begin := b.either(ok, func() []val {
		two := b.interleaved(trial, node)
		if two == nil || s.ordered {
			return single()
		}
		enough := b.enough(n, two, manyBlocks)
		if few := b.fewElements(n, zone, trial.shared, maxCopied/4); few != nil {
			enough = b.Cur.NewAnd(enough, few)
		}
		return b.either(enough, blocks(two, true), single)
	}, func() []val { return append(slices.Clone(s.start), ll.Int(0)) })
	acc, at := begin[:len(s.leaves)], begin[len(s.leaves)]
	return loop(b.Sub(n, at), acc, func(k val, acc []val) []val {
		i := b.Add(at, k)
		b.index(i, n)
		return b.addUp(s, acc, s.term(i))
	}), true
}

// blocksOfSum writes the iterations that fill blocks of W, and gives how many they
// are beside the sums. Each lane may have copies of accumulators.
func (b *builder) blocksOfSum(n val, node *node, zone []*ref, s *series, trial *lanes, copies bool) []val {
	return b.blocksInLanes(n, s, trial, func(blocks val) []val {
		own, back := b.ownAccumulators(zone, trial.shared, copies)
		acc := b.writeLanes(n, blocks, node, own, s)
		b.freeRows()
		b.freeLaneBuffers()
		acc = b.total(s, acc)
		back()
		return acc
	})
}

// worthLanes says that a sum of a body may be written in lanes: there are loops
// inside, or else places or an order that LLVM has no vectors for, and it is not too long.
func (b *builder) worthLanes(body *node, s *series) bool {
	return b.mayLanes(body) && (body.loops || b.limits.everywhere || (b.effortOf(body).strays() || s.ordered) && b.effortOf(body).pays())
}

// mayLanes says that lanes are free for a loop, and that it is not too long.
func (b *builder) mayLanes(body *node) bool {
	return !b.without(optim.Lanes) && b.laneWidth() > 1 && b.lanes == nil && !b.alone && b.outliner == nil && b.trial == nil && body != nil && !b.prints(body.def.Name) &&
		b.written <= b.limits.tuned && b.laneCode(body) <= b.limits.lanes
}

// laneWidth is the number of Reals in the widest vectors; 0 if there are none.
func (m *emitter) laneWidth() int {
	w := 0
	for _, v := range m.opts.Vector.Variants {
		w = max(w, v.Lanes)
	}
	return w
}

func newLanes(width int) *lanes {
	return &lanes{width: width, from: map[val]consecutive{}, shared: map[*ref]bool{}, made: map[val]bool{}, single: map[*ref]bool{}, fills: map[val]bool{}, runs: map[val]maskedRun{}}
}

// laneCode is roughly how many instructions a definition becomes with all
// that it calls written inline.
func (m *emitter) laneCode(n *node) int {
	if n.inlined > 0 {
		return n.inlined
	}
	w := n.code.All
	n.def.Body.Walk(func(s proc.Stmt) {
		c, ok := s.(*proc.Call)
		if !ok || w > m.limits.lanes {
			return
		}
		callee := m.nodes[bodyOf(c.Func)]
		if callee == nil || callee.inline {
			return // it is in the code, or has none
		}
		if _, _, loop := c.Func.Loop(); loop || !callee.always {
			w += m.laneCode(callee)
		}
	})
	n.inlined = max(w, 1)
	return n.inlined
}

// writeLanes writes the loop over blocks of W iterations.
func (b *builder) writeLanes(n, blocks val, body *node, zone []*ref, s *series) []val {
	b.lanes.adds = adds(zone)
	return b.blockLoop(n, blocks, s, func(i val) []val {
		at := &ref{mode: proc.Shared, typ: proc.Int, vals: []val{i}}
		return b.inline(body.def, append([]*ref{at}, zone...), nil)
	})
}

// tryLanes writes a loop in lanes into the void; nil if it cannot be written so.
func (b *builder) tryLanes(n val, body *node, zone []*ref, s *series) *lanes {
	return b.tryInLanes(func() {
		b.writeLanes(n, b.Cur.NewUDiv(n, ll.Int(b.lanes.width)), body, zone, s)
		b.addsInLanes(zone)
	})
}

// addsInLanes demands that the iterations may add to the accumulators of a zone as they do.
func (b *builder) addsInLanes(zone []*ref) {
	for _, r := range zone {
		if b.lanes.doubt && r.mode == proc.Accumulator {
			b.noLanes("some iterations may count twice")
		}
		if b.lanes.shared[r] && slices.ContainsFunc(b.Leaves(element(r.typ)), func(l abi.Leaf) bool { return l != abi.RealLeaf }) {
			b.noLanes("an accumulator has sums in it")
		}
		if b.lanes.shared[r] && b.lanes.single[r] {
			b.noLanes("an accumulator has copies, and lanes that use it one after the other")
		}
	}
}

// element is the type of what is in an array, and any other type itself.
func element(t proc.Type) proc.Type {
	if a, ok := t.(*proc.ArrayType); ok {
		return a.Elem
	}
	return t
}

// An accumulator of at most maxOwn elements for each iteration has W copies, for then
// they cost no more than the iterations, and of at most maxCopied in all, for then
// they stay near the processor.
const (
	maxOwn    = 16
	maxCopied = 1 << 14
)

// fewElements is the condition under which all accumulators have copies, of at most most elements; nil if
// they are scalars.
func (b *builder) fewElements(n val, zone []*ref, shared map[*ref]bool, most int) (all val) {
	for _, r := range zone {
		if !shared[r] || r.array() == nil {
			continue
		}
		count := b.Product(b.dims(r))
		few := b.Cur.NewAnd(b.ICmp(enum.IPredULE, count, b.Cur.NewMul(n, ll.Int(maxOwn))), b.ICmp(enum.IPredULE, count, ll.Int(most)))
		if all == nil {
			all = few
		} else {
			all = b.Cur.NewAnd(all, few)
		}
	}
	return all
}

// guardLanes is the condition for running in lanes: there are W iterations, the
// checks hold in all of them.
func (b *builder) guardLanes(l *lanes, n val) val {
	type condition struct {
		p    enum.IPred
		x, y val
	}
	known := map[condition]bool{}
	var all val
	require := func(p enum.IPred, x, y val) {
		if c := (condition{p, x, y}); !known[c] {
			known[c] = true
			if cond := b.ICmp(p, x, y); all == nil {
				all = cond
			} else {
				all = b.Cur.NewAnd(all, cond)
			}
		}
	}
	require(enum.IPredULE, ll.Int(l.width), n)
	for _, c := range l.checks {
		// 0 ≤ more, and n iterations are as far as the limit allows
		if c.base == nil && c.plus == 0 {
			require(enum.IPredULE, n, c.n)
			continue
		}
		more := val(ll.Int(c.plus))
		if c.base != nil {
			more = b.Cur.NewAdd(c.base, more)
		}
		require(enum.IPredULE, more, c.n)
		require(enum.IPredULE, n, b.Cur.NewSub(c.n, more))
	}
	for _, iterations := range l.short {
		require(enum.IPredULE, iterations, ll.Int(maxAlong))
	}
	for _, k := range l.inside {
		require(enum.IPredULT, k.i, k.n)
	}
	for _, d := range l.some {
		require(enum.IPredULE, ll.Int(1), d)
	}
	for _, e := range l.equal {
		require(enum.IPredEQ, e[0], e[1])
	}
	return all
}

// ownAccumulators gives each lane a copy of the accumulators to which all lanes
// add at the same place: of scalars, and of arrays if copies says so; back adds
// what is in the copies to the accumulators.
func (b *builder) ownAccumulators(zone []*ref, shared map[*ref]bool, copies bool) (own []*ref, back func()) {
	own = append(own, zone...)
	var last []func()
	for k, r := range own {
		switch {
		case !shared[r]:
		case r.array() == nil:
			cells := make([]val, len(r.vals))
			for j, c := range r.vals {
				cell := b.Alloca(b.typeIn(abi.RealLeaf), 1)
				b.Cur.NewStore(b.splat(real(0)), cell)
				cells[j] = cell
				last = append(last, func() { b.addLanesAt(r, c, ll.Int(0), b.load(cell, ll.Int(0))) })
			}
			own[k] = &ref{mode: r.mode, typ: r.typ, vals: cells}
		case copies:
			buffers, dims := b.split(r.array(), r.vals)
			count := b.Product(dims)
			vals := make([]val, len(buffers))
			for j, p := range buffers {
				vals[j] = b.blankBuffer(count, abi.RealLeaf)
				last = append(last, func() {
					b.call(rowsFunc(b.Runtime, b, "pc_add_lanes"), b.Cur.NewBitCast(vals[j], abi.RealPtr), p, count, ll.Int(b.lanes.width))
					b.release(vals[j])
				})
			}
			own[k] = &ref{mode: r.mode, typ: r.typ, vals: append(vals[:len(vals):len(vals)], dims...)}
		}
	}
	return own, func() {
		for _, f := range last {
			f()
		}
	}
}
