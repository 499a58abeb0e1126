package lower

import (
	"procad/core"
	"procad/core/columns"
	"procad/diag"
	"procad/proc"
)

// Where an index over few turns decides what is computed, the turns around it do
// so for all of its values:
//
//	[if j == 0 then x else y for i < n, j < 2]    ↦    a = set(set(a, i, 0, x), i, 1, y) for i < n
//
// so that what x and y have in common is computed once in a turn.

// columnsOf is a comprehension as a loop of this form; nil if it is none.
func (l *lowerer) columnsOf(e *core.Build) *columns.Loop {
	if !l.small {
		return nil
	}
	return columns.Of(e, MostFew, l.weight, mostWritten)
}

// columns is such a comprehension.
func (f *fn) columns(e *core.Build, c *columns.Loop, to *target) *leaf {
	pos := e.Pos()
	n := f.scalar(c.First.Size)
	k := f.intConst(pos, c.Count)
	t := procType(e.Type())
	r := &rowMaker{fn: f, pos: pos, n: n, typ: t}
	z := f.own(f.zeros(pos, t, []proc.Var{n, k}))
	return r.store(z, n, to, func(g *fn) (*leaf, *leaf) {
		i := g.index(c.First.Var)
		return i, g.column(c).leaf
	})
}

// addColumns adds such a comprehension to the part of an accumulator.
func (f *fn) addColumns(pos diag.Pos, c *columns.Loop, acc *leaf, at []*leaf) {
	f.addLoop(pos, f.scalar(c.First.Size), func(g *fn) {
		i := g.index(c.First.Var)
		for k, x := range g.column(c).leaf.few.elems {
			x := g.nested(pos, x)
			idx := append(at[:len(at):len(at)], i, g.knownLeaf(core.Int, int64(k)))
			g.emit(&proc.Add{Where: where(pos), Ref: g.ref(acc), Idx: g.linears(idx), In: x})
		}
	})
}

// column is what a turn computes.
func (f *fn) column(c *columns.Loop) value {
	row := c.Row
	for {
		rest, ok := f.binding(row)
		if !ok {
			break
		}
		row = rest
	}
	b := row.(*core.Build)
	return f.fewTurns(b.Binders, b.Body, []int64{c.Count}, nil)
}
