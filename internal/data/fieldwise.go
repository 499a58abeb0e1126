package data

import (
	"slices"

	"procad/internal/form"
	"procad/proc"
)

// An array whose elements have arrays in them is kept as the tuple of its fields, and written
// as the list of its elements (form.Each).

// elementType is the type of an element: that of the fields without their first dimensions.
func elementType(t proc.Type, rank int) proc.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		parts := make([]proc.Type, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = elementType(e, rank)
		}
		return proc.NewTuple(parts...)
	case *proc.ArrayType:
		if t.Rank > rank {
			return proc.NewArray(t.Rank-rank, t.Elem)
		}
		return t.Elem
	}
	return t
}

// element appends the words and the objects of element number k to v.
func element(v *Value, l *Layout, objects []Object, rank, k int) {
	switch l.Type.(type) {
	case *proc.TupleType:
		for i, p := range l.Parts {
			element(v, p, objects[l.ObjAt[i]:], rank, k)
		}
	case *proc.ArrayType:
		a := objects[0].(*Array)
		if len(a.Dims) == rank {
			for _, leaf := range a.Leaves {
				v.Words = append(v.Words, leaf[k])
			}
			return
		}
		part := &Array{Dims: a.Dims[rank:], Leaves: make([][]uint64, len(a.Leaves))}
		n := 1
		for _, d := range part.Dims {
			n *= d
		}
		for i, leaf := range a.Leaves {
			part.Leaves[i] = leaf[k*n : (k+1)*n]
		}
		v.Objects = append(v.Objects, part)
	}
}

// fieldwise writes the list of the elements of a value of form f.
func (p *printer) fieldwise(l *Layout, f *form.Form, objects []Object) {
	inner := LayoutOf(elementType(l.Type, f.Each))
	dims := objects[0].(*Array).Dims[:f.Each]
	var level func(axis, at int)
	level = func(axis, at int) {
		if axis < len(dims) {
			p.list(dims[axis], func(i int) { level(axis+1, at*dims[axis]+i) })
			return
		}
		v := Value{}
		element(&v, l, objects, f.Each, at)
		p.value(inner, f.Item, func(i int) uint64 { return v.Words[i] }, v.Objects)
	}
	level(0, 0)
}

// fieldwise reads a list of elements into the objects of a parameter of form f, from o on.
func (r *reader) fieldwise(p proc.Param, l *Layout, f *form.Form, into *place, o int) {
	inner := LayoutOf(elementType(l.Type, f.Each))
	r.peek()
	begin := r.position(r.i)
	fields := r.fields(p, l, begin)
	// All have the first dimensions of an array that is there for them only.
	outer := shape{array: &Array{Dims: slices.Repeat([]int{unknown}, f.Each)}, firsts: make([]position, f.Each)}
	var level func(axis int)
	level = func(axis int) {
		r.peek()
		at := r.i
		if axis == f.Each {
			known := len(r.shapes)
			v := &place{words: make([]uint64, inner.Words), objects: make([]Object, inner.Objects)}
			r.sized(nil, inner, f.Item, v, 0, 0)
			r.shapes = r.shapes[:known]
			if r.err == nil {
				r.gather(fields, v, f.Each, at)
			}
			return
		}
		if r.peek() != '[' {
			r.expected("a list of elements")
			return
		}
		n := r.list(func(int) { level(axis + 1) })
		r.long(&outer, axis, n, at)
	}
	level(0)
	for k := range fields {
		s := &fields[k]
		copy(s.array.Dims, outer.array.Dims)
		copy(s.firsts, outer.firsts)
		into.objects[o+k] = s.array
		r.shapes = append(r.shapes, *s)
	}
}

// fields are the arrays of a value that is stored field by field, without elements.
func (r *reader) fields(p proc.Param, l *Layout, at position) (list []shape) {
	switch t := l.Type.(type) {
	case *proc.TupleType:
		for i, part := range l.Parts {
			inner := proc.Param{}
			if i < len(p.Parts) {
				inner = p.Parts[i]
			}
			list = append(list, r.fields(inner, part, at)...)
		}
	case *proc.ArrayType:
		a := &Array{Dims: slices.Repeat([]int{unknown}, t.Rank), Leaves: make([][]uint64, l.Elem.Words)}
		for i := range a.Leaves {
			a.Leaves[i] = []uint64{}
		}
		list = append(list, shape{param: r.param, sizes: p.Sizes, array: a, at: at, firsts: slices.Repeat([]position{at}, t.Rank)})
	}
	return list
}

// gather appends an element, which was read at the given place, to the arrays of its fields.
func (r *reader) gather(fields []shape, v *place, rank, at int) {
	w, o := 0, 0
	for _, s := range fields {
		leaves, own := s.array.Leaves, s.array.Dims[rank:]
		if len(own) == 0 {
			for i := range leaves {
				leaves[i] = append(leaves[i], v.words[w+i])
			}
			w += len(leaves)
			continue
		}
		part := v.objects[o].(*Array)
		o++
		for axis, n := range part.Dims {
			switch {
			case own[axis] == unknown || own[axis] == n:
				if n != unknown {
					own[axis] = n
				}
			case n != unknown:
				r.fail(at, CodeRagged, "an array in this element has size %d, but that in those before it has size %d", n, own[axis]).
					Hintf("the arrays in one field have the same sizes in all elements")
				return
			}
		}
		for i, leaf := range part.Leaves {
			leaves[i] = append(leaves[i], leaf...)
		}
	}
}
