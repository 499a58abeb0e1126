// Package coredata makes values of core's evaluator of those of the interpreter.
package coredata

import (
	"procad/core"
	"procad/core/eval"
	"procad/data"
)

// Value is v, a value of the interpreter, for the evaluator.
func Value(t core.Type, v data.Value) eval.Value {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return v.Float()
		}
		return v.Int64()
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = Value(e, v.Part(i))
		}
		return out
	case *core.SumType:
		con := int(v.Words[0])
		return &eval.Variant{Con: con, Of: Value(t.Cons[con].Of, v.Part(con))}
	}
	a := v.Array()
	out := &eval.Array{Elems: make([]eval.Value, a.Len())}
	for _, n := range a.Dims {
		out.Dims = append(out.Dims, int64(n))
	}
	for i := range out.Elems {
		out.Elems[i] = Value(t.(*core.ArrayType).Elem, Element(v, i))
	}
	return out
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
