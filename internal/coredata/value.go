// Package coredata makes values of core's evaluator of those of the interpreter, and back.
package coredata

import (
	"math"

	"procad/core"
	"procad/core/eval"
	"procad/internal/data"
	"procad/proc"
)

// Value is v, a value of the interpreter, for the evaluator.
func Value(t core.Type, v data.Value) eval.Value {
	return ValueOf(t, v, func(word uint64) eval.Value { return math.Float64frombits(word) })
}

// ValueOf is v, where real is what the word of a Real stands for.
func ValueOf(t core.Type, v data.Value, real func(word uint64) eval.Value) eval.Value {
	if core.HasRec(t) {
		return Tree(t, v, v)
	}
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return real(v.Words[0])
		}
		return v.Int64()
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = ValueOf(e, v.Part(i), real)
		}
		return out
	case *core.SumType:
		con := int(v.Words[0])
		return &eval.Variant{Con: con, Of: ValueOf(t.Cons[con].Of, v.Part(con), real)}
	}
	a := v.Array()
	out := &eval.Array{Elems: make([]eval.Value, a.Len())}
	for _, n := range a.Dims {
		out.Dims = append(out.Dims, int64(n))
	}
	for i := range out.Elems {
		out.Elems[i] = ValueOf(t.(*core.ArrayType).Elem, Element(v, i), real)
	}
	return out
}

// Tree is v : t for the evaluator, where t has recursive types in it: what v is made of, and the nodes of
// each of them. At is v, or what v is a tangent of, and has the numbers of the nodes.
func Tree(t core.Type, at, v data.Value) eval.Value {
	r := &trees{at: at, v: v, heaps: map[*core.RecType]int{}}
	for i, rec := range core.RecTypes(t) {
		r.heaps[rec] = 1 + i
	}
	return r.of(t, at.Part(0), v.Part(0))
}

type trees struct {
	at, v data.Value
	heaps map[*core.RecType]int
}

// of is v : t, or a tangent of type δt if at is another value.
func (r *trees) of(t core.Type, at, v data.Value) eval.Value {
	if r.v.Type != r.at.Type && core.Discrete(t) {
		return eval.Tuple{}
	}
	part := func(i int) data.Value {
		if len(data.LayoutOf(v.Type).Parts) == 0 {
			return data.Unit()
		}
		return v.Part(i)
	}
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return v.Float()
		}
		return v.Int64()
	case *core.RecType:
		h, k := r.heaps[t], int(at.Int64())
		return r.of(t.Of, Element(r.at.Part(h), k), elementOf(r.v.Part(h), k))
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = r.of(e, at.Part(i), part(i))
		}
		return out
	case *core.SumType:
		con := int(at.Words[0])
		return &eval.Variant{Con: con, Of: r.of(t.Cons[con].Of, at.Part(con), part(con))}
	}
	return r.array(t.(*core.ArrayType), at, v)
}

// array is an array, element by element.
func (r *trees) array(t *core.ArrayType, at, v data.Value) eval.Value {
	a := at.Array()
	out := &eval.Array{Elems: make([]eval.Value, a.Len())}
	for _, n := range a.Dims {
		out.Dims = append(out.Dims, int64(n))
	}
	for i := range out.Elems {
		out.Elems[i] = r.of(t.Elem, Element(at, i), elementOf(v, i))
	}
	return out
}

// elementOf is an element of an array, or of the () that is the tangent of one.
func elementOf(v data.Value, i int) data.Value {
	if v.Type == proc.Unit {
		return v
	}
	return Element(v, i)
}

// Element is the element of an array in place i.
func Element(v data.Value, i int) data.Value {
	a := v.Array()
	x := data.Value{Type: data.LayoutOf(v.Type).Elem.Type}
	for _, leaf := range a.Leaves {
		x.Words = append(x.Words, leaf[i])
	}
	return x
}

// Data is v : t for the interpreter, where bits is the word of a Real.
func Data(t proc.Type, v eval.Value, bits func(eval.Value) uint64) data.Value {
	out := data.Value{Type: t}
	l := data.LayoutOf(t)
	out.Words, out.Objects = leaves(l, v, bits)
	return out
}

// leaves are the words and objects of v. Of a sum, those of the part that v is not are 0.
func leaves(l *data.Layout, v eval.Value, bits func(eval.Value) uint64) (words []uint64, objects []data.Object) {
	switch v := v.(type) {
	case int64:
		return []uint64{uint64(v)}, nil
	case eval.Tuple:
		for i, x := range v {
			w, o := leaves(l.Parts[i], x, bits)
			words, objects = append(words, w...), append(objects, o...)
		}
		return words, objects
	case *eval.Variant:
		words, objects = make([]uint64, l.Words), make([]data.Object, l.Objects)
		words[0] = uint64(v.Con)
		w, o := leaves(l.Parts[v.Con], v.Of, bits)
		copy(words[l.WordAt[v.Con]:], w)
		copy(objects[l.ObjAt[v.Con]:], o)
		return words, objects
	case *eval.Array:
		a := &data.Array{Leaves: make([][]uint64, l.Elem.Words)}
		for _, n := range v.Dims {
			a.Dims = append(a.Dims, int(n))
		}
		for i := range a.Leaves {
			a.Leaves[i] = make([]uint64, len(v.Elems))
		}
		for k, x := range v.Elems {
			w, _ := leaves(l.Elem, x, bits)
			for i := range w {
				a.Leaves[i][k] = w[i]
			}
		}
		return nil, []data.Object{a}
	}
	return []uint64{bits(v)}, nil
}
