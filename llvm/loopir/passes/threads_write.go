package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// write writes what stands for the loop, and its functions.
func (d *dividedLoop) write() []*loopir.Op {
	body := d.body()
	first, n := d.f.Int(0), d.loop.Args[0]
	if d.loop.From != nil {
		first = d.loop.From
		n = d.w.make(loopir.Max, loopir.IntType, d.f.Int(0), d.w.make(loopir.Sub, loopir.IntType, n, first))
	}
	work := d.w.make(loopir.Mul, loopir.RealType, d.w.make(loopir.ToReal, loopir.RealType, n), d.cost(d.loop.Sub[0], d.made).write(d.w))
	copied := d.copied()
	enough := d.w.make(loopir.Lt, loopir.BoolType, d.w.real(d.least.all), work)
	var mostCopies val
	if copied != nil {
		mostCopies = d.mostCopies(work, copied)
		enough = d.w.make(loopir.And, loopir.BoolType, enough, d.w.make(loopir.Le, loopir.BoolType, d.w.real(fewCopies), mostCopies))
	}
	several := d.w.make(loopir.And, loopir.BoolType, enough, d.w.make(loopir.Lt, loopir.BoolType, d.f.Int(1), n))
	choice := &loopir.Op{Kind: loopir.If, Args: []val{several}, Pos: d.loop.Pos}
	at := d.w.ops
	d.w.ops = nil
	yield := d.chunks(body, first, n, work, mostCopies)
	chunks := &loopir.Block{In: choice, Ops: d.w.ops, Yield: yield}
	d.w.ops = nil
	call := d.call(body, first, d.loop.Args[0], d.loop.Args[1:], nil)
	choice.Sub = []block{chunks, {In: choice, Ops: []*loopir.Op{call}, Yield: slices.Clone(call.Outs)}}
	for _, v := range d.loop.Outs {
		v.Def = choice
	}
	choice.Outs = d.loop.Outs
	return append(at, choice)
}

// copied is how many elements the copies of a chunk have, a Real; nil if it has none.
func (d *dividedLoop) copied() (total val) {
	for _, v := range d.given {
		if dims := d.added[v]; dims != nil {
			size := d.w.real(1)
			for _, n := range dims {
				size = d.w.make(loopir.Mul, loopir.RealType, size, d.w.make(loopir.ToReal, loopir.RealType, n))
			}
			if total != nil {
				size = d.w.make(loopir.Add, loopir.RealType, total, size)
			}
			total = size
		}
	}
	return total
}

// mostCopies is how many copies there may be. One thread adds them: with k of them  work / k + k · add · copied  is to be small. All of them
// have room in what a call may use for them.
//
//	min(√(work / (add · copied)), room / copied)
func (d *dividedLoop) mostCopies(work, copied val) val {
	root := d.w.make(loopir.Math, loopir.RealType, d.w.make(loopir.Div, loopir.RealType, work, d.w.make(loopir.Mul, loopir.RealType, d.w.real(d.least.add), copied)))
	root.Def.Func = prim.Sqrt
	room := d.w.make(loopir.ToReal, loopir.RealType, d.w.make(loopir.Room, loopir.IntType))
	return d.w.make(loopir.Min, loopir.RealType, root, d.w.make(loopir.Div, loopir.RealType, room, copied))
}

// body is the function  f.loop(lo, hi, x, …) { for free i < hi from lo (s = x) { b } }.
func (d *dividedLoop) body() *loopir.Func {
	g := &loopir.Func{Name: d.name("loop"), Pos: d.f.Pos, Shared: true, Body: &loopir.Block{}}
	c := newCopier(g)
	number := func(t loopir.Type, name string) val {
		g.Modes = append(g.Modes, loopir.Owned)
		return g.NewParam(g.Body, t, name)
	}
	lo, hi := number(loopir.IntType, "lo"), number(loopir.IntType, "hi")
	var init []val
	for _, v := range d.loop.Args[1:] {
		init = append(init, number(v.Type, v.Name))
	}
	for _, v := range d.given {
		c.of[v] = g.NewParam(g.Body, v.Type, v.Name)
		g.Modes = append(g.Modes, d.mode(v))
	}
	w := &builder{f: g, ops: d.known(c)}
	w.ops = append(w.ops, w.holds(loopir.NonNegative, prim.IndexRange, lo), w.holds(loopir.NonNegative, prim.IndexRange, hi))
	w.ops = append(w.ops, w.holds(loopir.Holds, prim.AssertFailed, w.make(loopir.Le, loopir.BoolType, hi, c.value(d.loop.Args[0]))))
	g.Body.Ops = w.ops
	d.again(c, g)
	out := c.op(d.loop)
	out.Args, out.From = append([]val{hi}, init...), lo
	g.Body.Ops = append(g.Body.Ops, out)
	g.Body.Yield = slices.Clone(out.Outs)
	for _, v := range out.Outs {
		g.Results = append(g.Results, v.Type)
	}
	g.Drop()
	g.Assume()
	d.written[d.f] = append(d.written[d.f], g)
	return g
}

// known are checks that say what is known of the Ints which the loop takes: which are equal, which are below others.
func (d *dividedLoop) known(c *copier) (checks []*loopir.Op) {
	show := func(test loopir.Test, args ...val) bool {
		check := d.w.holds(test, prim.IndexRange, args...)
		holds := d.follows(check)
		if holds {
			checks = append(checks, d.w.holds(test, prim.IndexRange, c.values(args)...))
		}
		return holds
	}
	for i, v := range d.given {
		if v.Type != loopir.IntType {
			continue
		}
		show(loopir.NonNegative, v)
		for _, w := range d.given[:i] {
			if w.Type == loopir.IntType && !show(loopir.Equal, v, w) && !show(loopir.Below, v, w) {
				show(loopir.Below, w, v)
			}
		}
	}
	return checks
}

// mode is how a value is passed on: what is only read is shared.
func (d *dividedLoop) mode(v val) loopir.Mode {
	if v.Type.Form != loopir.Buffer {
		return loopir.Owned
	}
	if m := d.modes(v); m != loopir.Owned {
		return m
	}
	own := map[val]bool{}
	roots(v, own)
	reads, adds := true, true
	d.loop.Sub[0].Walk(func(op *loopir.Op) {
		for k, w := range op.Args {
			if w.Type.Form != loopir.Buffer && w.Type.Form != loopir.Shaped || !meets(w, own) {
				continue
			}
			switch {
			case op.Kind == loopir.View || op.Kind == loopir.Row:
			case op.Kind == loopir.Load || op.Kind == loopir.Copy:
				adds = false
			case op.Kind == loopir.Accum:
				reads = false
			case op.Kind.Calls():
				m := d.prog.Lookup(op.Func).Modes[k]
				reads, adds = reads && m == loopir.Shared, adds && m == loopir.Accumulator
			default:
				reads, adds = false, false
			}
		}
	})
	switch {
	case reads:
		return loopir.Shared
	case adds:
		return loopir.Accumulator
	}
	return loopir.Owned
}

// again makes the views and rows from outside of the loop once more.
func (d *dividedLoop) again(c *copier, g *loopir.Func) {
	var visit func(v val)
	visit = func(v val) {
		if _, ok := c.of[v]; ok || d.made[v] || !again(v) {
			return
		}
		for _, w := range v.Def.Args {
			visit(w)
		}
		g.Body.Ops = append(g.Body.Ops, c.op(v.Def))
	}
	d.loop.Sub[0].AllUses(visit)
}

// call calls a function with the loop. Some buffers are others.
func (d *dividedLoop) call(body *loopir.Func, lo, hi val, init []val, of map[val]val) *loopir.Op {
	op := &loopir.Op{Kind: loopir.Call, Func: body.Name, Pos: d.loop.Pos, Args: append([]val{lo, hi}, init...)}
	for _, v := range d.given {
		if w := of[v]; w != nil {
			v = w
		}
		op.Args = append(op.Args, v)
	}
	for _, t := range body.Results {
		d.w.f.NewOut(op, t, "")
	}
	return op
}

// chunks writes the way with threads:
//
//	k = min(64, work / least, mostCopies, n);  per = max(⌈n / k⌉, min(64, ⌈n / 8⌉)), a multiple of 8 if it is more;  k = ⌈n / per⌉
//	par f.chunk(k, …)                                             par f.chunk(⌈k / 2⌉, …, 0);  par f.chunk(⌊k / 2⌋, …, 1) if d.width > 0
//	y = add x, parts[0], …;  accum v[…] += copies[0, …], …
func (d *dividedLoop) chunks(body *loopir.Func, first, n, work, mostCopies val) []val {
	most := d.w.make(loopir.Min, loopir.RealType, d.w.real(mostChunks), d.w.make(loopir.Mul, loopir.RealType, work, d.w.real(1/d.least.chunk)))
	if mostCopies != nil {
		most = d.w.make(loopir.Min, loopir.RealType, most, mostCopies)
	}
	whole := d.w.make(loopir.Math, loopir.RealType, most)
	whole.Def.Func = prim.Floor
	d.w.ops = append(d.w.ops, d.w.holds(loopir.InInt, prim.IntRange, whole))
	k := d.w.make(loopir.Min, loopir.IntType, n, d.w.make(loopir.ToInt, loopir.IntType, whole))
	per := d.w.make(loopir.Max, loopir.IntType, d.w.ceil(n, d.w.make(loopir.Max, loopir.IntType, d.f.Int(1), k)), d.w.make(loopir.Min, loopir.IntType, d.f.Int(fullChunk), d.w.ceil(n, d.f.Int(8))))
	per = d.w.make(loopir.Max, loopir.IntType, per, d.f.Int(max(1, d.width)))
	eights := d.w.make(loopir.Mul, loopir.IntType, d.f.Int(8), d.w.ceil(per, d.f.Int(8)))
	per = d.w.make(loopir.Select, loopir.IntType, d.w.make(loopir.Le, loopir.BoolType, d.f.Int(8), per), eights, per)
	k = d.w.ceil(n, per)

	w := d.chunk(body)
	args := []val{k, per, first, d.loop.Args[0]}
	var parts, copies []val
	for _, v := range d.loop.Outs {
		parts = append(parts, d.w.make(loopir.Local, loopir.BufferOf(v.Type.Elem), d.f.Int(mostChunks)))
	}
	var sizes []val
	for _, v := range d.given {
		if dims := d.added[v]; dims != nil {
			size := d.w.product(dims)
			sizes = append(sizes, size)
			b := d.w.make(loopir.Alloc, v.Type, d.w.make(loopir.Mul, loopir.IntType, k, size))
			b.Def.Pos = d.loop.Pos
			copies = append(copies, b)
		}
	}
	args = slices.Concat(args, parts, copies, d.given)
	par := func(args []val) {
		d.w.ops = append(d.w.ops, &loopir.Op{Kind: loopir.Par, Func: w.Name, Pos: d.loop.Pos, Args: args})
	}
	if d.width == 0 {
		par(args)
	} else {
		for odd := range int64(2) {
			half := d.w.ceil(d.w.make(loopir.Sub, loopir.IntType, k, d.f.Int(odd)), d.f.Int(2))
			par(append(slices.Concat([]val{half}, args[1:]), d.f.Int(odd)))
		}
	}

	var yield []val
	for i, init := range d.loop.Args[1:] {
		yield = append(yield, d.total(parts[i], k, init, d.loop.Sub[0].Yield[i].Def.Kind))
	}
	at := 0
	for _, v := range d.given {
		if d.added[v] != nil {
			d.addUp(v, copies[at], k, sizes[at])
			d.w.ops = append(d.w.ops, &loopir.Op{Kind: loopir.Release, Args: []val{copies[at]}})
			at++
		}
	}
	return yield
}

// product is how many elements there are: there are so many, so nothing overflows.
func (w *builder) product(dims []val) val {
	size := w.f.Int(1)
	for i, n := range dims {
		if i == 0 {
			size = n
			continue
		}
		size = w.make(loopir.Mul, loopir.IntType, size, n)
	}
	return size
}

// holds is a check that is known to hold.
func (w *builder) holds(t loopir.Test, kind prim.RuntimeErrorKind, args ...val) *loopir.Op {
	return &loopir.Op{Kind: loopir.Check, Args: args, Claim: &loopir.Claim{Test: t, Kind: kind, Proof: loopir.Implied}}
}

// ceil is ⌈n / m⌉, where n ≥ 0 and m > 0.
func (w *builder) ceil(n, m val) val {
	if _, known := m.IsConst(); !known {
		w.ops = append(w.ops, w.holds(loopir.NonZero, prim.DivideByZero, m))
	}
	return w.make(loopir.Div, loopir.IntType, w.make(loopir.Add, loopir.IntType, n, w.make(loopir.Sub, loopir.IntType, m, w.f.Int(1))), m)
}

// total puts the parts of the chunks together, in their order.
func (d *dividedLoop) total(parts, k, init val, how loopir.Kind) val {
	loop := loopOf(d.f, loopir.Seq, k, []val{init})
	in := &builder{f: d.f}
	body := loop.Sub[0]
	v := in.make(loopir.View, loopir.ViewOf(parts.Type.Elem, 1), parts, d.f.Int(mostChunks))
	in.ops = append(in.ops, implied(body.Params[0], d.f.Int(mostChunks)))
	x := in.make(loopir.Load, init.Type, v, body.Params[0])
	body.Yield = []val{in.make(how, init.Type, body.Params[1], x)}
	body.Ops = in.ops
	d.w.ops = append(d.w.ops, loop)
	return loop.Outs[0]
}

// chunk is the function
//
//	f.chunk(c, per, first, n, parts, copies, …) {
//	  c = 2 · c + odd, if d.width > 0;  lo = first + c · per;  clear copies[c];  parts[c] = f.loop(lo, min(lo + per, n), 0, …)
//	}
func (d *dividedLoop) chunk(body *loopir.Func) *loopir.Func {
	g := &loopir.Func{Name: d.name("chunk"), Pos: d.f.Pos, Body: &loopir.Block{}}
	w := &builder{f: g}
	param := func(t loopir.Type, name string, m loopir.Mode) val {
		g.Modes = append(g.Modes, m)
		return g.NewParam(g.Body, t, name)
	}
	c, per := param(loopir.IntType, "c", loopir.Owned), param(loopir.IntType, "per", loopir.Owned)
	first, end := param(loopir.IntType, "first", loopir.Owned), param(loopir.IntType, "n", loopir.Owned)
	var parts, copies []val
	for _, v := range d.loop.Outs {
		parts = append(parts, param(loopir.BufferOf(v.Type.Elem), "parts", loopir.Owned))
	}
	for _, v := range d.given {
		if d.added[v] != nil {
			copies = append(copies, param(v.Type, "copies", loopir.Owned))
		}
	}
	of := newCopier(g)
	for _, v := range d.given {
		of.of[v] = param(v.Type, v.Name, d.mode(v))
	}
	if d.width > 0 {
		odd := param(loopir.IntType, "odd", loopir.Owned)
		c = w.make(loopir.Add, loopir.IntType, w.make(loopir.Mul, loopir.IntType, g.Int(2), c), odd)
	}
	lo := w.make(loopir.Add, loopir.IntType, first, w.make(loopir.Mul, loopir.IntType, c, per))
	hi := w.make(loopir.Min, loopir.IntType, end, w.make(loopir.Add, loopir.IntType, lo, per))
	var init []val
	for k, v := range d.loop.Outs {
		init = append(init, neutralOf(g, d.loop.Sub[0].Yield[k].Def.Kind, v.Type))
	}
	own := map[val]val{}
	at := 0
	for _, v := range d.given {
		own[v] = of.of[v]
		if dims := d.added[v]; dims != nil {
			list := of.values(dims)
			size := w.product(list)
			all := w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), copies[at], g.Int(mostChunks), size)
			w.ops = append(w.ops, implied(c, g.Int(mostChunks)))
			own[v] = w.make(loopir.Row, v.Type, all, c)
			w.ops = append(w.ops, &loopir.Op{Kind: loopir.Clear, Args: []val{own[v], size}})
			at++
		}
	}
	sub := &dividedLoop{threading: d.threading, w: w, loop: d.loop, made: d.made, given: d.given, added: d.added}
	call := sub.call(body, lo, hi, init, own)
	w.ops = append(w.ops, call)
	for k, p := range parts {
		v := w.make(loopir.View, loopir.ViewOf(p.Type.Elem, 1), p, g.Int(mostChunks))
		w.ops = append(w.ops, implied(c, g.Int(mostChunks)), &loopir.Op{Kind: loopir.Store, Args: []val{v, c, call.Outs[k]}})
	}
	g.Body.Ops = w.ops
	g.Renumber()
	d.written[d.f] = append(d.written[d.f], g)
	return g
}

// neutralOf is the number that changes nothing: -0 of sums, as x + 0 is not -0 where x is.
func neutralOf(g *loopir.Func, how loopir.Kind, t loopir.Type) val {
	switch {
	case t == loopir.IntType:
		return g.Int(0)
	case t == loopir.BoolType:
		return g.Bool(false)
	case how == loopir.Max:
		return g.Const(t, math.Float64bits(math.Inf(-1)))
	case how == loopir.Min:
		return g.Const(t, math.Float64bits(math.Inf(1)))
	}
	return g.Const(t, math.Float64bits(math.Copysign(0, -1)))
}
