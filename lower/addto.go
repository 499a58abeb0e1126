package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// addTo adds the array e to the part of an accumulator at the given indices,
// element by element where e is a comprehension or a view, so that no array is
// made for it. The sizes of e must be those of the part: see extents.
//
//	u = Call sum{f} [s, Θ] n        f : Add s i e
func (f *fn) addTo(acc *leaf, at []*leaf, e core.Term) {
	for {
		rest, ok := f.binding(e)
		if !ok {
			break
		}
		e = rest
	}
	switch e := e.(type) {
	case *core.Build:
		f.addComp(e.Pos(), acc, at, e.Binders, e.Body)
		return
	case *core.Literal:
		for k, x := range e.Elems {
			in := f.nested(e.At, f.expr(x, nil))
			idx := append(f.linears(at), f.constants(e.At, e.Place(k))...)
			f.emit(&proc.Add{Where: where(e.At), Ref: f.ref(acc), Idx: idx, In: in})
		}
		return
	case *core.Reduce:
		if e.Op == core.Sum {
			f.addSum(e, 0, acc, at)
			return
		}
	}
	pos := e.Pos()
	if _, array := e.Type().(*core.ArrayType); !array {
		x := f.nested(pos, f.expr(e, nil))
		f.emit(&proc.Add{Where: where(pos), Ref: f.ref(acc), Idx: f.linears(at), In: x})
		return
	}
	x := f.expr(e, nil).leaf
	if f.local(x).view() {
		f.addView(pos, acc, at, x, 0)
		return
	}
	in := f.linear(x)
	if len(at) > 0 {
		acc = f.row(pos, acc, f.linears(at), "row")
	}
	f.emit(&proc.Add{Where: where(pos), Ref: f.ref(acc), In: in})
}

// addComp adds a comprehension, with one loop for each index.
func (f *fn) addComp(pos diag.Pos, acc *leaf, at []*leaf, binders []core.Binder, elem core.Term) {
	if len(binders) == 0 {
		f.addTo(acc, at, elem)
		return
	}
	n := f.scalar(binders[0].Size)
	f.addLoop(pos, n, func(g *fn) {
		i := g.index(binders[0].Var)
		g.addComp(pos, acc, append(at[:len(at):len(at)], i), binders[1:], elem)
	})
}

// addSum adds a sum of arrays, term by term.
func (f *fn) addSum(e *core.Reduce, k int, acc *leaf, at []*leaf) {
	if k == len(e.Binders) {
		f.addTo(acc, at, e.Body)
		return
	}
	n := f.scalar(e.Binders[k].Size)
	f.addLoop(e.Pos(), n, func(g *fn) {
		g.index(e.Binders[k].Var)
		g.addSum(e, k+1, acc, at)
	})
}

// addView adds the elements of a view, from an axis on.
func (f *fn) addView(pos diag.Pos, acc *leaf, at []*leaf, x *leaf, axis int) {
	elem, rank := arrayType(x.Type)
	if axis == rank {
		v := f.variable("x", elem)
		f.emit(&proc.Read{Where: where(pos), Out: v, Ref: f.ref(x), Idx: f.linears(at[len(at)-rank:])})
		f.emit(&proc.Add{Where: where(pos), Ref: f.ref(acc), Idx: f.linears(at), In: v})
		return
	}
	n := f.size(pos, f.variable("n", proc.Int), x, axis)
	f.addLoop(pos, n, func(g *fn) {
		i := g.index(nil)
		g.addView(pos, acc, append(at[:len(at):len(at)], i), x, axis+1)
	})
}

// addLoop runs a loop that only adds to accumulators.
func (f *fn) addLoop(pos diag.Pos, n proc.Var, iteration func(g *fn)) {
	g := f.newBody("sum")
	iteration(g)
	g.end(pos, nil, value{})
	f.run(pos, proc.SumOf, g, f.variable("u", proc.Unit), n)
}
