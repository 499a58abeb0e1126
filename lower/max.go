package lower

import (
	"math"

	"procad/core"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// max is max(i < n, …) e: the largest over all iterations of the loops in each
// other, a run-time error if there are none.
func (f *fn) max(e *core.Reduce, to *target) proc.Var {
	if TypeOf(e.Type()) == proc.Int {
		return f.maxInt(e, to)
	}
	m := f.maxReal(e, 0, to)
	if len(e.Binders) > 1 {
		f.requireIterations(e, m)
	}
	return m
}

// maxReal is the maximum over the indices from number k on. An inner loop
// without iterations gives -inf.
//
//	f : [i : &Int, Θ] () → Real        m = Call max{f} [Θ] n
func (f *fn) maxReal(e *core.Reduce, k int, to *target) proc.Var {
	pos, b := e.Pos(), e.Binders[k]
	n := f.scalar(b.Size)
	g := f.newBody("max")
	g.index(b.Var)
	var x proc.Var
	if k+1 < len(e.Binders) {
		x = g.maxReal(e, k+1, &target{name: "x"})
	} else {
		x = g.linear(g.expr(e.Body, &target{name: "x"}).leaf)
	}
	g.end(pos, nil, g.value(x))
	if k == 0 {
		return f.run(pos, proc.MaxOf, g, f.result(to, proc.Real), n)
	}
	none := f.call(pos, prim.IEq, f.variable("t", proc.Bool), n, f.intConst(pos, 0))
	return f.choice(e, none, to,
		func(to *target) {
			f.emit(&proc.Const{Where: where(pos), Out: f.result(to, proc.Real), Bits: math.Float64bits(math.Inf(-1))})
		},
		func(to *target) { f.run(pos, proc.MaxOf, g, f.result(to, proc.Real), n) })
}

// requireSome is a run-time error where a maximum is of n = 0 values.
func (f *fn) requireSome(pos diag.Pos, n proc.Var) {
	some := f.call(pos, prim.ILt, f.variable("t", proc.Bool), f.intConst(pos, 0), n)
	f.call(pos, proc.CheckOf("nonempty", "the maximum or minimum of no values"), f.variable("u", proc.Unit), some)
}

// requireIterations counts the iterations of loops in each other if their maximum is -inf.
func (f *fn) requireIterations(e *core.Reduce, m proc.Var) {
	pos := e.Pos()
	low := f.variable("t", proc.Real)
	f.emit(&proc.Const{Where: where(pos), Out: low, Bits: math.Float64bits(math.Inf(-1))})
	suspect := f.call(pos, prim.Eq, f.variable("t", proc.Bool), m, low)
	s := &proc.Case{Where: where(pos), In: suspect}
	s.L = f.branch(f.variable("u", proc.Unit), func() {
		iterations := f.iterations(e, 0)
		f.requireSome(pos, iterations)
	})
	s.R = f.branch(f.variable("u", proc.Unit), func() {})
	f.emit(s)
}

// iterations counts the iterations of the loops from number k on.
func (f *fn) iterations(e *core.Reduce, k int) proc.Var {
	b := e.Binders[k]
	n := f.scalar(b.Size)
	if k+1 == len(e.Binders) {
		return n
	}
	g := f.newBody("count")
	g.index(b.Var)
	g.end(e.Pos(), nil, g.value(g.iterations(e, k+1)))
	return f.run(e.Pos(), proc.SumOf, g, f.variable("t", proc.Int), n)
}

// maxInt is a fold, whose state is the largest value so far and how many iterations
// there were.
func (f *fn) maxInt(e *core.Reduce, to *target) proc.Var {
	pos := e.Pos()
	m, count := f.maxIntFrom(e, 0, f.intConst(pos, math.MinInt64), f.intConst(pos, 0), to)
	f.requireSome(pos, count)
	return m
}

func (f *fn) maxIntFrom(e *core.Reduce, k int, m, count proc.Var, to *target) (proc.Var, proc.Var) {
	pos, b := e.Pos(), e.Binders[k]
	n := f.scalar(b.Size)
	g := f.newBody("fold")
	g.index(b.Var)
	gm, gc := g.variable("m", proc.Int), g.variable("count", proc.Int)
	var nm, nc proc.Var
	if k+1 < len(e.Binders) {
		nm, nc = g.maxIntFrom(e, k+1, gm, gc, nil)
	} else {
		x := g.linear(g.expr(e.Body, &target{name: "x"}).leaf)
		nm = g.call(pos, prim.IMax, g.variable("m", proc.Int), gm, x)
		nc = g.call(pos, prim.IAdd, g.variable("count", proc.Int), gc, g.intConst(pos, 1))
	}
	g.end(pos, []proc.Var{gm, gc}, tupleOf([]*leaf{g.own(nm), g.own(nc)}))
	return f.foldPair(pos, g, n, m, count, to, &target{name: "count"})
}

// foldPair folds with two Ints as the state.
func (f *fn) foldPair(pos diag.Pos, g *fn, n, m, k proc.Var, toM, toK *target) (proc.Var, proc.Var) {
	in := f.pair(pos, n, f.pair(pos, m, k))
	out := f.run(pos, proc.Fold, g, f.variable("t", proc.NewTuple(proc.Int, proc.Int)), in)
	m, k = f.result(toM, proc.Int), f.result(toK, proc.Int)
	f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{m, k}, In: out})
	return m, k
}
