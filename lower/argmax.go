package lower

import (
	"math"

	"procad/core"
	"procad/prim"
	"procad/proc"
)

// argmax is argmax(i < n) e: the lowest index of the largest, a run-time error if there are none.
//
//	f : [i : &Int, Θ] () → Real        (m, w) = Call argmax{f} [Θ] n; Elim m
func (f *fn) argmax(e *core.Reduce, to *target) proc.Var {
	if TypeOf(e.Body.Type()) == proc.Int {
		return f.argmaxInt(e, to)
	}
	pos, b := e.Pos(), e.Binders[0]
	n := f.scalar(b.Size)
	g := f.newBody("argmax")
	g.index(b.Var)
	g.end(pos, nil, g.value(g.linear(g.expr(e.Body, &target{name: "x"}).leaf)))
	mw := f.run(pos, proc.ArgMax, g, f.variable("mw", proc.NewTuple(proc.Real, proc.Int)), n)
	m, w := f.variable("m", proc.Real), f.result(to, proc.Int)
	f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{m, w}, In: mw})
	f.emit(&proc.Elim{Where: where(pos), In: m})
	return w
}

// argmaxInt is a fold, whose state is the largest value so far and its index.
//
//	f : [i : &Int, Θ] (m, w) ↦ (max (m, e), if m < e then i else w)
func (f *fn) argmaxInt(e *core.Reduce, to *target) proc.Var {
	pos, b := e.Pos(), e.Binders[0]
	n := f.scalar(b.Size)
	f.requireSome(pos, n)
	g := f.newBody("fold")
	i := g.index(b.Var)
	m, w := g.variable("m", proc.Int), g.variable("w", proc.Int)
	x := g.linear(g.expr(e.Body, &target{name: "x"}).leaf)
	more := g.call(pos, prim.ILt, g.variable("t", proc.Bool), m, x)
	at := g.choice(e, more, nil,
		func(to *target) { g.into(pos, value{leaf: i}, to) },
		func(to *target) { g.into(pos, g.value(w), to) })
	most := g.call(pos, prim.IMax, g.variable("m", proc.Int), m, x)
	g.end(pos, []proc.Var{m, w}, tupleOf([]*leaf{g.own(most), g.own(at)}))
	_, at = f.foldPair(pos, g, n, f.intConst(pos, math.MinInt64), f.intConst(pos, 0), &target{name: "m"}, to)
	return at
}
