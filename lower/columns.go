package lower

import (
	"slices"

	"procad/core"
	"procad/proc"
)

// Where an index over few turns decides what is computed, the turns around it do
// so for all of its values:
//
//	[if j == 0 then x else y for i < n, j < 2]    ↦    a = set(set(a, i, 0, x), i, 1, y) for i < n
//
// so that what x and y have in common, and arrays that both read at i, are
// computed once in a turn.

// columned says that a comprehension is of this form. That is seen from its text.
func (l *lowerer) columned(e *core.Build) bool {
	if !l.small || len(e.Binders) != 2 || !proc.Scalar(procType(e.Body.Type())) {
		return false
	}
	j := e.Binders[1]
	k, ok := j.Size.(*core.IntConst)
	if !ok || k.Value < 1 || k.Value > mostFew || int(k.Value)*l.weight(e.Body) > mostWritten {
		return false
	}
	// only says that an expression is j, or made of numbers and j
	var only func(e core.Term) bool
	only = func(e core.Term) bool {
		switch e := e.(type) {
		case *core.IntConst:
			return true
		case *core.Use:
			return e.Var == j.Var
		case *core.Prim:
			return !slices.ContainsFunc(e.Args, func(x core.Term) bool { return !only(x) })
		case *core.Case:
			x, y, _, ok := logical(e)
			return ok && only(x) && only(y)
		}
		return false
	}
	decides := false
	var look func(e core.Term)
	look = func(e core.Term) {
		if e, ok := e.(*core.Case); ok && e.X.Type() == core.Bool && only(e.X) {
			decides = true
		}
		parts(e, look)
	}
	look(e.Body)
	return decides
}

// columns is such a comprehension.
func (f *fn) columns(e *core.Build, to *target) *leaf {
	pos, first := e.Pos(), e.Binders[0]
	n := f.scalar(first.Size)
	k := f.scalar(e.Binders[1].Size)
	t := procType(e.Type())
	r := &rowMaker{fn: f, pos: pos, n: n, typ: t}
	z := f.own(f.zeros(pos, t, []proc.Var{n, k}))
	return r.store(z, n, to, func(g *fn) (*leaf, *leaf) {
		i := g.index(first.Var)
		return i, g.column(e).leaf
	})
}

// addColumns adds such a comprehension to the part of an accumulator.
func (f *fn) addColumns(e *core.Build, acc *leaf, at []*leaf) {
	f.addLoop(e.Pos(), f.scalar(e.Binders[0].Size), func(g *fn) {
		i := g.index(e.Binders[0].Var)
		for k, x := range g.column(e).leaf.few.elems {
			x := g.nested(e.Pos(), x)
			idx := append(at[:len(at):len(at)], i, g.knownLeaf(core.Int, int64(k)))
			g.emit(&proc.Add{Where: where(e.Pos()), Ref: g.ref(acc), Idx: g.linears(idx), In: x})
		}
	})
}

// column is what a turn computes.
func (f *fn) column(e *core.Build) value {
	return f.fewTurns(e.Binders[1:], e.Body, []int64{e.Binders[1].Size.(*core.IntConst).Value}, nil)
}
