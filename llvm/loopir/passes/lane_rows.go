package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// Lanes that read a row each, in a loop inside of another one, would gather each element again and again. So a block copies what
// they read first, and then the lanes read what lies side by side:
//
//	for c < m { for k < n { … load v[i, k] … } }
//	   ↦
//	rows = alloc 8 n;  for k < n { store rows[k, lane] = load v[i, k] };  for c < m { for k < n { … load rows[k, lane] … } }
//
// where n is not larger than a row of v.
type laneRow struct {
	reader *loopir.Op // the operation of the body of the loop that has the loads inside
	view   val
	at     []val // the indices but for the last one
	count  val   // the iterations of the loop that has the last one
	length val   // how many elements are copied
	copied val   // a view of the copies
}

// rows are the rows that loads read so.
func (l *laneValues) rows() (list []*laneRow, of map[*loopir.Op]*laneRow) {
	of = map[*loopir.Op]*laneRow{}
	inLoop := map[val]bool{}
	madeIn(l.loop, inLoop)
	written := l.written()
	m := l.mark()
	defer l.undo(m)
	l.loops = append(l.loops, l.loop)
	for _, reader := range l.loop.Sub[0].Ops {
		inReader := map[val]bool{}
		madeIn(reader, inReader)
		var visit func(op *loopir.Op, around []*loopir.Op)
		visit = func(op *loopir.Op, around []*loopir.Op) {
			if op.Kind == loopir.For {
				around = append(slices.Clone(around), op)
			}
			for _, b := range op.Sub {
				for _, inner := range b.Ops {
					visit(inner, around)
				}
			}
			row := l.row(op, around)
			if row == nil || slices.ContainsFunc(row.at, func(v val) bool { return inReader[v] }) || inLoop[row.count] || inLoop[row.view] || meets(row.view, written) {
				return
			}
			same := func(r *laneRow) bool { return r.view == row.view && r.count == row.count && slices.Equal(r.at, row.at) }
			if k := slices.IndexFunc(list, same); k >= 0 {
				row = list[k]
			} else {
				row.reader = reader
				list = append(list, row)
			}
			of[op] = row
		}
		visit(reader, nil)
	}
	return list, of
}

// row is the row that a load in some loops reads from its first element on, if that has one in each lane, and is read again.
func (l *laneValues) row(op *loopir.Op, around []*loopir.Op) *laneRow {
	if op.Kind != loopir.Load || l.lane[op.Args[0]] || l.sideBySide(op) || op.Outs[0].Type.Elem != loopir.Real {
		return nil
	}
	view, at := op.Args[0], op.Indices()
	if len(at) < 2 || view.Def == nil || view.Def.Kind != loopir.View {
		return nil
	}
	last := len(at) - 1
	k := slices.IndexFunc(around, func(loop *loopir.Op) bool { return loop.Sub[0].Params[0] == at[last] })
	if k < 1 || around[k].From != nil || !l.anyVaries(at[:last]) {
		return nil
	}
	for d, i := range at[:last] {
		if !l.follows(implied(i, view.Def.Args[1+d])) {
			return nil
		}
	}
	return &laneRow{view: view, at: at[:last], count: around[k].Args[0]}
}

// written is the memory that the iterations set or add to.
func (l *laneValues) written() map[val]bool {
	set := map[val]bool{}
	l.loop.Sub[0].Walk(func(op *loopir.Op) {
		if op.Kind == loopir.Store || op.Kind == loopir.Accum {
			roots(op.Args[0], set)
		}
	})
	return set
}

// withRows writes the body of the loop, with the copies before what reads them.
func (l *laneWriter) withRows(body block) {
	for _, op := range body.Ops {
		for _, row := range l.copies {
			if row.reader == op {
				l.copyRow(row)
			}
		}
		l.operation(op)
	}
	for _, row := range l.copies {
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Release, Args: []val{row.copied.Def.Args[0]}})
	}
}

// copyRow writes the copies of a row of each lane.
func (l *laneWriter) copyRow(row *laneRow) {
	width := l.f.Int(int64(l.width))
	buffer := l.w.make(loopir.Alloc, loopir.BufferOf(loopir.Real), l.w.make(loopir.Mul, loopir.IntType, row.length, width))
	row.copied = l.w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), buffer, row.length, width)
	dims := row.view.Def.Args[1:]
	from := []val{row.view}
	for k, i := range row.at {
		from = append(from, l.value(i))
		l.w.ops = append(l.w.ops, implied(l.value(i), dims[k]))
	}
	loop := loopOf(l.f, loopir.Free, row.length, nil)
	k := loop.Sub[0].Params[0]
	w := &builder{f: l.f}
	w.ops = append(w.ops, implied(k, row.length), implied(k, dims[len(dims)-1]))
	x := w.make(loopir.Load, loopir.VectorOf(loopir.Real, l.width), append(from, k)...)
	w.ops = append(w.ops, &loopir.Op{Kind: loopir.Store, Args: []val{row.copied, k, l.number, x}})
	loop.Sub[0].Ops = w.ops
	l.w.ops = append(l.w.ops, loop)
}

// fromCopy writes a load from a copied row.
func (l *laneWriter) fromCopy(op *loopir.Op, row *laneRow) {
	k := l.value(op.Args[len(op.Args)-1])
	l.w.ops = append(l.w.ops, implied(k, row.length))
	l.values[op.Outs[0]] = l.w.make(loopir.Load, loopir.VectorOf(loopir.Real, l.width), row.copied, k, l.number)
}
