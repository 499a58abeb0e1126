package build

import (
	"procad/internal/native"
	"procad/llvm/loopir"
	"procad/proc"
)

// held is how many bytes a value holds, of bytes{T} : T → (T, Int):
//
//	held((τ1, …)) = held(τ1) …              held(Array^r σ) = 8 · elements · leaves of σ
//	held(Inl x) = 8 + held(x), of Inr too   held(Stack X) = Σ held(items)
func (b *builder) held(t proc.Type, vals []val) val {
	switch t := t.(type) {
	case *proc.TupleType:
		n := b.int(0)
		for _, e := range t.Elems {
			k := b.width(e)
			n = b.add(n, b.held(e, vals[:k]))
			vals = vals[k:]
		}
		return n
	case *proc.SumType:
		k := 1 + b.width(t.L)
		side := b.fork(vals[0],
			func() []val { return []val{b.held(t.R, vals[k:])} },
			func() []val { return []val{b.held(t.L, vals[1:k])} })
		return b.add(b.int(8), side[0])
	case *proc.ArrayType:
		_, dims := b.split(t, vals)
		return b.mul(b.int(int64(8*b.width(t.Elem))), b.count(dims))
	case *proc.StackType:
		return b.heldByItems(t, vals[0])
	}
	return b.int(int64(8 * b.width(t)))
}

// heldByItems is the sum over the items of a stack: of a copy of its words, which does not own what they are.
func (b *builder) heldByItems(t *proc.StackType, s val) val {
	if proc.Scalar(t.Elem) && native.TagWords(t.Elem) == 0 { // packed tags take less than they count
		return b.mul(b.int(8), b.length(s))
	}
	words := b.make(loopir.Copy, loopir.StackType, s)
	out := b.popAll(t.Elem, words, []val{b.int(0)}, func(x, sum []val) []val {
		return []val{b.add(sum[0], b.held(t.Elem, x))}
	})
	b.op(loopir.Release, out[0])
	return out[1]
}
