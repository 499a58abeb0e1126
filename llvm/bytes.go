package llvm

import (
	"github.com/llir/llvm/ir/types"

	"procad/llvm/ll"
	"procad/proc"
)

// bytes{T} : T → (T, Int)
func bytesFamily(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	return concat(in, []val{b.held(ts[0], in)})
}

// held is how many bytes a value holds:
//
//	held((τ1, …)) = held(τ1) …              held(Array^r σ) = 8 · elements · leaves of σ
//	held(Inl x) = 8 + held(x), of Inr too   held(Stack X) = Σ held(items)
func (b *builder) held(t proc.Type, vals []val) val {
	switch t := t.(type) {
	case *proc.TupleType:
		var n val = ll.Int(0)
		for _, e := range t.Elems {
			k := b.Width(e)
			n = b.Add(n, b.held(e, vals[:k]))
			vals = vals[k:]
		}
		return n
	case *proc.SumType:
		if proc.Scalar(t) && b.fixed(t) {
			return ll.Int(8 * b.most(t))
		}
		k := b.Width(t.L)
		side := b.side(b.outliner.local(b, vals[0]),
			func() []val { return []val{b.held(t.R, vals[1+k:])} },
			func() []val { return []val{b.held(t.L, vals[1:1+k])} })
		return b.Add(side[0], ll.Int(8))
	case *proc.ArrayType:
		_, dims := b.split(t, vals)
		return b.Mul(b.Product(b.outliner.localAll(b, dims)), ll.Int(8*b.Width(t.Elem)))
	case *proc.StackType:
		return b.heldByItems(t, stackOf(b.outliner.localAll(b, vals)))
	}
	return ll.Int(8 * b.Width(t))
}

// heldByItems is the sum over the items of a stack.
func (b *builder) heldByItems(t *proc.StackType, s stack) val {
	if proc.Scalar(t.Elem) {
		return b.Mul(s.length, ll.Int(8))
	}
	sum := b.Alloca(types.I64, 1)
	b.Cur.NewStore(ll.Int(0), sum)
	b.popAll(t, s, func(_ val, x []val) {
		b.Cur.NewStore(b.Add(b.Cur.NewLoad(types.I64, sum), b.held(t.Elem, x)), sum)
	})
	return b.Cur.NewLoad(types.I64, sum)
}
