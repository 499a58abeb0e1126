package passes

import (
	"procad/llvm/loopir"
	"procad/prim"
)

// addUp adds the copies of the chunks to a buffer, in their order. Threads share it by elements, where there are many.
//
//	if least < k · size { par f.add(⌈size / per⌉, size, to, copies, k) } else { call f.add(0, 1, …) }
//
//	f.add(c, …) { for c < k { for free c · per ≤ e < min((c + 1) · per, size) { accum to[e] += copies[c, e] } } }
func (d *dividedLoop) addUp(to, copies, k, size val) {
	g := d.adders[d.f]
	if g == nil {
		g = d.adder()
		d.adders[d.f] = g
	}
	call := func(kind loopir.Kind, w *builder, parts, per val) {
		w.ops = append(w.ops, &loopir.Op{Kind: kind, Func: g.Name, Pos: d.loop.Pos, Args: []val{parts, per, size, to, copies, k}})
	}
	all := d.w.make(loopir.Mul, loopir.RealType, d.w.make(loopir.ToReal, loopir.RealType, k), d.w.make(loopir.ToReal, loopir.RealType, size))
	choice := &loopir.Op{Kind: loopir.If, Args: []val{d.w.make(loopir.Lt, loopir.BoolType, d.w.real(d.least.all/d.least.add), all)}, Pos: d.loop.Pos}
	several, one := &builder{f: d.f}, &builder{f: d.f}
	per := several.make(loopir.Max, loopir.IntType, d.f.Int(fullChunk), several.ceil(size, d.f.Int(mostChunks)))
	call(loopir.Par, several, several.ceil(size, per), per)
	call(loopir.Call, one, d.f.Int(0), size)
	choice.Sub = []block{{In: choice, Ops: several.ops}, {In: choice, Ops: one.ops}}
	d.w.ops = append(d.w.ops, choice)
}

// adder is the function f.add.
func (d *dividedLoop) adder() *loopir.Func {
	g := &loopir.Func{Name: d.name("add"), Pos: d.f.Pos, Body: &loopir.Block{}}
	w := &builder{f: g}
	param := func(t loopir.Type, name string, m loopir.Mode) val {
		g.Modes = append(g.Modes, m)
		return g.NewParam(g.Body, t, name)
	}
	c, per, size := param(loopir.IntType, "c", loopir.Owned), param(loopir.IntType, "per", loopir.Owned), param(loopir.IntType, "size", loopir.Owned)
	buffer := loopir.BufferOf(loopir.Real)
	to, copies := param(buffer, "to", loopir.Accumulator), param(buffer, "copies", loopir.Shared)
	k := param(loopir.IntType, "k", loopir.Owned)
	for _, n := range []val{c, per, size, k} {
		w.ops = append(w.ops, w.holds(loopir.NonNegative, prim.IndexRange, n))
	}
	lo := w.make(loopir.Mul, loopir.IntType, c, per)
	hi := w.make(loopir.Min, loopir.IntType, size, w.make(loopir.Add, loopir.IntType, lo, per))
	v := w.make(loopir.View, loopir.ViewOf(loopir.Real, 2), copies, k, size)
	sum := w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), to, size)
	each := loopOf(g, loopir.Seq, k, nil)
	inner := loopOf(g, loopir.Free, hi, nil)
	inner.From = lo
	e := inner.Sub[0].Params[0]
	in := &builder{f: g, ops: []*loopir.Op{implied(each.Sub[0].Params[0], k), implied(e, size)}}
	x := in.make(loopir.Load, loopir.RealType, v, each.Sub[0].Params[0], e)
	in.ops = append(in.ops, &loopir.Op{Kind: loopir.Accum, Args: []val{sum, e, x}})
	inner.Sub[0].Ops = in.ops
	each.Sub[0].Ops = []*loopir.Op{inner}
	g.Body.Ops = append(w.ops, each)
	g.Renumber()
	d.written[d.f] = append(d.written[d.f], g)
	return g
}
