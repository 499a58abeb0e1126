package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// A loop inside may add to other elements in each of its iterations, but to the same in all lanes. The sum of all lanes takes longer than
// the addition of vectors. So each lane adds to a copy of its own, and after the loop the lanes are added up:
//
//	accum v[j] += x    ↦    accum slab[j, lane] += x;  …;  for free e < m { accum v[e] += reduce load slab[e, lane] }
//
// It pays where the copies stay near and there are some blocks of iterations: a test before the loop asks for both.
const (
	mostCopied  = 512 // elements
	leastCopied = 4   // blocks
)

// copied are the views from before the loop in which all lanes add to one element, in loops inside. The loop is free, so it does
// nothing else with them.
func (l *laneValues) copied() (views []val) {
	made := map[val]bool{}
	madeIn(l.loop, made)
	var visit func(b block, inside bool)
	visit = func(b block, inside bool) {
		for _, op := range b.Ops {
			for _, inner := range op.Sub {
				visit(inner, inside || op.Kind == loopir.For)
			}
			if op.Kind != loopir.Accum || !inside || l.lane[op.Args[0]] || l.anyVaries(op.Indices()) || len(op.Indices()) == 0 {
				continue
			}
			v := op.Args[0]
			for made[v] && v.Def != nil && (v.Def.Kind == loopir.View || v.Def.Kind == loopir.Row) {
				v = v.Def.Args[0]
			}
			if !made[v] && v.Def != nil && v.Def.Kind == loopir.View && v.Type.Elem == loopir.Real && !slices.Contains(views, v) {
				views = append(views, v)
			}
		}
	}
	visit(l.loop.Sub[0], false)
	return views
}

// elements writes how many elements views have.
func (l *laneWriter) elements(views []val) (each []val, all val) {
	all = l.f.Int(0)
	for _, v := range views {
		n := v.Def.Args[1]
		for _, d := range v.Def.Args[2:] {
			n = l.w.make(loopir.Mul, loopir.IntType, n, d)
		}
		each = append(each, n)
		all = l.w.make(loopir.Add, loopir.IntType, all, n)
	}
	return each, all
}

// withCopies writes something with copies of elements, and then adds the copies up.
func (l *laneWriter) withCopies(views, sizes []val, write func()) {
	var slabs []val
	for k, v := range views {
		n := l.w.make(loopir.Mul, loopir.IntType, sizes[k], l.f.Int(int64(l.width)))
		slab := l.w.make(loopir.Alloc, loopir.BufferOf(loopir.Real), n)
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Clear, Args: []val{slab, n}})
		slabs = append(slabs, slab)
		dims := append(slices.Clone(v.Def.Args[1:]), l.f.Int(int64(l.width)))
		l.values[v] = l.w.make(loopir.View, loopir.ViewOf(loopir.Real, len(dims)), append([]val{slab}, dims...)...)
		l.lane[v] = true
	}
	own := map[val]bool{} // of views that the loop makes of them
	l.loop.Sub[0].Walk(func(op *loopir.Op) {
		if (op.Kind == loopir.View || op.Kind == loopir.Row) && l.lane[op.Args[0]] && !l.lane[op.Outs[0]] {
			own[op.Outs[0]], l.lane[op.Outs[0]] = true, true
		}
	})
	write()
	for k, v := range views {
		l.addUp(v, slabs[k], sizes[k])
		delete(l.lane, v)
		delete(l.values, v)
	}
	for v := range own {
		delete(l.lane, v)
	}
}

// addUp adds the lanes of a slab to the elements of a view.
func (l *laneWriter) addUp(v, slab, n val) {
	width := l.f.Int(int64(l.width))
	from := l.w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), slab, n, width)
	to := l.w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), v.Def.Args[0], n)
	lanes := l.w.vector(loopir.Iota, loopir.Int, l.width, l.f.Int(0))
	l.w.ops = append(l.w.ops, implied(lanes, width))
	sum := loopOf(l.f, loopir.Free, n, nil)
	e := sum.Sub[0].Params[0]
	u := &builder{f: l.f}
	u.ops = append(u.ops, implied(e, n))
	x := u.make(loopir.Load, loopir.VectorOf(loopir.Real, l.width), from, e, lanes)
	u.ops = append(u.ops, &loopir.Op{Kind: loopir.Accum, Args: []val{to, e, u.make(loopir.Reduce, loopir.RealType, x)}})
	sum.Sub[0].Ops = u.ops
	l.w.ops = append(l.w.ops, sum, &loopir.Op{Kind: loopir.Release, Args: []val{slab}})
}
