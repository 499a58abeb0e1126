package passes

import (
	"slices"
	"strconv"

	"procad/llvm/loopir"
	"procad/proc"
)

// write writes the pieces, and makes the function their driver.
func (d *division) write(free func(proc.Func) bool) []*loopir.Func {
	f := d.f
	begin := &builder{f: f}
	for e, n := range d.sizes {
		if n > 0 {
			d.frames[e] = begin.make(loopir.Alloc, loopir.BufferOf(loopir.Elem(e)), f.Int(int64(n)))
			begin.ops[len(begin.ops)-1].Pos = f.Pos
		}
	}
	w := &driver{division: d, free: free}
	w.block(f.Body)
	for _, frame := range d.frames {
		if frame != nil {
			f.Body.Ops = append(f.Body.Ops, &loopir.Op{Kind: loopir.Release, Args: []val{frame}})
		}
	}
	insert(f.Body, 0, begin.ops)
	f.Assume()
	return w.pieces
}

// A driver writes what is left of the function.
type driver struct {
	*division
	pieces []*loopir.Func
	frame  framed               // of the block at hand
	free   func(proc.Func) bool // no function has the name
}

// block writes a block of calls, and of what the driver does.
func (w *driver) block(b block) {
	outer := w.frame
	w.frame = framed{division: w.division, builder: &builder{f: w.f}, frames: w.frames}
	for _, v := range b.Params {
		w.frame.keep(v, v)
	}
	for _, p := range w.segments[b] {
		if !p.driven {
			w.call(p)
			continue
		}
		op := p.ops[0]
		w.frame.list(op.Args)
		if op.From != nil {
			op.From = w.frame.value(op.From)
		}
		if op.Kind == loopir.For {
			op.Order, op.Hint = loopir.Seq, loopir.Usual // its pieces store in a frame
		}
		if op.Kind == loopir.If {
			dropNumbers(op)
		}
		for _, inner := range op.Sub {
			w.block(inner)
		}
		w.frame.ops = append(w.frame.ops, op)
		for _, v := range op.Outs {
			w.frame.keep(v, v)
		}
	}
	w.frame.list(b.Yield)
	b.Ops = w.frame.ops
	w.frame = outer
}

// dropNumbers takes numbers out of the results of an If, whose blocks leave them in a frame.
func dropNumbers(op *loopir.Op) {
	outs, yields := op.Outs[:0], [2][]val{}
	for k, v := range op.Outs {
		if isNumber(v) {
			continue
		}
		outs = append(outs, v)
		for side, b := range op.Sub {
			yields[side] = append(yields[side], b.Yield[k])
		}
	}
	op.Outs = outs
	for side, b := range op.Sub {
		b.Yield = yields[side]
	}
}

// call writes a piece, and the call of it.
func (w *driver) call(p *segment) {
	g := &loopir.Func{Name: w.name(), Pos: w.f.Pos, Piece: true, Body: &loopir.Block{}}
	op := &loopir.Op{Kind: loopir.Call, Pos: w.f.Pos, Func: g.Name}
	in := framed{division: w.division, builder: &builder{f: g}, of: newCopier(g)}
	pass := func(v val, mode loopir.Mode, name string) val {
		op.Args = append(op.Args, v)
		g.Modes = append(g.Modes, mode)
		return g.NewParam(g.Body, v.Type, name)
	}
	for e, frame := range w.frames {
		if frame != nil {
			in.frames[e] = pass(frame, loopir.Owned, "frame")
		}
	}
	for _, v := range p.in {
		mode := w.modes(v)
		if v.Type.Form == loopir.Stack && !usesUp(p.ops, v) {
			mode = loopir.Shared
		}
		in.of.of[v] = pass(w.frame.value(v), mode, v.Name)
	}
	for _, inner := range p.ops {
		inner.AllUses(func(v val) {
			if w.home[v] != p {
				in.value(v)
			}
		})
		in.ops = append(in.ops, in.of.op(inner))
		for _, v := range inner.Outs {
			in.keep(v, in.of.value(v))
		}
	}
	for _, m := range p.moves {
		in.store(m.to, in.value(m.from))
	}
	for _, v := range p.out {
		g.Results = append(g.Results, v.Type)
		g.Body.Yield = append(g.Body.Yield, in.of.value(v))
		v.Def = op
		op.Outs = append(op.Outs, v)
	}
	g.Body.Ops = in.ops
	g.Drop()
	g.Assume()
	w.pieces = append(w.pieces, g)
	w.frame.ops = append(w.frame.ops, op)
}

// usesUp says that a stack is gone after operations.
func usesUp(ops []*loopir.Op, s val) bool {
	for _, op := range ops {
		if op.Kind != loopir.Len && op.Kind != loopir.Copy && slices.Contains(op.Args, s) {
			return true
		}
		for _, b := range op.Sub {
			if slices.Contains(b.Yield, s) || usesUp(b.Ops, s) {
				return true
			}
		}
	}
	return false
}

// name is what a piece is called: in one word, as no other function.
func (w *driver) name() proc.Func {
	for k := len(w.pieces) + 1; ; k++ {
		if name := w.f.Name.InOneWord(".piece" + strconv.Itoa(k)); w.free(name) {
			return name
		}
	}
}

// A framed writes operations in a block of the driver, or in a piece, whose numbers may be in frames.
type framed struct {
	*division
	*builder
	of     *copier // of a piece, whose values are others than those of the function; nil in the driver
	frames [3]val
	views  [3]val
}

// value is what stands for a value here. A piece loads a number once, the driver where it needs it.
func (r *framed) value(v val) val {
	switch {
	case v.Origin == loopir.Constant || v.Origin == loopir.Undefined:
		if r.of != nil {
			return r.of.value(v)
		}
		return v
	case r.of == nil && r.direct(v):
		return v
	}
	if r.of != nil {
		if own, ok := r.of.of[v]; ok {
			return own
		}
	}
	var own val
	switch {
	case again(v):
		args := make([]val, len(v.Def.Args))
		for k, of := range v.Def.Args {
			args[k] = r.value(of)
		}
		own = r.make(v.Def.Kind, v.Type, args...)
	case isNumber(v):
		at := r.places[v]
		own = r.make(loopir.Load, v.Type, r.view(at.elem), r.builder.f.Int(int64(at.at)))
	default:
		return v // a buffer that a call of the driver gave
	}
	if r.of != nil {
		r.of.of[v] = own
	}
	return own
}

// list replaces values by what stands for them.
func (r *framed) list(vs []val) {
	for i, v := range vs {
		vs[i] = r.value(v)
	}
}

// keep stores a number that is made here, if it has a place.
func (r *framed) keep(v, own val) {
	if at, ok := r.places[v]; ok {
		r.store(at, own)
	}
}

func (r *framed) store(at place, v val) {
	view := r.view(at.elem)
	r.ops = append(r.ops, &loopir.Op{Kind: loopir.Store, Args: []val{view, r.builder.f.Int(int64(at.at)), v}})
}

// view is a frame with its dimension. The driver makes one in each block.
func (r *framed) view(e loopir.Elem) val {
	if r.views[e] == nil {
		r.views[e] = r.make(loopir.View, loopir.ViewOf(e, 1), r.frames[e], r.builder.f.Int(int64(r.sizes[e])))
	}
	return r.views[e]
}
