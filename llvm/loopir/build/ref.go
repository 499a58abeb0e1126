package build

import (
	"procad/llvm/loopir"
	"procad/proc"
)

// A ref is what a name of Θ stands for. A shared scalar is its leaves. An accumulator of scalars has a cell for each
// Real, and the tags of its sums, which are fixed. An array has a view for each buffer.
type ref struct {
	typ   proc.Type
	vals  []val
	views []val // of an array
}

// array is the array type of a ref, nil for scalars.
func (r *ref) array() *proc.ArrayType {
	a, _ := r.typ.(*proc.ArrayType)
	return a
}

// dims are the dimensions of an array.
func (r *ref) dims() []val { return r.vals[len(r.views):] }

// newRef lets a name stand for leaves, or for cells.
func (b *builder) newRef(t proc.Type, vals []val) *ref {
	r := &ref{typ: t, vals: vals}
	if a := r.array(); a != nil {
		r.views = b.views(a, vals)
	}
	return r
}

// views gives the buffers of an array its dimensions.
func (b *builder) views(a *proc.ArrayType, vals []val) []val {
	buffers, dims := b.split(a, vals)
	views := make([]val, len(buffers))
	for i, p := range buffers {
		views[i] = b.view(p, dims...)
	}
	return views
}

func (b *builder) view(buffer val, dims ...val) val {
	return b.make(loopir.View, loopir.ViewOf(buffer.Type.Elem, len(dims)), append([]val{buffer}, dims...)...)
}

// split takes the leaves of an array apart: its buffers and its dimensions.
func (b *builder) split(a *proc.ArrayType, vals []val) (buffers, dims []val) {
	n := b.width(a.Elem)
	return vals[:n:n], vals[n:]
}

// refParam are the parameters for a name of Θ.
//
//	s : &τ    the leaves of τ
//	s : +τ    the same, but a buffer for each Real if τ is scalar
func (b *builder) refParam(r proc.Ref) *ref {
	types := b.of(r.Type)
	if r.Mode == proc.Accumulator && proc.Scalar(r.Type) {
		cells := make([]loopir.Type, len(types))
		for i, t := range types {
			if cells[i] = t; t == loopir.RealType {
				cells[i] = loopir.BufferOf(loopir.Real)
			}
		}
		types = cells
	}
	return b.newRef(r.Type, b.params(r.Name, types, loopir.Mode(r.Mode)))
}

// row is the part of an array where the first indices are given.
//
//	Row s i1 … ik (r. p)    ↦    check i1 < n1; …; r = row s[i1, …]
func (b *builder) row(r *ref, idx []val) *ref {
	a := r.array()
	b.checkIndices(idx, r.dims())
	var vals []val
	for _, v := range r.views {
		vals = append(vals, b.make(loopir.Row, loopir.BufferOf(v.Type.Elem), append([]val{v}, idx...)...))
	}
	return b.newRef(proc.NewArray(a.Rank-len(idx), a.Elem), append(vals, r.dims()[len(idx):]...))
}

// choose is one of two: true is the tag 0.
//
//	Choose c s1 s2 (r. p)    ↦    r = select c, s2, s1, leaf by leaf
func (b *builder) choose(tag val, yes, no *ref) *ref {
	vals := make([]val, len(yes.vals))
	for i := range vals {
		vals[i] = b.choice(tag, no.vals[i], yes.vals[i])
	}
	return b.newRef(yes.typ, vals)
}
