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
// where n is not larger than a row of v. What they add to rows is added up in the same way:
//
//	for c < m { for k < n { … accum v[i, k] += x … } }
//	   ↦
//	rows = alloc 8 n;  clear rows;  for c < m { for k < n { … accum rows[k, lane] += x … } };  for k < n { accum v[i, k] += load rows[k, lane] }
type laneRow struct {
	kind   loopir.Kind // Load or Accum
	user   *loopir.Op  // the first operation of the body of the loop that has them inside
	view   val
	at     []val // the indices but for the last one
	count  val   // the iterations of the loop that has the last one
	length val   // how many elements are copied
	copied val   // a view of the copies
}

// findRows finds the rows that operations read or add to so.
func (l *laneValues) findRows() {
	l.copyOf = map[*loopir.Op]*laneRow{}
	inLoop := map[val]bool{}
	madeIn(l.loop, inLoop)
	others := map[loopir.Kind]map[val]bool{loopir.Load: setIn(l.loop), loopir.Accum: accessedIn(l.loop, loopir.Store, loopir.Load)}
	m := l.mark()
	defer l.undo(m)
	l.loops = append(l.loops, l.loop)
	for _, user := range l.loop.Sub[0].Ops {
		inUser := map[val]bool{}
		madeIn(user, inUser)
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
			if row == nil || slices.ContainsFunc(row.at, func(v val) bool { return inUser[v] }) || inLoop[row.count] || inLoop[row.view] || meets(row.view, others[op.Kind]) {
				return
			}
			same := func(r *laneRow) bool {
				return r.kind == row.kind && r.view == row.view && r.count == row.count && slices.Equal(r.at, row.at)
			}
			if k := slices.IndexFunc(l.rows, same); k >= 0 {
				row = l.rows[k]
			} else {
				row.user = user
				l.rows = append(l.rows, row)
			}
			l.copyOf[op] = row
		}
		visit(user, nil)
	}
}

// row is the row that an operation in some loops reads or adds to from its first element on, if that has one in each lane, and
// comes back to it.
func (l *laneValues) row(op *loopir.Op, around []*loopir.Op) *laneRow {
	if op.Kind != loopir.Load && op.Kind != loopir.Accum || l.lane[op.Args[0]] || l.sideBySide(op) {
		return nil
	}
	view, at := op.Args[0], op.Indices()
	if len(at) < 2 || view.Def == nil || view.Def.Kind != loopir.View || view.Type.Elem != loopir.Real {
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
	// In a triangle, for r < n { for k < r … }, as many as in the loop around.
	count := around[k].Args[0]
	for k--; k >= 0; k-- {
		if around[k].Sub[0].Params[0] == count {
			count = around[k].Args[0]
		}
	}
	return &laneRow{kind: op.Kind, view: view, at: at[:last], count: count}
}

// withRows writes the body of the loop, with copies of rows.
func (l *laneWriter) withRows(body block) {
	for _, op := range body.Ops {
		for _, row := range l.rows {
			if row.user == op {
				l.beginRow(row)
			}
		}
		l.operation(op)
	}
	for _, row := range l.rows {
		if row.kind == loopir.Accum {
			l.moveRow(row)
		}
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Release, Args: []val{row.copied.Def.Args[0]}})
	}
}

// beginRow allocates the copies of a row of each lane, and copies what is read.
func (l *laneWriter) beginRow(row *laneRow) {
	width := l.f.Int(int64(l.width))
	n := l.w.make(loopir.Mul, loopir.IntType, row.length, width)
	buffer := l.w.make(loopir.Alloc, loopir.BufferOf(loopir.Real), n)
	row.copied = l.w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), buffer, row.length, width)
	if row.kind == loopir.Accum {
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Clear, Args: []val{buffer, n}})
		return
	}
	l.moveRow(row)
}

// moveRow writes the loop that copies what is read, or that adds what was added to copies.
func (l *laneWriter) moveRow(row *laneRow) {
	dims := row.view.Def.Args[1:]
	place := []val{row.view}
	for k, i := range row.at {
		place = append(place, l.value(i))
		l.w.ops = append(l.w.ops, implied(l.value(i), dims[k]))
	}
	loop := loopOf(l.f, loopir.Free, row.length, nil)
	k := loop.Sub[0].Params[0]
	w := &builder{f: l.f}
	w.ops = append(w.ops, implied(k, row.length), implied(k, dims[len(dims)-1]))
	place, copied := append(place, k), []val{row.copied, k, l.number}
	from, to, set := place, copied, loopir.Store
	if row.kind == loopir.Accum {
		from, to, set = copied, place, loopir.Accum
	}
	x := w.make(loopir.Load, loopir.VectorOf(loopir.Real, l.width), from...)
	w.ops = append(w.ops, &loopir.Op{Kind: set, Args: append(to, x)})
	loop.Sub[0].Ops = w.ops
	l.w.ops = append(l.w.ops, loop)
}
