package build

import (
	"procad/llvm/loopir"
	"procad/proc"
)

// free ends the life of a value: arrays and stacks give their memory back.
//
//	free (τ1, …)       free τ1; …
//	free τ1 + τ2       if tag { free τ2 } else { free τ1 }
//	free Array^r σ     release each buffer
//	free Stack τ       free each item; release
func (b *builder) free(t proc.Type, vals []val) {
	if proc.Scalar(t) {
		return
	}
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.width(e)
			b.free(e, vals[:n])
			vals = vals[n:]
		}
	case *proc.SumType:
		n := 1 + b.width(t.L)
		b.fork(vals[0],
			func() []val { b.free(t.R, vals[n:]); return nil },
			func() []val { b.free(t.L, vals[1:n]); return nil })
	case *proc.ArrayType:
		buffers, _ := b.split(t, vals)
		for _, p := range buffers {
			b.op(loopir.Release, p)
		}
	case *proc.StackType:
		s := vals[0]
		if b.visits(t) {
			s = b.popAll(t.Elem, s, nil, func(x, _ []val) []val {
				b.goes(t.Elem, x)
				b.free(t.Elem, x)
				return nil
			})[0]
		}
		b.op(loopir.Release, s)
	}
}

// clone copies a value: scalars are as they are, arrays and stacks are copied.
func (b *builder) clone(t proc.Type, vals []val) []val {
	if proc.Scalar(t) {
		return vals
	}
	switch t := t.(type) {
	case *proc.TupleType:
		var out []val
		for _, e := range t.Elems {
			n := b.width(e)
			out = append(out, b.clone(e, vals[:n])...)
			vals = vals[n:]
		}
		return out
	case *proc.SumType:
		n := 1 + b.width(t.L)
		return b.fork(vals[0],
			func() []val { return b.inr(t, b.clone(t.R, vals[n:])) },
			func() []val { return b.inl(t, b.clone(t.L, vals[1:n])) })
	case *proc.ArrayType:
		buffers, dims := b.split(t, vals)
		n := b.count(dims)
		out := make([]val, len(buffers))
		for i, p := range buffers {
			out[i] = b.copyBuffer(p, n)
		}
		return concat(out, dims)
	}
	return []val{b.cloneStack(t.(*proc.StackType), vals[0])}
}

// cloneStack copies a stack with what its items own. The items go to another stack, which has them in the opposite
// order, and from there, copied, to the result.
func (b *builder) cloneStack(t *proc.StackType, s val) val {
	words := b.make(loopir.Copy, loopir.StackType, s)
	if !b.visits(t) {
		return words
	}
	move := func(from val, item func([]val) []val) val {
		out := b.popAll(t.Elem, from, []val{b.empty(b.int(0), b.int(0))}, func(x, to []val) []val {
			return []val{b.put(to[0], t.Elem, item(x))}
		})
		b.op(loopir.Release, out[0])
		return out[1]
	}
	opposite := move(words, func(x []val) []val { return x })
	return move(opposite, func(x []val) []val {
		b.comes(t.Elem, b.weighed(t.Elem, x))
		return b.clone(t.Elem, x)
	})
}
