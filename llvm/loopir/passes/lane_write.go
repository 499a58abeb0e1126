package passes

import (
	"procad/llvm/loopir"
)

// A laneWriter writes a loop in lanes.
type laneWriter struct {
	*laneValues
	w      *builder
	values map[val]val // what stands for a value: a vector if it varies
	first  map[val]val // of Ints that are one more in the next lane, that of the first lane
	number val         // of each lane: 0, 1, …
}

func newLaneWriter(v *vectoriser, l *laneValues) *laneWriter {
	return &laneWriter{laneValues: l, w: &builder{f: v.f}, values: map[val]val{}, first: map[val]val{}}
}

// write writes the loop over blocks of iterations, before the loop, which is left with the iterations that are no whole block.
func (l *laneWriter) write() []*loopir.Op {
	loop, f, w := l.loop, l.f, l.w
	from := f.Int(0)
	count := loop.Args[0]
	if loop.From != nil {
		from = loop.From
		count = w.make(loopir.Max, loopir.IntType, f.Int(0), w.make(loopir.Sub, loopir.IntType, count, from))
	}
	blocks := w.make(loopir.Shr, loopir.IntType, count, f.Int(log2(l.width)))
	l.number = w.vector(loopir.Iota, loopir.Int, l.width, f.Int(0))
	w.ops = append(w.ops, implied(l.number, f.Int(int64(l.width))))
	var init []val
	for _, s := range loop.Sub[0].Params[1:] {
		init = append(init, w.vector(loopir.Splat, s.Type.Elem, l.width, f.Const(s.Type, 0)))
	}
	lanes := loopOf(f, loopir.Seq, blocks, init)
	body := lanes.Sub[0]
	l.w = &builder{f: f}
	at := l.w.make(loopir.Mul, loopir.IntType, body.Params[0], f.Int(int64(l.width)))
	if loop.From != nil {
		at = l.w.make(loopir.Add, loopir.IntType, from, at)
	}
	old := loop.Sub[0]
	l.bindFirst(old.Params[0], at)
	l.w.ops = append(l.w.ops, implied(l.values[old.Params[0]], loop.Args[0]))
	for k, s := range old.Params[1:] {
		l.values[s] = body.Params[1+k]
	}
	l.block(old)
	for _, y := range old.Yield {
		body.Yield = append(body.Yield, l.vector(y))
	}
	body.Ops = l.w.ops
	w.ops = append(w.ops, lanes)
	rest := w.make(loopir.Mul, loopir.IntType, blocks, f.Int(int64(l.width)))
	if loop.From != nil {
		rest = w.make(loopir.Add, loopir.IntType, from, rest)
	}
	loop.From = rest
	for k, out := range lanes.Outs {
		x := loop.Args[1+k]
		loop.Args[1+k] = w.make(loopir.Add, x.Type, x, w.make(loopir.Reduce, x.Type, out))
	}
	return w.ops
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
	args := make([]val, len(op.Args))
	for k, v := range op.Args {
		args[k] = l.value(v)
	}
	l.w.ops = append(l.w.ops, &loopir.Op{Kind: loopir.Check, Pos: op.Pos, Args: args, Claim: &claim})
}

// compute writes an operation of numbers, once or in all lanes.
func (l *laneWriter) compute(op *loopir.Op) {
	out := op.Outs[0]
	if !l.varies[out] {
		args := make([]val, len(op.Args))
		for k, v := range op.Args {
			args[k] = l.value(v)
		}
		l.values[out] = l.make(op, out.Type, args)
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
		if op.Kind == loopir.Select && k == 0 && !l.varies[v] {
			args[k] = l.value(v)
			continue
		}
		args[k] = l.vector(v)
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
		if l.varies[s] {
			init = append(init, l.vector(op.Args[1+k]))
		} else {
			init = append(init, l.value(op.Args[1+k]))
		}
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
		if l.varies[body.Params[1+k]] {
			made.Sub[0].Yield = append(made.Sub[0].Yield, l.vector(y))
		} else {
			made.Sub[0].Yield = append(made.Sub[0].Yield, l.value(y))
		}
	}
	made.Sub[0].Ops = l.w.ops
	l.w = outer
	l.w.ops = append(l.w.ops, made)
	for k, out := range op.Outs {
		l.values[out] = made.Outs[k]
	}
}

// choice writes an If: of values, a Select for each; else one that is the same in all lanes.
func (l *laneWriter) choice(op *loopir.Op) {
	c := op.Args[0]
	if l.varies[c] {
		for k, out := range op.Outs {
			yes, no := l.vector(op.Sub[0].Yield[k]), l.vector(op.Sub[1].Yield[k])
			l.values[out] = l.w.make(loopir.Select, yes.Type, l.value(c), yes, no)
		}
		return
	}
	outer := l.w
	made := &loopir.Op{Kind: loopir.If, Args: []val{l.value(c)}}
	for _, b := range op.Sub {
		l.w = &builder{f: l.f}
		l.block(b)
		var yield []val
		for k, y := range b.Yield {
			if l.varies[op.Outs[k]] {
				yield = append(yield, l.vector(y))
			} else {
				yield = append(yield, l.value(y))
			}
		}
		side(made, l.w.ops, yield)
	}
	l.w = outer
	l.w.ops = append(l.w.ops, made)
	for k, out := range op.Outs {
		l.values[out] = l.f.NewOut(made, made.Sub[0].Yield[k].Type, "")
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
		args := make([]val, len(op.Args))
		for k, v := range op.Args {
			args[k] = l.value(v)
		}
		l.values[op.Outs[0]] = l.w.make(loopir.Row, op.Outs[0].Type, args...)
	case loopir.View:
		args := make([]val, len(op.Args), len(op.Args)+1)
		for k, v := range op.Args {
			args[k] = l.value(v)
		}
		if l.lane[op.Args[0]] {
			args = append(args, width)
		}
		l.values[op.Outs[0]] = l.w.make(loopir.View, loopir.ViewOf(op.Outs[0].Type.Elem, len(args)-1), args...)
	}
}

// access writes a Load, a Store or an Accum. Where all lanes add to one element, their sum is added.
func (l *laneWriter) access(op *loopir.Op) {
	args := []val{l.value(op.Args[0])}
	for _, i := range op.Indices() {
		args = append(args, l.value(i))
	}
	if l.lane[op.Args[0]] {
		args = append(args, l.number)
	}
	vectors := l.lane[op.Args[0]] || l.anyVaries(op.Indices())
	if op.Kind == loopir.Load {
		t := op.Outs[0].Type
		if vectors {
			t = loopir.VectorOf(t.Elem, l.width)
		}
		l.values[op.Outs[0]] = l.w.make(loopir.Load, t, args...)
		return
	}
	x := op.Args[len(op.Args)-1]
	set := l.value(x)
	switch {
	case vectors:
		set = l.vector(x)
	case op.Kind == loopir.Accum && set.Type.Form == loopir.Vector:
		set = l.w.make(loopir.Reduce, x.Type, set)
	case op.Kind == loopir.Accum:
		set = l.w.make(loopir.Reduce, x.Type, l.vector(x))
	}
	l.w.ops = append(l.w.ops, &loopir.Op{Kind: op.Kind, Args: append(args, set)})
}
