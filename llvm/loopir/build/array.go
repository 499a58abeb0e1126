package build

import (
	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// checkIndices ends the run at an index that is not 0 ≤ i < n.
func (b *builder) checkIndices(idx, dims []val) {
	for k, i := range idx {
		b.check(loopir.Below, prim.IndexRange, "", i, dims[k])
	}
}

// checkCount ends the run where n < 0.
func (b *builder) checkCount(n val) {
	if bits, ok := n.IsConst(); ok && int64(bits) >= 0 {
		return
	}
	b.check(loopir.NonNegative, prim.NegativeCount, "", n)
}

// elements is the product of dimensions that are to become those of an array.
func (b *builder) elements(dims []val) val {
	for _, d := range dims {
		b.checkCount(d)
	}
	n := b.int(1)
	for _, d := range dims {
		n = b.product(n, d)
	}
	return n
}

// product is n · d elements, if memory can have as many.
func (b *builder) product(n, d val) val {
	if bits, ok := d.IsConst(); !ok || !n.IsInt(1) || bits > abi.MaxElements {
		b.check(loopir.Fits, prim.SizeOverflow, "", n, d)
	}
	return b.mul(n, d)
}

// count is the number of elements of an array that is there.
func (b *builder) count(dims []val) val {
	n := b.int(1)
	for _, d := range dims {
		n = b.mul(n, d)
	}
	return n
}

func (b *builder) allocate(e loopir.Elem, n val) val {
	return b.make(loopir.Alloc, loopir.BufferOf(e), n)
}

// blank is a buffer of zeros.
func (b *builder) blank(e loopir.Elem, n val) val {
	p := b.allocate(e, n)
	b.op(loopir.Clear, p, n)
	return p
}

func (b *builder) copyBuffer(p, n val) val { return b.make(loopir.Copy, p.Type, p, n) }

// at are the arguments of an access to an element.
func at(view val, idx []val, x ...val) []val {
	args := make([]val, 0, 2+len(idx))
	return append(append(append(args, view), idx...), x...)
}

func (b *builder) load(view val, idx ...val) val {
	return b.make(loopir.Load, loopir.Type{Elem: view.Type.Elem}, at(view, idx)...)
}

// read is an element, or a scalar.
//
//	x = Read s i1 … ir    ↦    check i1 < n1; …; x = load s[i1, …]
func (b *builder) read(r *ref, idx []val) []val {
	if r.array() == nil {
		return r.vals
	}
	b.checkIndices(idx, r.dims())
	return b.loads(r.views, idx)
}

func (b *builder) loads(views, idx []val) []val {
	out := make([]val, len(views))
	for i, v := range views {
		out[i] = b.load(v, idx...)
	}
	return out
}

func (b *builder) stores(views, idx, x []val) {
	for i, v := range views {
		b.op(loopir.Store, at(v, idx, x[i])...)
	}
}

// swap{A} : (A, Int, …, σ) → (A, σ)    ↦    check i1 < n1; …; y = load a[i1, …]; store a[i1, …] = x
func (b *builder) swap(a *proc.ArrayType, in []val) []val {
	n := b.width(a)
	array, idx, x := in[:n:n], in[n:n+a.Rank], in[n+a.Rank:]
	_, dims := b.split(a, array)
	b.checkIndices(idx, dims)
	views := b.views(a, array)
	old := b.loads(views, idx)
	b.stores(views, idx, x)
	return concat(array, old)
}

// sameDims ends the run where two arrays differ in a dimension.
func (b *builder) sameDims(kind prim.RuntimeErrorKind, what string, xs, ys []val) {
	for i, x := range xs {
		if x != ys[i] {
			b.check(loopir.Equal, kind, what, x, ys[i])
		}
	}
}

// zip{A, B} : (Array^r σ, Array^r ρ) → Array^r (σ, ρ)
func (b *builder) zip(x, y *proc.ArrayType, in []val) []val {
	xs, xDims := b.split(x, in[:b.width(x)])
	ys, yDims := b.split(y, in[b.width(x):])
	b.sameDims(prim.SizesDisagree, "zip", xDims, yDims)
	return concat(concat(xs, ys), xDims)
}

// unzip{A, B} : Array^r (σ, ρ) → (Array^r σ, Array^r ρ)
func (b *builder) unzip(x, y *proc.ArrayType, in []val) []val {
	m, n := b.width(x.Elem), b.width(y.Elem)
	dims := in[m+n:]
	return concat(concat(in[:m], dims), concat(in[m:m+n], dims))
}

// blankArray is  blank{A} : (Int, …) → A.
func (b *builder) blankArray(a *proc.ArrayType, dims []val) []val {
	n := b.elements(dims)
	var out []val
	for _, t := range b.of(a.Elem) {
		out = append(out, b.blank(t.Elem, n))
	}
	return concat(out, dims)
}

// zeros{A} : [s : &A] () → δA. Elements that are sums have the tags of those of s.
func (b *builder) zeros(r *ref) []val {
	a := r.array()
	if deriv.Discrete(a) {
		return nil
	}
	n := b.count(r.dims())
	var out []val
	b.tangents(a.Elem, r.vals, func(p val, t loopir.Type) {
		if t == loopir.BoolType {
			out = append(out, b.copyBuffer(p, n))
		} else {
			out = append(out, b.blank(t.Elem, n))
		}
	})
	return concat(out, r.dims())
}

// tangents calls yield for every leaf of δσ, with what stands at its place in a list for the leaves of σ.
func (b *builder) tangents(t proc.Type, list []val, yield func(val, loopir.Type)) {
	if deriv.Discrete(t) {
		return
	}
	switch t := t.(type) {
	case proc.RealType:
		yield(list[0], loopir.RealType)
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.width(e)
			b.tangents(e, list[:n], yield)
			list = list[n:]
		}
	case *proc.SumType:
		n := 1 + b.width(t.L)
		yield(list[0], loopir.BoolType)
		b.tangents(t.L, list[1:n], yield)
		b.tangents(t.R, list[n:], yield)
	}
}
