package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// A builder writes operations, one after the other.
type builder struct {
	f   *loopir.Func
	ops []*loopir.Op
}

func (w *builder) make(k loopir.Kind, t loopir.Type, args ...val) val {
	op := w.op(k, t, args...)
	w.ops = append(w.ops, op)
	return op.Outs[0]
}

// op is an operation that is not yet written.
func (w *builder) op(k loopir.Kind, t loopir.Type, args ...val) *loopir.Op {
	op := &loopir.Op{Kind: k, Args: args}
	w.f.NewOut(op, t, "")
	return op
}

// sum writes a form.
func (w *builder) sum(f form) val {
	total := w.f.Int(f.c)
	for i, t := range f.terms {
		x := t.v
		if t.k != 1 {
			x = w.make(loopir.Mul, loopir.IntType, w.f.Int(t.k), x)
		}
		if i == 0 && f.c == 0 {
			total = x
			continue
		}
		total = w.make(loopir.Add, loopir.IntType, total, x)
	}
	return total
}

// total writes the sum of Ints.
func (w *builder) total(list []val) val {
	all := w.f.Int(0)
	for _, n := range list {
		all = w.make(loopir.Add, loopir.IntType, all, n)
	}
	return all
}

// implied is the check i < n, which is known to hold.
func implied(i, n val) *loopir.Op {
	claim := &loopir.Claim{Test: loopir.Below, Kind: prim.IndexRange, Proof: loopir.Implied}
	return &loopir.Op{Kind: loopir.Check, Args: []val{i, n}, Claim: claim}
}

// loopOf is a loop whose body is still to be written.
func loopOf(f *loopir.Func, order loopir.Order, n val, init []val) *loopir.Op {
	l := &loopir.Op{Kind: loopir.For, Order: order, Args: append([]val{n}, init...)}
	body := &loopir.Block{In: l}
	l.Sub = []block{body}
	f.NewParam(body, loopir.IntType, "k")
	for _, v := range init {
		f.NewParam(body, v.Type, v.Name)
		f.NewOut(l, v.Type, v.Name)
	}
	return l
}

// instead is an If, with sides still to be written, that stands for a loop. The loop gets results of its own, so it can be on
// one of the sides.
//
//	y = loop    ↦    y = if c { … } else { … }
func instead(f *loopir.Func, c val, loop *loopir.Op) *loopir.Op {
	op := &loopir.Op{Kind: loopir.If, Args: []val{c}, Outs: loop.Outs}
	loop.Outs = nil
	for _, v := range op.Outs {
		v.Def = op
		f.NewOut(loop, v.Type, v.Name)
	}
	return op
}

// early is a condition that may be asked where the program does not choose by it, and where it may be undefined.
func (w *builder) early(c val) val {
	if c.Origin == loopir.Constant {
		return c
	}
	return w.make(loopir.Freeze, loopir.BoolType, c)
}

// side adds a side to an If: operations, and what they give.
func side(in *loopir.Op, ops []*loopir.Op, yield []val) {
	in.Sub = append(in.Sub, &loopir.Block{In: in, Ops: ops, Yield: slices.Clone(yield)})
}
