package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// A laneWriter writes a loop in lanes.
type laneWriter struct {
	*laneValues
	w      *builder
	values map[val]val // what stands for a value: a vector if it varies
	first  map[val]val // of Ints that are one more in the next lane, that of the first lane
	number val         // of each lane: 0, 1, …
	mask   val         // the lanes at work; nil: all
	copies bool        // rows are copied
}

func newLaneWriter(v *vectoriser, l *laneValues) *laneWriter {
	return &laneWriter{laneValues: l, w: &builder{f: v.f}, values: map[val]val{}, first: map[val]val{}}
}

// write writes what stands for the loop. It stays for rows that are far, if lanes pay only where rows are copied, and where there is no
// room for what all lanes allocate.
func (l *laneWriter) write() []*loopir.Op {
	near := l.near()
	pays := l.room()
	if l.onlyNear {
		if pays != nil {
			near = l.w.make(loopir.And, loopir.BoolType, near, pays)
		}
		near, pays = nil, near
	}
	if pays == nil {
		last := l.lanes(near, l.loop.Outs)
		return append(l.w.ops, last)
	}
	choice := instead(l.f, l.w.early(pays), l.loop)
	outer := l.w
	l.w = &builder{f: l.f}
	var outs []val
	for _, out := range choice.Outs {
		outs = append(outs, l.f.NewValue(out.Type, out.Name))
	}
	last := l.lanes(near, outs)
	side(choice, append(l.w.ops, last), outs)
	side(choice, []*loopir.Op{l.loop}, l.loop.Outs)
	return append(outer.ops, choice)
}

// room asks whether there is room for what all lanes allocate; nil if this is little, or not known before the loop.
func (l *laneWriter) room() val {
	sizes, ok := l.allocated()
	little := !slices.ContainsFunc(sizes, func(n val) bool { bits, known := n.IsConst(); return !known || bits > mostNear })
	if !ok || little {
		return nil
	}
	all := l.w.make(loopir.Mul, loopir.IntType, l.f.Int(int64(l.width)), l.w.total(sizes))
	return l.w.make(loopir.Le, loopir.BoolType, all, l.w.make(loopir.Room, loopir.IntType))
}

// near asks whether what a block has in memory is near; nil if it has nothing there.
func (l *laneWriter) near() val {
	sizes, _ := l.allocated()
	for _, row := range l.rows {
		dims := row.view.Def.Args[1:]
		n := l.w.make(loopir.Min, loopir.IntType, row.count, dims[len(dims)-1])
		row.length = l.w.make(loopir.Max, loopir.IntType, l.f.Int(0), n)
		sizes = append(sizes, row.length)
	}
	if !l.wide || len(sizes) == 0 {
		return nil
	}
	return l.w.make(loopir.Le, loopir.BoolType, l.w.total(sizes), l.f.Int(mostNear))
}

// lanes writes all iterations: blocks of several vectors, with copies of rows, if what they have in memory is near; then blocks of
// a vector, and for those that are left a block in which some lanes are at work. It returns the last operation.
//
//	y = for free i < n (s = x) { … yield add s, e }
//	   ↦
//	t = for seq k < n / 8 (v = splat 0.0) { i = iota 8 k; … yield add v, e };  z = add x, reduce t;  m = 8 (n / 8)
//	y = if m < n { i = iota m; … where i < n; yield add z, reduce (select (i < n), e, 0.0) } else { yield z }
func (l *laneWriter) lanes(near val, outs []val) *loopir.Op {
	loop, f := l.loop, l.f
	from, count := f.Int(0), loop.Args[0]
	if loop.From != nil {
		from = loop.From
		count = l.w.make(loopir.Sub, loopir.IntType, count, from)
	}
	if !l.notNegative(count) {
		count = l.w.make(loopir.Max, loopir.IntType, f.Int(0), count)
	}
	state := slices.Clone(loop.Args[1:])
	if l.wide {
		some, own := count, l.width
		if near != nil {
			some = l.w.make(loopir.Select, loopir.IntType, near, count, f.Int(0))
		}
		l.width, l.copies = l.wider(), true
		left := l.blocks(from, some, state)
		l.width, l.copies = own, false
		count = l.w.make(loopir.Sub, loopir.IntType, count, l.w.make(loopir.Sub, loopir.IntType, left, from))
		from = left
	}
	from = l.blocks(from, count, state)
	choice := &loopir.Op{Kind: loopir.If, Args: []val{l.w.make(loopir.Lt, loopir.BoolType, from, loop.Args[0])}, Outs: outs}
	for _, v := range outs {
		v.Def = choice
	}
	outer := l.w
	l.w = &builder{f: f}
	last := l.rest(from, state)
	side(choice, l.w.ops, last)
	side(choice, nil, state)
	l.w = outer
	return choice
}

// blocks writes the loop over whole blocks, whose sums it adds to the state. It returns the first iteration that is left.
func (l *laneWriter) blocks(from, count val, state []val) val {
	f, old, outer := l.f, l.loop.Sub[0], l.w
	number := outer.make(loopir.Shr, loopir.IntType, count, f.Int(log2(l.width)))
	var init []val
	for k, s := range old.Params[1:] {
		if l.varies[s] {
			init = append(init, outer.vector(loopir.Splat, s.Type.Elem, l.width, f.Const(s.Type, 0)))
		} else {
			init = append(init, state[k])
		}
	}
	l.number = outer.vector(loopir.Iota, loopir.Int, l.width, f.Int(0))
	outer.ops = append(outer.ops, implied(l.number, f.Int(int64(l.width))))
	lanes := loopOf(f, loopir.Seq, number, init)
	body := lanes.Sub[0]
	l.w = &builder{f: f}
	at := l.w.make(loopir.Mul, loopir.IntType, body.Params[0], f.Int(int64(l.width)))
	l.begin(l.w.make(loopir.Add, loopir.IntType, from, at), body.Params[1:])
	if l.copies {
		l.withRows(old)
	} else {
		l.block(old)
	}
	for k, y := range old.Yield {
		if l.varies[old.Params[1+k]] {
			body.Yield = append(body.Yield, l.vector(y))
		} else {
			body.Yield = append(body.Yield, l.value(y))
		}
	}
	body.Ops = l.w.ops
	l.w = outer
	outer.ops = append(outer.ops, lanes)
	for k, out := range lanes.Outs {
		x := state[k]
		if state[k] = out; !l.varies[old.Params[1+k]] {
			continue
		}
		state[k] = outer.make(loopir.Add, x.Type, x, outer.make(loopir.Reduce, x.Type, out))
	}
	return outer.make(loopir.Add, loopir.IntType, from, outer.make(loopir.Mul, loopir.IntType, number, f.Int(int64(l.width))))
}

// begin says what the index of the loop and its state are in a block that begins with an iteration.
func (l *laneWriter) begin(at val, state []val) {
	old := l.loop.Sub[0]
	l.bindFirst(old.Params[0], at)
	i := l.values[old.Params[0]]
	check := implied(i, l.loop.Args[0])
	check.Mask = l.mask
	l.w.ops = append(l.w.ops, check)
	for k, s := range old.Params[1:] {
		l.values[s] = state[k]
	}
}

// rest writes the iterations that are left, of which there are some, and returns the state after them.
func (l *laneWriter) rest(at val, state []val) []val {
	f, old := l.f, l.loop.Sub[0]
	i := l.w.vector(loopir.Iota, loopir.Int, l.width, at)
	l.mask = l.w.make(loopir.Lt, loopir.VectorOf(loopir.Bool, l.width), i, l.w.vector(loopir.Splat, loopir.Int, l.width, l.loop.Args[0]))
	var first []val
	for k, s := range old.Params[1:] {
		if l.varies[s] {
			first = append(first, l.w.vector(loopir.Splat, s.Type.Elem, l.width, f.Const(s.Type, 0)))
		} else {
			first = append(first, state[k])
		}
	}
	l.begin(at, first)
	l.block(old)
	var after []val
	for k, y := range old.Yield {
		if !l.varies[old.Params[1+k]] {
			after = append(after, l.value(y))
			continue
		}
		sum := l.w.make(loopir.Reduce, y.Type, l.atWork(l.vector(y), 0))
		after = append(after, l.w.make(loopir.Add, y.Type, state[k], sum))
	}
	l.mask = nil
	return after
}

// vector makes a vector.
func (w *builder) vector(k loopir.Kind, e loopir.Elem, lanes int, x val) val {
	return w.make(k, loopir.VectorOf(e, lanes), x)
}

// bindFirst lets an Int stand for a vector by that of the first lane.
func (l *laneWriter) bindFirst(v, first val) {
	l.first[v] = first
	l.values[v] = l.w.vector(loopir.Iota, loopir.Int, l.width, first)
}

// value is what stands for a value.
func (l *laneWriter) value(v val) val {
	if w, ok := l.values[v]; ok {
		return w
	}
	return v
}

// list are what stands for values.
func (l *laneWriter) list(vs []val) []val {
	out := make([]val, len(vs))
	for k, v := range vs {
		out[k] = l.value(v)
	}
	return out
}

// as is what stands for a value: a vector if that is asked for.
func (l *laneWriter) as(v val, vector bool) val {
	if vector {
		return l.vector(v)
	}
	return l.value(v)
}

// vector is a value in all lanes.
func (l *laneWriter) vector(v val) val {
	x := l.value(v)
	if x.Type.Form == loopir.Vector {
		return x
	}
	return l.w.vector(loopir.Splat, x.Type.Elem, l.width, x)
}

func (l *laneWriter) block(b block) {
	for _, op := range b.Ops {
		l.operation(op)
	}
}

// operation writes one operation.
func (l *laneWriter) operation(op *loopir.Op) {
	if s := l.ordered[op]; s != nil {
		l.add(op, s)
		return
	}
	switch op.Kind {
	case loopir.Check:
		l.check(op)
	case loopir.For:
		l.inner(op)
	case loopir.If:
		l.choice(op)
	case loopir.Alloc, loopir.Local, loopir.Cell, loopir.Clear, loopir.Release, loopir.View, loopir.Row:
		l.memory(op)
	case loopir.Load, loopir.Store, loopir.Accum:
		l.access(op)
	default:
		l.compute(op)
	}
}

// check says of all lanes what was proven of each.
func (l *laneWriter) check(op *loopir.Op) {
	claim := *op.Claim
	check := &loopir.Op{Kind: loopir.Check, Pos: op.Pos, Args: l.list(op.Args), Claim: &claim}
	if l.anyVaries(op.Args) {
		check.Mask = l.mask
	}
	l.w.ops = append(l.w.ops, check)
}

// add adds to the sum of a fold in the lanes at work, one after the other.
func (l *laneWriter) add(op *loopir.Op, s val) {
	x := op.Args[0]
	if x == s {
		x = op.Args[1]
	}
	l.values[op.Outs[0]] = l.w.make(loopir.Reduce, loopir.RealType, l.atWork(l.vector(x), 1<<63), l.value(s))
}

// compute writes an operation of numbers, once or in all lanes.
func (l *laneWriter) compute(op *loopir.Op) {
	out := op.Outs[0]
	if !l.varies[out] {
		l.values[out] = l.make(op, out.Type, l.list(op.Args))
		return
	}
	if l.byOne(out) {
		args := make([]val, len(op.Args))
		for k, v := range op.Args {
			if args[k] = l.first[v]; args[k] == nil {
				args[k] = l.value(v)
			}
		}
		l.bindFirst(out, l.w.make(op.Kind, loopir.IntType, args...))
		return
	}
	args := make([]val, len(op.Args))
	for k, v := range op.Args {
		args[k] = l.as(v, op.Kind != loopir.Select || k > 0 || l.varies[v])
	}
	l.values[out] = l.make(op, loopir.VectorOf(out.Type.Elem, l.width), args)
}

// make writes an operation like another one.
func (l *laneWriter) make(op *loopir.Op, t loopir.Type, args []val) val {
	made := l.w.op(op.Kind, t, args...)
	made.Func, made.Pos = op.Func, op.Pos
	l.w.ops = append(l.w.ops, made)
	return made.Outs[0]
}

// inner writes a loop inside.
func (l *laneWriter) inner(op *loopir.Op) {
	outer, body := l.w, op.Sub[0]
	var init []val
	for k, s := range body.Params[1:] {
		init = append(init, l.as(op.Args[1+k], l.varies[s]))
	}
	made := loopOf(l.f, op.Order, l.value(op.Args[0]), init)
	if op.From != nil {
		made.From = l.value(op.From)
	}
	l.w = &builder{f: l.f}
	for k, p := range body.Params {
		l.values[p] = made.Sub[0].Params[k]
	}
	l.block(body)
	for k, y := range body.Yield {
		made.Sub[0].Yield = append(made.Sub[0].Yield, l.as(y, l.varies[body.Params[1+k]]))
	}
	made.Sub[0].Ops = l.w.ops
	l.w = outer
	l.w.ops = append(l.w.ops, made)
	for k, out := range op.Outs {
		l.values[out] = made.Outs[k]
	}
}

// memory writes an operation on buffers. What an iteration allocates has one more axis, the last one: the lanes.
//
//	b = alloc n    ↦    b = alloc 8 n        view b[n, m]    ↦    view b[n, m, 8]        b = cell x    ↦    a view of 8, set to x
func (l *laneWriter) memory(op *loopir.Op) {
	width := l.f.Int(int64(l.width))
	switch op.Kind {
	case loopir.Alloc, loopir.Clear:
		n := l.w.make(loopir.Mul, loopir.IntType, l.value(op.Args[len(op.Args)-1]), width)
		if op.Kind == loopir.Clear {
			l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Clear, Args: []val{l.value(op.Args[0]), n}})
			return
		}
		l.values[op.Outs[0]] = l.make(op, op.Outs[0].Type, []val{n})
	case loopir.Local:
		l.values[op.Outs[0]] = l.w.make(loopir.Local, op.Outs[0].Type, l.f.Int(int64(op.Args[0].Bits)*int64(l.width)))
	case loopir.Cell:
		local := l.w.make(loopir.Local, op.Outs[0].Type, width)
		view := l.w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), local, width)
		l.values[op.Outs[0]] = view
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Store, Args: []val{view, l.number, l.vector(op.Args[0])}})
	case loopir.Release:
		l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Release, Args: []val{l.value(op.Args[0])}})
	case loopir.Row:
		l.values[op.Outs[0]] = l.w.make(loopir.Row, op.Outs[0].Type, l.list(op.Args)...)
	case loopir.View:
		args := l.list(op.Args)
		if l.lane[op.Args[0]] {
			args = append(args, width)
		}
		l.values[op.Outs[0]] = l.w.make(loopir.View, loopir.ViewOf(op.Outs[0].Type.Elem, len(args)-1), args...)
	}
}

// access writes a Load, a Store or an Accum. Where all lanes add to one element, their sum is added.
func (l *laneWriter) access(op *loopir.Op) {
	args := append(l.list(op.Args[:1]), l.list(op.Indices())...)
	lane := l.lane[op.Args[0]]
	if row := l.copyOf[op]; l.copies && row != nil {
		last := args[len(args)-1]
		l.w.ops = append(l.w.ops, implied(last, row.length))
		args, lane = []val{row.copied, last}, true
	}
	if lane {
		args = append(args, l.number)
	}
	vectors := lane || l.anyVaries(op.Indices())
	made := &loopir.Op{Kind: op.Kind, Args: args}
	if vectors {
		made.Mask = l.mask
	}
	if op.Kind == loopir.Load {
		t := op.Outs[0].Type
		if vectors {
			t = loopir.VectorOf(t.Elem, l.width)
		}
		l.values[op.Outs[0]] = l.f.NewOut(made, t, "")
		l.w.ops = append(l.w.ops, made)
		return
	}
	x := op.Args[len(op.Args)-1]
	set := l.value(x)
	switch {
	case vectors:
		set = l.vector(x)
	case op.Kind == loopir.Accum:
		set = l.w.make(loopir.Reduce, x.Type, l.atWork(l.vector(x), 0))
	}
	made.Args = append(args, set)
	l.w.ops = append(l.w.ops, made)
}
