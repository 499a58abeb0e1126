package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// ends leaves out what a loop sets, or adds to, in a buffer that is given back behind it, where nobody reads it any more:
//
//	for i < n { …; y = load v[i]; store v[i] = 0.0; … }; release b    ↦    for i < n { …; y = load v[i]; … }; release b
//
// where v is b. Each iteration uses elements of its own.
func (d *filler) ends(b block, at int, release *loopir.Op) {
	root := release.Args[0]
	if d.roots[root] != root {
		return
	}
	last := at - 1
	for last >= 0 && !d.touches(b.Ops[last], root) {
		last--
	}
	if last < 0 || b.Ops[last].Kind != loopir.For {
		return
	}
	loop := b.Ops[last]
	e := &ending{filler: d, root: root, loop: loop}
	if loop.AllUses(func(v val) { e.lost = e.lost || v == root }); e.lost {
		return
	}
	if e.block(loop.Sub[0]); e.lost || len(e.dead) == 0 {
		return
	}
	loop.Sub[0].Blocks(func(b *loopir.Block) {
		b.Ops = slices.DeleteFunc(b.Ops, func(op *loopir.Op) bool { return slices.Contains(e.dead, op) })
	})
	d.done = true
}

// An ending goes through the last loop that uses a buffer, from its end to its beginning.
type ending struct {
	*filler
	root val
	loop *loopir.Op
	at   *loopir.Op   // an access, whose first index all have
	read []*loopir.Op // what reads later
	dead []*loopir.Op
	lost bool // something is done of which nothing is known
}

func (e *ending) block(b block) {
	for _, op := range slices.Backward(b.Ops) {
		switch {
		case op.Kind == loopir.View || op.Kind == loopir.Row || !e.touches(op, e.root):
		case op.Kind == loopir.Load:
			e.access(op)
			e.read = append(e.read, op)
		case op.Kind == loopir.Store, op.Kind == loopir.Accum:
			e.access(op)
			switch needed := slices.ContainsFunc(e.read, func(r *loopir.Op) bool { return mayBeSame(op, r) }); {
			case !needed:
				e.dead = append(e.dead, op)
			case op.Kind == loopir.Accum:
				e.read = append(e.read, op)
			}
		case op.Kind == loopir.For: // its next iteration may read what this one sets
			op.Sub[0].Walk(func(inner *loopir.Op) {
				if (inner.Kind == loopir.Load || inner.Kind == loopir.Accum) && e.roots[inner.Args[0]] == e.root {
					e.read = append(e.read, inner)
				}
			})
			e.block(op.Sub[0])
		case op.Kind == loopir.If:
			later := slices.Clone(e.read)
			e.block(op.Sub[0])
			yes := e.read
			e.read = later
			e.block(op.Sub[1])
			e.read = append(e.read, yes...)
		default:
			e.lost = true
		}
	}
}

// access demands that no two iterations of the loop use the same element.
func (e *ending) access(op *loopir.Op) {
	view, at := op.Args[0].Def, op.Indices()
	if !e.scope[op.Args[0]] || op.Mask != nil || view == nil || view.Kind != loopir.View || view.Args[0] != e.root {
		e.lost = true
		return
	}
	f, i := e.of(at[0]), e.loop.Sub[0].Params[0]
	if e.at == nil {
		e.at = op
		k := f.of(i)
		e.lost = e.lost || k != 1 && k != -1 || slices.ContainsFunc(f.terms, func(t term) bool { return t.v != i && !e.scope[t.v] })
	}
	e.lost = e.lost || !f.equal(e.of(e.at.Indices()[0]))
}

// mayBeSame says that two accesses of an iteration may be to the same element: no two numbers among their indices differ.
func mayBeSame(x, y *loopir.Op) bool {
	if x.Args[0] != y.Args[0] {
		return true
	}
	for k, i := range x.Indices() {
		m, known := i.IsConst()
		n, too := y.Indices()[k].IsConst()
		if known && too && m != n {
			return false
		}
	}
	return true
}
