package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// cells makes the accumulator that begins as a value: an array is added to
// where it is, a scalar gets a cell for each Real.
func (b *builder) cells(t proc.Type, vals []val) *ref {
	if _, ok := t.(*proc.ArrayType); ok {
		return &ref{mode: proc.Accumulator, typ: t, vals: vals, home: b.promotion}
	}
	cells := make([]val, len(vals))
	for i, l := range b.Leaves(t) {
		cells[i] = vals[i]
		if l == abi.RealLeaf {
			cell := b.cell()
			b.Cur.NewStore(b.as(vals[i], b.typeIn(l)), b.outliner.local(b, cell))
			cells[i] = cell
		}
	}
	return &ref{mode: proc.Accumulator, typ: t, vals: cells, home: b.promotion}
}

// cell makes room for a Real.
func (b *builder) cell() val {
	if b.lanes != nil {
		return b.Alloca(b.typeIn(abi.RealLeaf), 1)
	}
	return b.outliner.cell(b)
}

// contents is the value in an accumulator.
func (b *builder) contents(r *ref) []val {
	if r.array() != nil {
		return r.vals
	}
	vals := make([]val, len(r.vals))
	for i, l := range b.Leaves(r.typ) {
		vals[i] = r.vals[i]
		if l == abi.RealLeaf {
			vals[i] = b.Cur.NewLoad(b.typeIn(l), r.vals[i])
		}
	}
	return vals
}

// Add s i1 … ir x, and Add s x of a scalar or of all elements; unlike is said
// where the dimensions of arrays differ.
func (b *builder) addTo(r *ref, idx []val, t proc.Type, x []val, unlike string) {
	a := r.array()
	if b.lanes != nil {
		b.lanes.added = true
	}
	if proc.Scalar(t) {
		x = b.atWork(t, x)
	}
	if a == nil {
		b.checkTags(r.typ, r.vals, x)
		if b.lanes != nil || !b.addAfter(r, r.typ, r.vals, nil, nil, x) {
			b.addToScalar(r, x)
		}
		return
	}
	buffers, dims := r.vals[:b.Width(a.Elem)], r.vals[b.Width(a.Elem):]
	if len(idx) > 0 {
		idx = append(r.place[:len(r.place):len(r.place)], idx...)
		if b.lanes != nil && b.addToRows(r, buffers, dims, idx, x) {
			return
		}
		idx = b.indices(idx, dims)
		if b.addToSlab(a.Elem, buffers, dims, idx, x) {
			return
		}
		if b.lanes != nil && b.addInLoop(r.whole(), a.Elem, buffers, dims, idx, x) {
			return
		}
		if b.lanes != nil && b.addToWindow(a.Elem, buffers, dims, idx, x) {
			return
		}
		if b.lanes == nil && b.addAfter(r, a.Elem, buffers, dims, idx, x) {
			return
		}
		if b.bufferAdd(r, a.Elem, buffers, dims, idx, x) {
			return
		}
		row, at := b.elementIn(buffers, dims, idx)
		b.addAt(r.whole(), a.Elem, row, at, x)
		return
	}
	b.whole(r)
	from, fromDims := b.split(a, x)
	b.sameDims(dims, fromDims, unlike)
	b.loop(b.Product(dims), nil, func(i val, _ []val) []val {
		b.addAt(r.whole(), a.Elem, buffers, i, b.atWork(a.Elem, b.readAt(from, i)))
		return nil
	})
	b.free(t, x)
}

// addToScalar adds to the cells of a scalar.
func (b *builder) addToScalar(r *ref, x []val) {
	for i, l := range b.Leaves(r.typ) {
		switch {
		case l != abi.RealLeaf:
		case b.lanes != nil:
			b.addLanesAt(r.whole(), r.vals[i], ll.Int(0), x[i])
		default:
			old := b.Cur.NewLoad(l.Type(), r.vals[i])
			b.Cur.NewStore(b.accumulate(old, x[i]), r.vals[i])
			b.Size += 2
		}
	}
}

// addAt adds x to one element. What is added to the side that a sum is not has no meaning.
func (b *builder) addAt(root *ref, elem proc.Type, buffers []val, at val, x []val) {
	leaves := b.Leaves(elem)
	tags := make([]val, len(leaves))
	for i, l := range leaves {
		if l == abi.TagLeaf {
			tags[i] = b.load(buffers[i], at)
		}
	}
	b.checkTags(elem, tags, x)
	for i, l := range leaves {
		if l == abi.RealLeaf {
			if b.lanes != nil {
				b.addLanesAt(root, buffers[i], at, x[i])
				continue
			}
			p := b.gep(buffers[i], at)
			old := b.Cur.NewLoad(l.Type(), p)
			b.Cur.NewStore(b.accumulate(old, x[i]), p)
			b.Size += 2
		}
	}
}

// checkTags ends the run where sums that are to be added have different tags.
func (b *builder) checkTags(t proc.Type, xs, ys []val) {
	if differ := b.tagsDiffer(t, xs, ys); differ != constant.False {
		b.check(b.Not(differ), prim.Misuse, ll.Int(0), ll.Int(0), prim.DifferentTags)
	}
}

// tagsDiffer says that two values of type t are different sides of a sum. It
// looks only at sums on the sides that both are.
func (b *builder) tagsDiffer(t proc.Type, xs, ys []val) val {
	switch t := t.(type) {
	case *proc.TupleType:
		var differ val = constant.False
		for _, e := range t.Elems {
			n := b.Width(e)
			differ = b.Or(differ, b.tagsDiffer(e, xs[:n], ys[:n]))
			xs, ys = xs[n:], ys[n:]
		}
		return differ
	case *proc.SumType:
		n := b.Width(t.L)
		here := b.ICmp(enum.IPredNE, xs[0], ys[0])
		l := b.tagsDiffer(t.L, xs[1:1+n], ys[1:1+n])
		r := b.tagsDiffer(t.R, xs[1+n:], ys[1+n:])
		if l == constant.False && r == constant.False {
			return here
		}
		inside := b.Choice(xs[0], r, l)
		return b.Choice(here, constant.True, inside)
	}
	return constant.False
}
