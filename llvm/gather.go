package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/optim"
	"procad/proc"
)

// What every turn of a loop adds to one place is added up in a register. Where
// it went to memory, each turn would wait for the one before.
//
//	in every turn,  s[c] += x    ↦    cell += x;       after the loop  s[c] += cell

// A gathering is a loop, and what its turns add to places that are the same in all.
type gathering struct {
	pre    *ir.Block // what is before it
	lo, hi val       // it runs the turns lo ≤ i < hi
	cases  int       // in how many branches of it the code stands
	places []*place
	outer  *gathering
}

// A place is an element of an accumulator, or one that is a scalar, which has no indices.
type place struct {
	key   []val
	cells []val
	add   func()
}

// beginGathering is called before a loop, and end after it.
func (b *builder) beginGathering(lo, hi val) (end func()) {
	if b.lanes != nil || b.cuts != nil || b.opts.Strict || b.without(optim.Reorder) || b.without(optim.Gather) {
		return func() {}
	}
	g := &gathering{pre: b.cur, lo: lo, hi: hi, outer: b.gathering}
	b.gathering = g
	return func() {
		b.gathering = g.outer
		for _, p := range g.places {
			p.add()
		}
	}
}

// addAfter adds to a place after the loop at hand; false where not every turn adds
// to it, or where that is not known.
func (b *builder) addAfter(r *ref, elem proc.Type, buffers, dims, idx, x []val) bool {
	g := b.gathering
	if g == nil || g.cases > 0 || r.whole().home == g {
		return false
	}
	if slices.ContainsFunc(b.leavesOf(elem), func(l leaf) bool { return l != realLeaf }) {
		return false
	}
	key := slices.Concat(buffers, idx)
	for _, v := range slices.Concat(key, dims) {
		if b.since(g.pre, v) {
			return false
		}
	}
	at := slices.IndexFunc(g.places, func(p *place) bool { return slices.Equal(p.key, key) })
	if at < 0 {
		at = len(g.places)
		g.places = append(g.places, b.newPlace(g, r, elem, buffers, dims, key, len(buffers)))
	}
	for k, cell := range g.places[at].cells {
		b.cur.NewStore(b.accumulate(b.cur.NewLoad(realLeaf.llType(), cell), x[k]), cell)
		b.size += 2
	}
	return true
}

// newPlace makes cells for a place. If there is no turn, the element need not exist.
func (b *builder) newPlace(g *gathering, r *ref, elem proc.Type, buffers, dims, key []val, leaves int) *place {
	p := &place{key: key}
	for range leaves {
		cell := b.alloca(realLeaf.llType(), 1)
		b.inBlock(g.pre, func() { b.cur.NewStore(real(0), cell) })
		p.cells = append(p.cells, cell)
	}
	idx := key[leaves:]
	p.add = func() {
		add := func() {
			x := make([]val, leaves)
			for k, cell := range p.cells {
				x[k] = b.cur.NewLoad(realLeaf.llType(), cell)
			}
			switch {
			case b.addAfter(r, elem, buffers, dims, idx, x):
			case len(idx) == 0:
				b.addToScalar(r, x)
			default:
				row, at := b.element(buffers, dims, idx)
				b.addAt(r.whole(), elem, row, at, x)
			}
		}
		exists := true
		for k, i := range idx {
			exists = exists && b.isBelow(i, dims[k])
		}
		if exists {
			add()
			return
		}
		b.when(b.icmp(enum.IPredNE, g.lo, g.hi), func() {
			mark := b.mark()
			for k, i := range idx {
				b.below(i, dims[k]) // as a turn has checked
			}
			leave := b.enterBranch()
			add()
			leave()
			b.undo(mark)
		})
	}
	return p
}

// since says that a value is made after a block of the function.
func (b *builder) since(block *ir.Block, v val) bool {
	inst, ok := v.(ir.Instruction)
	if !ok {
		return false
	}
	blocks := b.fn.Blocks[slices.Index(b.fn.Blocks, block)+1:]
	return slices.ContainsFunc(blocks, func(c *ir.Block) bool { return slices.Contains(c.Insts, inst) })
}

// enterBranch notes that the code that follows runs in some turns only.
func (b *builder) enterBranch() (leave func()) {
	if b.lanes != nil {
		return b.enterCase()
	}
	g := b.gathering
	if g == nil {
		return func() {}
	}
	g.cases++
	return func() { g.cases-- }
}

// gathers says that a definition is called in the turn of a loop only, and adds
// to accumulators: where it is written there, the loop can gather what it adds.
func (b *builder) gathers(n *node) bool {
	return b.gathering != nil && n.always && n.calls+n.turns == 1 &&
		slices.ContainsFunc(n.def.Zone, func(r proc.Ref) bool { return r.Mode == proc.Accumulator })
}
