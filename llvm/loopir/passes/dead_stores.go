package passes

import (
	"maps"
	"slices"

	"procad/llvm/loopir"
)

// deadStores leaves out what fills an array before a loop that sets all of its elements, and what fills it with zeros before a loop
// that adds to each element once at first:
//
//	clear b, n; …; for i < n { …; accum v[i] += x; … }
//	   ↦
//	…; for i < n { …; y = add x, 0.0; store v[i] = y; … }
//
// where v is b with n elements. So x = -0 still gives 0. Nothing between uses b, which is allocated in the function. What fills is a
// clear, or a loop that does nothing else.
//
// What the last loop sets in a buffer is left out too, if nobody reads it (dead_ends.go). A buffer that a call from outside gives, and
// that is only read then, is lent (lend.go).
func deadStores(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		roots := rootsOf(f)
		if len(roots) == 0 {
			continue
		}
		f.Renumber() // forms are in the order of IDs
		d := &filler{walker: newWalker(f), roots: roots}
		d.before = d.visit
		d.block(f.Body)
		if d.done {
			f.Drop()
			f.Renumber()
		}
	}
	lend(p)
}

// rootsOf finds the buffer that a view or a row is of. It is one that the function allocates, or is given as its own, and that has no
// other name: neither it nor a view or a row of it is selected from several, and no block yields one but that in which it is made.
func rootsOf(f *loopir.Func) map[val]val {
	roots, named, others := map[val]val{}, map[val]bool{}, map[val]bool{} // others: roots of which a part has another name
	f.Body.Blocks(func(b *loopir.Block) {
		for _, v := range b.Yield {
			named[v] = named[v] || b.In != nil && !slices.Contains(b.Ops, v.Def)
		}
		for _, op := range b.Ops {
			if op.Kind == loopir.Select {
				for _, v := range op.Args {
					named[v] = true
				}
			}
		}
	})
	for k, v := range f.Body.Params {
		if f.Modes[k] == loopir.Owned && v.Type.Form == loopir.Buffer && !named[v] {
			roots[v] = v
		}
	}
	f.Body.Walk(func(op *loopir.Op) {
		switch op.Kind {
		case loopir.Alloc:
			if v := op.Outs[0]; !named[v] {
				roots[v] = v
			}
		case loopir.View, loopir.Row:
			if root := roots[op.Args[0]]; root != nil {
				roots[op.Outs[0]] = root
				others[root] = others[root] || named[op.Outs[0]]
			}
		}
	})
	maps.DeleteFunc(roots, func(_, root val) bool { return others[root] })
	return roots
}

// A filler goes through a function.
type filler struct {
	*walker
	roots map[val]val
	done  bool
}

func (d *filler) visit(b block, at int, op *loopir.Op) (moved int) {
	switch op.Kind {
	case loopir.Release:
		d.ends(b, at, op)
	case loopir.For:
		return d.begins(b, at, op)
	}
	return 0
}

// begins leaves out what fills the buffers that a loop then sets.
func (d *filler) begins(b block, at int, loop *loopir.Op) (moved int) {
	var roots []val
	loop.AllUses(func(v val) {
		if root := d.roots[v]; root != nil && !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	})
	for _, root := range roots {
		before := at + moved - 1
		for before >= 0 && !d.touches(b.Ops[before], root) {
			before--
		}
		if before < 0 {
			continue
		}
		fills, zeros := d.fills(b.Ops[before], root)
		if !fills {
			continue
		}
		first, ok := d.covers(loop, root)
		if !ok || !zeros && slices.ContainsFunc(first, func(op *loopir.Op) bool { return op.Kind == loopir.Accum }) {
			continue
		}
		for _, op := range first {
			d.set(loop, op)
		}
		b.Ops = slices.Delete(b.Ops, before, before+1)
		d.done = true
		moved--
	}
	return moved
}

// fills says that an operation fills a buffer, and does nothing else, and whether all of it is zeros then.
func (d *filler) fills(op *loopir.Op, root val) (fills, zeros bool) {
	if op.Kind == loopir.Clear && op.Args[0] == root {
		return true, root.Def != nil && d.sameProduct(op.Args[1:], root.Def.Args)
	}
	if op.Kind != loopir.For || len(op.Outs) > 0 {
		return false, false
	}
	fills, zeros = true, true
	op.Sub[0].Walk(func(inner *loopir.Op) {
		switch {
		case inner.Kind == loopir.Store:
			fills = fills && d.roots[inner.Args[0]] == root
			bits, known := inner.Args[len(inner.Args)-1].IsConst()
			zeros = zeros && known && bits == 0
		case inner.Kind == loopir.Check:
			fills = fills && !open(inner)
		case inner.Kind == loopir.Load:
			fills = fills && d.roots[inner.Args[0]] != root
		case inner.Kind != loopir.For && !inner.Kind.Pure():
			fills = false
		}
	})
	if !fills || !zeros {
		return fills, false
	}
	_, zeros = d.covers(op, root)
	return true, zeros
}

// touches says that an operation uses a buffer, or a view of it, but to make views.
func (d *filler) touches(op *loopir.Op, root val) bool {
	if op.Kind == loopir.View || op.Kind == loopir.Row {
		return false
	}
	found := false
	op.AllUses(func(v val) { found = found || d.roots[v] == root })
	return found
}

// covers says that a loop sets each element of a buffer, or adds to it, before it does anything else with it. first are the
// operations that do so.
func (d *filler) covers(loop *loopir.Op, root val) (first []*loopir.Op, ok bool) {
	if loop.Kind != loopir.For {
		return nil, false
	}
	c := &cover{filler: d, root: root}
	if !c.run(loop, nil) || !c.whole {
		return nil, false
	}
	return c.first, true
}

// A cover is how much of a buffer a loop is known to have set.
type cover struct {
	*filler
	root  val
	at    *loopir.Op   // the first access, whose view and first index all others have
	whole bool         // all elements with this index are set
	rows  map[int]bool // the elements v[i, …] that are set, by their number
	nest  *loopir.Op   // what sets an element in each iteration of the loops around, which still run
	first []*loopir.Op
}

// run goes through a loop inside of others, in order.
func (c *cover) run(loop *loopir.Op, around []*loopir.Op) bool {
	around = append(slices.Clone(around), loop)
	if slices.ContainsFunc(loop.Args[1:], func(v val) bool { return c.roots[v] == c.root }) {
		return false
	}
	for _, op := range loop.Sub[0].Ops {
		switch {
		case op.Kind == loopir.View || op.Kind == loopir.Row || !c.touches(op, c.root):
		case op.Kind == loopir.For:
			if !c.run(op, around) {
				return false
			}
			if len(around) == 1 && c.nest != nil {
				c.nest, c.whole = nil, true
			}
		case op.Kind == loopir.Store, op.Kind == loopir.Accum, op.Kind == loopir.Load:
			if !c.access(op, around) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// access is one to the buffer, by a view from before the loop. Once all elements of an iteration are set, it may do anything with these.
func (c *cover) access(op *loopir.Op, around []*loopir.Op) bool {
	view, at := op.Args[0].Def, op.Indices()
	if !c.scope[op.Args[0]] || op.Mask != nil || view == nil || view.Kind != loopir.View || view.Args[0] != c.root {
		return false
	}
	if c.at == nil {
		c.at = op
		dims, loop := view.Args[1:], around[0]
		if c.root.Def == nil || loop.From != nil || !c.eachOnce(at[0], loop) || !c.sameProduct(c.root.Def.Args, dims) || !c.same(loop.Args[0], dims[0]) {
			return false
		}
	}
	if op.Args[0] != c.at.Args[0] || at[0] != c.at.Indices()[0] {
		return false
	}
	switch {
	case c.whole:
		return true
	case c.nest != nil: // the loops come to other elements later
		return slices.Equal(at, c.nest.Indices())
	case op.Kind == loopir.Load:
		return false
	}
	if len(around) > 1 {
		return c.nested(op, around[1:])
	}
	return c.single(op)
}

// eachOnce says that an index is each number below n once in a loop of n iterations: it counts from 0 up, or from n - 1 down, a number
// from before the loop.
func (d *filler) eachOnce(v val, loop *loopir.Op) bool {
	if v == loop.Sub[0].Params[0] {
		return true
	}
	return v.Def != nil && countsDown(v.Def, loop) && (v.Def.Args[0].Origin == loopir.Constant || d.scope[v.Def.Args[0]])
}

// nested is an access by the indices of loops, one for each dimension.
func (c *cover) nested(op *loopir.Op, loops []*loopir.Op) bool {
	dims := op.Args[0].Def.Args[1:]
	if len(c.rows) > 0 || len(loops) != len(dims)-1 {
		return false
	}
	for k, l := range loops {
		if l.From != nil || !c.same(l.Args[0], dims[1+k]) || !c.eachOnce(op.Indices()[1+k], l) {
			return false
		}
	}
	c.first, c.nest = append(c.first, op), op
	return true
}

// mostSet is how many elements there may be that have the index of the loop first, where they are set one by one.
const mostSet = 64

// single is an access to v[i, 2, …], by numbers.
func (c *cover) single(op *loopir.Op) bool {
	number, all := 0, 1
	for k, n := range op.Args[0].Def.Args[2:] {
		size, known := n.IsConst()
		at, too := op.Indices()[1+k].IsConst()
		if !known || !too || size > mostSet || at >= size {
			return false
		}
		number, all = number*int(size)+int(at), all*int(size)
		if all > mostSet {
			return false
		}
	}
	if c.rows[number] {
		return true
	}
	if c.rows == nil {
		c.rows = map[int]bool{}
	}
	c.rows[number] = true
	c.first, c.whole = append(c.first, op), len(c.rows) == all
	return true
}

// set makes an addition to an element that is 0 one that sets it.
func (d *filler) set(loop, op *loopir.Op) {
	if op.Kind != loopir.Accum {
		return
	}
	loop.Sub[0].Blocks(func(b *loopir.Block) {
		at := slices.Index(b.Ops, op)
		if at < 0 {
			return
		}
		last := len(op.Args) - 1
		w := &builder{f: d.f}
		op.Args[last] = w.make(loopir.Add, op.Args[last].Type, op.Args[last], d.f.Const(op.Args[last].Type, 0))
		op.Kind = loopir.Store
		insert(b, at, w.ops)
	})
}

// zero says that a form is known to be 0.
func (d *filler) zero(f form) bool {
	c, known := f.constant()
	return known && c == 0 || d.proves(f) && d.proves(number(0).minus(f))
}

func (d *filler) same(x, y val) bool { return d.zero(d.of(x).minus(d.of(y))) }

// sameProduct says that two lists of Ints have the same product: the same factors, but for one that is known to be a number.
func (d *filler) sameProduct(xs, ys []val) bool {
	n, fs := factors(xs)
	m, gs := factors(ys)
	fs = slices.DeleteFunc(fs, func(x val) bool {
		k := slices.IndexFunc(gs, func(y val) bool { return d.same(x, y) })
		if k >= 0 {
			gs = slices.Delete(gs, k, k+1)
		}
		return k >= 0
	})
	if len(fs) < len(gs) {
		n, fs, m, gs = m, gs, n, fs
	}
	if len(fs) == 1 && n != 0 && m%n == 0 && d.zero(d.of(fs[0]).add(-m/n)) {
		n, fs = m, nil
	}
	return n == m && len(fs)+len(gs) == 0
}

// factors are those of a product: a number, and values.
func factors(list []val) (n int64, fs []val) {
	n = 1
	for _, v := range list {
		switch bits, known := v.IsConst(); {
		case known:
			n *= int64(bits)
		case v.Def != nil && v.Def.Kind == loopir.Mul && v.Type == loopir.IntType:
			m, more := factors(v.Def.Args)
			n, fs = n*m, append(fs, more...)
		default:
			fs = append(fs, v)
		}
	}
	return n, fs
}
