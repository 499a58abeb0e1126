package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// What every iteration of a loop adds to one place is added up in a register. Where
// it went to memory, each iteration would wait for the one before.
//
//	in every iteration,  s[c] += x    ↦    cell += x;       after the loop  s[c] += cell
//
// A loop of few iterations inside stands for as many adds: r < 3 adds s[c, r] += x in
// every iteration of the loop around it.

// A promotion is a loop, and what its iterations add to places that are the same in all.
type promotion struct {
	pre    *ir.Block // what is before it
	lo, hi val       // it runs the iterations lo ≤ i < hi
	index  val       // the number of its iteration
	every  bool      // every iteration of the loop around it runs it
	cases  int       // in how many branches of it the code stands
	places []*place
	outer  *promotion
}

// A place is an element of an accumulator, or one that is a scalar, which has no indices.
type place struct {
	key   []val
	cells []val
	add   func()
}

// beginPromotion begins a loop; nil where nothing is promoted.
func (b *builder) beginPromotion(lo, hi val) *promotion {
	if b.lanes != nil || b.outliner != nil || b.opts.Strict || b.without(optim.Reorder) || b.without(optim.ScalarPromotion) {
		return nil
	}
	g := &promotion{pre: b.Cur, lo: lo, hi: hi, outer: b.promotion}
	g.every = g.outer != nil && g.outer.cases == 0
	b.promotion = g
	return g
}

// forget lets loops promote nothing that they do not promote so far.
func (g *promotion) forget() (back func()) {
	if g == nil {
		return func() {}
	}
	places, outer := g.places, g.outer.forget()
	return func() {
		g.places = places
		outer()
	}
}

// endPromotion adds what was promoted, after the loop.
func (b *builder) endPromotion(g *promotion) {
	if g == nil {
		return
	}
	b.promotion = g.outer
	for _, p := range g.places {
		p.add()
	}
}

// maxRow is how many elements of a row are promoted at most.
const maxRow = 8

// addAfter adds to a place after the loop at hand, or to a row after the loop
// around it; false where not every iteration adds to it, or where that is not known.
func (b *builder) addAfter(r *ref, elem proc.Type, buffers, dims, idx, x []val) bool {
	g := b.promotion
	if g == nil || g.cases > 0 || r.whole().home == g {
		return false
	}
	if slices.ContainsFunc(b.Leaves(elem), func(l abi.Leaf) bool { return l != abi.RealLeaf }) {
		return false
	}
	iterations, few := g.hi.(ll.Int)
	var at val = ll.Int(0)
	if last := len(idx) - 1; last >= 0 && idx[last] == g.index && few && 0 < iterations && iterations <= maxRow && g.lo == ll.Int(0) &&
		g.every && r.whole().home != g.outer {
		g, idx, at = g.outer, idx[:last], idx[last]
	} else {
		iterations = 1
	}
	for _, v := range slices.Concat(buffers, idx, dims) {
		if b.since(g.pre, v) {
			return false
		}
	}
	key := append(slices.Concat(buffers, idx), iterations)
	k := slices.IndexFunc(g.places, func(p *place) bool { return slices.Equal(p.key, key) })
	if k < 0 {
		k = len(g.places)
		g.places = append(g.places, b.newPlace(g, r, elem, buffers, dims, idx, int(iterations), at != ll.Int(0)))
		g.places[k].key = key
	}
	for k, cells := range g.places[k].cells {
		cell := b.gep(cells, at)
		b.Cur.NewStore(b.accumulate(b.Cur.NewLoad(abi.RealLeaf.Type(), cell), x[k]), cell)
		b.Size += 2
	}
	return true
}

// newPlace makes cells for an element or for a row of some. If there is no iteration,
// the element need not exist; an iteration has checked its indices.
func (b *builder) newPlace(g *promotion, r *ref, elem proc.Type, buffers, dims, idx []val, length int, row bool) *place {
	p := &place{}
	for range buffers {
		cells := b.Alloca(abi.RealLeaf.Type(), length)
		b.inBlock(g.pre, func() {
			for i := range length {
				b.Cur.NewStore(real(0), b.gep(cells, ll.Int(i)))
			}
		})
		p.cells = append(p.cells, cells)
	}
	p.add = func() {
		if !row {
			b.addPlace(g, r, elem, buffers, dims, idx, p.cells, 0)
			return
		}
		for i := range length {
			b.addPlace(g, r, elem, buffers, dims, append(slices.Clone(idx), ll.Int(i)), p.cells, i)
		}
	}
	return p
}

// addPlace adds what cells have to an element, after the loop.
func (b *builder) addPlace(g *promotion, r *ref, elem proc.Type, buffers, dims, idx, cells []val, at int) {
	add := func() {
		x := make([]val, len(cells))
		for k, c := range cells {
			x[k] = b.load(c, ll.Int(at))
		}
		switch {
		case b.addAfter(r, elem, buffers, dims, idx, x):
		case len(idx) == 0:
			b.addToScalar(r, x)
		default:
			row, at := b.elementIn(buffers, dims, idx)
			b.addAt(r.whole(), elem, row, at, x)
		}
	}
	b.ifThere(g.lo, g.hi, idx, dims, add)
}

// ifThere adds to an element after the iterations from lo to hi, which have checked that
// it exists: where that is not known before them, only if there was an iteration.
func (b *builder) ifThere(lo, hi val, idx, dims []val, add func()) {
	exists := true
	for k, i := range idx {
		exists = exists && b.isBelow(i, dims[k])
	}
	if exists {
		add()
		return
	}
	b.when(b.ICmp(enum.IPredNE, lo, hi), func() {
		mark := b.mark()
		for k, i := range idx {
			b.below(i, dims[k]) // as an iteration has checked
		}
		leave := b.enterBranch()
		add()
		leave()
		b.undo(mark)
	})
}

// since says that a value is made after a block of the function.
func (b *builder) since(block *ir.Block, v val) bool {
	inst, ok := v.(ir.Instruction)
	if !ok {
		return false
	}
	blocks := block.Parent.Blocks[slices.Index(block.Parent.Blocks, block)+1:]
	if block.Parent != b.Func { // a trial goes on where the function stands
		blocks = slices.Concat(blocks, b.Func.Blocks)
	}
	return slices.ContainsFunc(blocks, func(c *ir.Block) bool { return slices.Contains(c.Insts, inst) })
}

// enterBranch notes that the code that follows runs in some iterations only.
func (b *builder) enterBranch() (leave func()) {
	if b.lanes != nil {
		return b.enterCase()
	}
	g := b.promotion
	if g == nil {
		return func() {}
	}
	g.cases++
	return func() { g.cases-- }
}

// promotes says that a definition is called in the iteration of a loop only, and adds
// to accumulators: where it is written there, the loop can promote what it adds.
func (b *builder) promotes(n *node) bool {
	return b.promotion != nil && n.always && n.calls+n.iterations == 1 &&
		n.def.Sig().Accumulates()
}
