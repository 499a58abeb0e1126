package build

import (
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// cells makes the accumulator that begins as a value: an array is added to where it is, a scalar gets a cell for each
// Real.
func (b *builder) cells(t proc.Type, vals []val) *ref {
	if !proc.Scalar(t) {
		return b.newRef(t, vals)
	}
	cells := make([]val, len(vals))
	for i, v := range vals {
		if cells[i] = v; v.Type == loopir.RealType {
			cells[i] = b.make(loopir.Cell, loopir.BufferOf(loopir.Real), v)
		}
	}
	return b.newRef(t, cells)
}

// contents is the value in an accumulator.
func (b *builder) contents(r *ref) []val {
	if r.array() != nil {
		return r.vals
	}
	vals := make([]val, len(r.vals))
	for i, v := range r.vals {
		if vals[i] = v; v.Type.Form == loopir.Buffer {
			vals[i] = b.load(v)
		}
	}
	return vals
}

// addTo adds to a scalar, to an element, or to all elements; unlike is said where the dimensions of arrays differ.
//
//	Add s x            ↦    check that the tags are equal; accum s[] += x, for each Real
//	Add s i1 … ir x    ↦    check i1 < n1; …; check that the tags are equal; accum s[i1, …] += x
//	Add s x            ↦    check that the dimensions are equal; for free k < n { accum s[k] += load x[k] }; free x
func (b *builder) addTo(r *ref, idx, x []val, unlike string) {
	a := r.array()
	switch {
	case a == nil:
		b.checkTags(r.typ, r.vals, x)
		b.accumulate(r.vals, nil, x)
	case len(idx) > 0:
		b.checkIndices(idx, r.dims())
		b.addElement(a.Elem, r.views, idx, x)
	default:
		b.addArray(a, r, x, unlike)
	}
}

// accumulate adds the Reals of x.
func (b *builder) accumulate(to, idx, x []val) {
	for i, v := range to {
		if v.Type.Form != loopir.Scalar && v.Type.Elem == loopir.Real {
			b.op(loopir.Accum, at(v, idx, x[i])...)
		}
	}
}

// addElement adds to an element, whose tags are those of x.
func (b *builder) addElement(elem proc.Type, views, idx, x []val) {
	tags := make([]val, len(views))
	for i, v := range views {
		if v.Type.Elem == loopir.Bool {
			tags[i] = b.load(v, idx...)
		}
	}
	b.checkTags(elem, tags, x)
	b.accumulate(views, idx, x)
}

func (b *builder) addArray(a *proc.ArrayType, r *ref, x []val, unlike string) {
	from, dims := b.split(a, x)
	b.sameDims(prim.SizesDisagree, unlike, r.dims(), dims)
	n := b.count(r.dims())
	flat := func(buffers []val) []val {
		views := make([]val, len(buffers))
		for i, p := range buffers {
			views[i] = b.view(p, n)
		}
		return views
	}
	to, of := flat(r.vals[:len(r.views)]), flat(from)
	b.loop(loopir.Free, n, nil, func(k val, _ []val) []val {
		b.addElement(a.Elem, to, []val{k}, b.loads(of, []val{k}))
		return nil
	})
	b.free(a, x)
}

// checkTags ends the run where sums that are to be added have different tags.
func (b *builder) checkTags(t proc.Type, xs, ys []val) {
	differ := b.tagsDiffer(t, xs, ys)
	if bits, ok := differ.IsConst(); ok && bits == 0 {
		return
	}
	b.check(loopir.Holds, prim.Misuse, prim.DifferentTags, b.not(differ))
}

// tagsDiffer says that two values are different sides of a sum. It looks only at sums on the sides that both are.
func (b *builder) tagsDiffer(t proc.Type, xs, ys []val) val {
	no := b.f.Bool(false)
	switch t := t.(type) {
	case *proc.TupleType:
		differ := no
		for _, e := range t.Elems {
			n := b.width(e)
			differ = b.or(differ, b.tagsDiffer(e, xs[:n], ys[:n]))
			xs, ys = xs[n:], ys[n:]
		}
		return differ
	case *proc.SumType:
		n := 1 + b.width(t.L)
		here := b.not(b.make(loopir.Eq, loopir.BoolType, xs[0], ys[0]))
		l := b.tagsDiffer(t.L, xs[1:n], ys[1:n])
		r := b.tagsDiffer(t.R, xs[n:], ys[n:])
		return b.or(here, b.choice(xs[0], r, l))
	}
	return no
}

func (b *builder) or(c, d val) val {
	for _, v := range []val{c, d} {
		if bits, ok := v.IsConst(); ok && bits == 0 {
			return map[bool]val{true: d, false: c}[v == c]
		}
	}
	return b.make(loopir.Or, loopir.BoolType, c, d)
}
