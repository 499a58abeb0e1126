package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// arrayOf is the array type that a family's first type is.
func arrayOf(types []proc.Type) *proc.ArrayType { return types[0].(*proc.ArrayType) }

// split takes the leaves of an array apart: its buffers and its dimensions.
func (b *builder) split(a *proc.ArrayType, vals []val) (buffers, dims []val) {
	n := b.Width(a.Elem)
	return vals[:n:n], vals[n : n+a.Rank]
}

// dims are the dimensions of an array in zone Θ.
func (b *builder) dims(r *ref) []val {
	return r.vals[b.Width(r.array().Elem)+len(r.place):]
}

// checkCount ends the run where n < 0.
func (b *builder) checkCount(n val) {
	if !b.without(optim.ValueRanges) && b.isCount(n) {
		return
	}
	b.uniform("a count varies", n)
	b.check(b.ICmp(enum.IPredSGE, n, ll.Int(0)), prim.NegativeCount, n, ll.Int(0), "")
	b.count(n)
}

// elements is the product of dimensions that are to become those of an array.
func (b *builder) elements(dims []val) val {
	for _, d := range dims {
		b.checkCount(d)
	}
	var n val = ll.Int(1)
	for _, d := range dims {
		if c, ok := n.(ll.Int); ok && c == 1 {
			b.checkSize(d, d, constant.False)
			n = d
			continue
		}
		r := b.call(b.Runtime.MulOverflow, n, d)
		product, over := b.Cur.NewExtractValue(r, 0), b.Cur.NewExtractValue(r, 1)
		b.checkSize(product, d, over)
		n = product
	}
	return n
}

// checkSize ends the run where n elements are too many, or where their number
// overflowed; d is the dimension that broke it.
func (b *builder) checkSize(n, d, over val) {
	if c, ok := n.(ll.Int); ok && c <= abi.MaxElements {
		return
	}
	ok := val(b.ICmp(enum.IPredULE, n, ll.Int(abi.MaxElements)))
	if over != constant.False {
		ok = b.Cur.NewAnd(ok, b.Not(over))
	}
	b.check(ok, prim.SizeOverflow, d, ll.Int(0), "")
}

// bytes is the size of n elements of a buffer.
func (b *builder) bytes(n val, l abi.Leaf) val {
	b.uniform("the size of an array varies", n)
	if l == abi.TagLeaf {
		return n
	}
	return b.Mul(n, ll.Int(8*b.wordsOf(l)))
}

// allocate makes a buffer for n elements.
func (b *builder) allocate(n val, l abi.Leaf) val {
	p := val(b.alloc(b.bytes(n, l)))
	if l != abi.TagLeaf {
		p = b.Cur.NewBitCast(p, b.typeIn(l.Buffer()))
	}
	if b.lanes != nil && b.lanes.mask != nil {
		b.lanes.made[p] = true
	}
	return p
}

// alloc makes a block of n bytes for the statement at hand.
func (b *builder) alloc(n val) val { return b.call(b.Runtime.Alloc, b.Ctx, n, b.At()) }

// at is the position of the statement at hand, as pc_alloc takes it.

func (b *builder) release(p val) {
	if b.lanes != nil && !b.lanes.made[p] {
		b.allLanes("some lanes are done with an array")
	}
	b.call(b.Runtime.Free, b.Ctx, b.BytesOf(p))
}

// copyBuffer makes a copy of a buffer of n elements.
func (b *builder) copyBuffer(p, n val, l abi.Leaf) val {
	q := b.allocate(n, l)
	b.call(b.Runtime.Memcpy, b.BytesOf(q), b.BytesOf(p), b.bytes(n, l), constant.False)
	return q
}

// free ends the life of a value: arrays and stacks give their memory back.
func (b *builder) free(t proc.Type, vals []val) {
	if proc.Scalar(t) {
		return
	}
	if _, ok := t.(*proc.TupleType); !ok {
		vals = b.outliner.localAll(b, vals)
	}
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.Width(e)
			b.free(e, vals[:n])
			vals = vals[n:]
		}
	case *proc.SumType:
		n := b.Width(t.L)
		b.side(vals[0],
			func() []val { b.free(t.R, vals[1+n:]); return nil },
			func() []val { b.free(t.L, vals[1:1+n]); return nil })
	case *proc.ArrayType:
		buffers, _ := b.split(t, vals)
		for _, p := range buffers {
			b.release(p)
		}
	case *proc.StackType:
		b.allLanes("some lanes are done with a stack")
		b.freeStack(t, vals)
	}
}

// clone copies a value: scalars are as they are, arrays and stacks copied.
func (b *builder) clone(t proc.Type, vals []val) []val {
	if proc.Scalar(t) {
		return vals
	}
	if _, ok := t.(*proc.TupleType); !ok {
		vals = b.outliner.localAll(b, vals)
	}
	switch t := t.(type) {
	case *proc.TupleType:
		var out []val
		for _, e := range t.Elems {
			n := b.Width(e)
			out = append(out, b.clone(e, vals[:n])...)
			vals = vals[n:]
		}
		return out
	case *proc.SumType:
		n := b.Width(t.L)
		return b.side(vals[0],
			func() []val { return b.inr(t, b.clone(t.R, vals[1+n:])) },
			func() []val { return b.inl(t, b.clone(t.L, vals[1:1+n])) })
	case *proc.ArrayType:
		buffers, dims := b.split(t, vals)
		n := b.Product(dims)
		var out []val
		for i, l := range b.Leaves(t.Elem) {
			out = append(out, b.copyBuffer(buffers[i], n, l))
		}
		return append(out, dims...)
	case *proc.StackType:
		b.allLanes("some lanes copy a stack")
		return b.cloneStack(t, vals)
	}
	return vals
}

// checkIndices run-time errors at an index that is not 0 ≤ i < d.
func (b *builder) checkIndices(idx, dims []val) {
	for k, i := range idx {
		b.checkIndex(i, dims[k], func() {
			b.check(b.ICmp(enum.IPredULT, i, dims[k]), prim.IndexRange, i, dims[k], "")
		})
	}
}

// position is the row-major place of the element with the given indices, or of
// the row, counted in rows.
func (b *builder) position(idx, dims []val) val {
	at := idx[0]
	for k, i := range idx[1:] {
		at = b.Add(b.Mul(at, dims[k+1]), i)
	}
	return at
}

// element is where an element is: the buffers from its row on, and the last
// index. LLVM sees what does not change in a loop over the last index.
func (b *builder) element(buffers, dims, idx []val) (row []val, at val) {
	return b.elementIn(buffers, dims, b.indices(idx, dims))
}

// elementIn is element for indices that have been checked.
func (b *builder) elementIn(buffers, dims, idx []val) (row []val, at val) {
	if b.lanes != nil && len(idx) > 1 && len(buffers) > 0 {
		b.noteAcross(idx)
		if at := b.places(idx, dims); at != nil {
			return buffers, at
		}
	}
	return b.elementAt(buffers, dims, idx)
}

// elementAt is element for indices that are known to be in range, outside of lanes.
func (b *builder) elementAt(buffers, dims, idx []val) (row []val, at val) {
	last := len(idx) - 1
	if last == 0 || len(buffers) == 0 {
		return buffers, idx[last]
	}
	offset := b.Mul(b.position(idx[:last], dims), dims[last])
	row = make([]val, len(buffers))
	for i, p := range buffers {
		row[i] = b.gep(p, offset)
	}
	return row, idx[last]
}

// x = Read s i1 … ir
func (b *builder) read(r *ref, idx []val) []val {
	if r.array() == nil {
		return r.vals
	}
	n := b.Width(r.array().Elem)
	idx = append(r.place[:len(r.place):len(r.place)], idx...)
	var out []val
	if b.lanes != nil {
		out = b.readRows(r.vals[:n:n], r.vals[n:], idx)
	}
	if out == nil {
		row, at := b.element(r.vals[:n:n], r.vals[n:], idx)
		out = b.readAt(row, at)
	}
	if b.counting != nil && r.mode == proc.Shared {
		for _, x := range out {
			b.steady[x] = steady{r, idx}
		}
	}
	return out
}

// readAt reads the leaves of one element.
func (b *builder) readAt(buffers []val, at val) []val {
	out := make([]val, len(buffers))
	for i, p := range buffers {
		out[i] = b.load(p, at)
	}
	return out
}

func (b *builder) writeAt(buffers []val, at val, x []val) {
	for i, p := range buffers {
		b.store(x[i], p, at)
	}
}

// Row s i1 … ik (r. p): the same buffers from the row on, with the dimensions left.
func (b *builder) row(r *ref, idx []val) *ref {
	a := r.array()
	k := len(idx)
	if b.lanes != nil {
		if row := b.rowOfLanes(r, idx); row != nil {
			return row
		}
	}
	buffers, dims := b.split(a, r.vals)
	idx = b.indices(idx, dims)
	offset := b.Mul(b.position(idx, dims), b.Product(dims[k:]))
	vals := make([]val, 0, len(buffers)+a.Rank-k)
	for _, p := range buffers {
		vals = append(vals, b.gep(p, offset))
	}
	return &ref{mode: r.mode, typ: proc.NewArray(a.Rank-k, a.Elem), vals: append(vals, dims[k:]...), root: r.whole()}
}

// Choose c s1 s2 (r. p): a view of either, leaf by leaf. True is the tag 0.
func (b *builder) choose(tag val, yes, no *ref) *ref {
	b.uniform("a choice between arrays varies", tag)
	if b.lanes != nil && yes.mode == proc.Accumulator {
		b.noLanes("a choice between accumulators")
	}
	b.whole(yes)
	b.whole(no)
	vals := make([]val, len(yes.vals))
	for i := range vals {
		if b.lanes != nil && !yes.vals[i].Type().Equal(no.vals[i].Type()) {
			b.noLanes("a choice between an array in lanes and one from outside")
		}
		vals[i] = b.Choice(tag, no.vals[i], yes.vals[i])
	}
	return &ref{mode: yes.mode, typ: yes.typ, vals: vals, iteration: b.counting}
}

// zeros{A} : [s : &A] () → δA. Elements that are sums have the tags of those of s.
func zeros(b *builder, ts []proc.Type, zone []*ref, _ []val) []val {
	a := arrayOf(ts)
	if deriv.Discrete(a) {
		return nil
	}
	b.whole(zone[0])
	buffers, dims := b.split(a, zone[0].vals)
	n := b.Product(dims)
	var out []val
	b.eachTangent(a.Elem, buffers, func(p val, l abi.Leaf) {
		if l == abi.TagLeaf {
			out = append(out, b.copyBuffer(p, n, l))
			return
		}
		out = append(out, b.blankBuffer(n, l))
	})
	return append(out, dims...)
}

// blankBuffer makes a buffer of zeros.
func (b *builder) blankBuffer(n val, l abi.Leaf) val {
	p := b.allocate(n, l)
	b.clear(p, n, l)
	return p
}

func (b *builder) clear(p, n val, l abi.Leaf) {
	b.call(b.Runtime.Memset, b.BytesOf(p), constant.NewInt(types.I8, 0), b.bytes(n, l), constant.False)
}

// blank{A} : (Int, …) → A
func blank(b *builder, ts []proc.Type, _ []*ref, dims []val) []val {
	n := b.elements(dims)
	var out []val
	for _, l := range b.Leaves(arrayOf(ts).Elem) {
		out = append(out, b.blankBuffer(n, l))
	}
	return append(out, dims...)
}

// eachTangent calls yield for every leaf of δσ with what stands at its place
// in a list for the leaves of σ.
func (b *builder) eachTangent(t proc.Type, list []val, yield func(val, abi.Leaf)) {
	if deriv.Discrete(t) {
		return
	}
	switch t := t.(type) {
	case proc.RealType:
		yield(list[0], abi.RealLeaf)
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.Width(e)
			b.eachTangent(e, list[:n], yield)
			list = list[n:]
		}
	case *proc.SumType:
		n := b.Width(t.L)
		yield(list[0], abi.TagLeaf)
		b.eachTangent(t.L, list[1:1+n], yield)
		b.eachTangent(t.R, list[1+n:], yield)
	}
}

// copy{A} : [s : &A] () → A
func copyArray(b *builder, ts []proc.Type, zone []*ref, _ []val) []val {
	return b.clone(ts[0], zone[0].vals)
}

// swap{A} : (A, Int, …, σ) → (A, σ)
func swap(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	a := arrayOf(ts)
	n := b.Width(a)
	array, idx, x := in[:n:n], in[n:n+a.Rank], in[n+a.Rank:]
	buffers, dims := b.split(a, array)
	if b.fillsInLanes(buffers) {
		return append(array, b.fill(a, buffers, dims, idx, x)...)
	}
	row, at := b.element(buffers, dims, idx)
	old := b.readAt(row, at)
	b.writeAt(row, at, b.inMask(x, old))
	return append(array, old...)
}

// sameDims ends the run where two arrays differ in a dimension.
func (b *builder) sameDims(xs, ys []val, what string) {
	for i, x := range xs {
		if b.rep(x) == b.rep(ys[i]) {
			continue
		}
		b.check(b.ICmp(enum.IPredEQ, x, ys[i]), prim.SizesDisagree, x, ys[i], what)
		b.agree(x, ys[i])
	}
}

// zip{A, B} : (Array^r σ, Array^r ρ) → Array^r (σ, ρ)
func zip(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	n := b.Width(ts[0])
	x, xDims := b.split(arrayOf(ts), in[:n])
	y, yDims := b.split(arrayOf(ts[1:]), in[n:])
	b.sameDims(xDims, yDims, "zip")
	return append(concat(x, y), xDims...)
}

// unzip{A, B} : Array^r (σ, ρ) → (Array^r σ, Array^r ρ)
func unzip(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	x, y := b.Width(arrayOf(ts).Elem), b.Width(arrayOf(ts[1:]).Elem)
	dims := in[x+y:]
	return concat(concat(in[:x], dims), concat(in[x:x+y], dims))
}
