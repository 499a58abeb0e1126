package kstest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
)

// Data is arguments for d, of the JSON object that internal/gen makes.
func Data(t *testing.T, d *core.Def, text string) []eval.Value {
	t.Helper()
	var object map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &object))
	sizes := map[string]int64{}
	for name, v := range object {
		if n, ok := v.(float64); ok {
			sizes[name] = int64(n)
		}
	}
	args := make([]eval.Value, len(d.Params))
	for i, p := range d.Params {
		var names core.Sizes
		if i < len(d.ParamSizes) {
			names = d.ParamSizes[i]
		}
		args[i] = value(p.Type, object[p.Name], names, sizes)
	}
	return args
}

func value(t core.Type, v any, names core.Sizes, sizes map[string]int64) eval.Value {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Int {
			return int64(v.(float64))
		}
		return v.(float64)
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			var part core.Sizes
			if i < len(names.Parts) {
				part = names.Parts[i]
			}
			out[i] = value(e, v.([]any)[i], part, sizes)
		}
		return out
	case *core.SumType:
		if b, ok := v.(bool); ok {
			return eval.Bool(b)
		}
		for k, c := range t.Cons {
			if x, ok := v.(map[string]any)[c.Name]; ok {
				return &eval.Variant{Con: k, Of: value(c.Of, x, core.Sizes{}, sizes)}
			}
		}
	case *core.ArrayType:
		a := &eval.Array{Dims: make([]int64, t.Rank)}
		for axis := range a.Dims {
			if axis < len(names.Names) {
				a.Dims[axis] = sizes[names.Names[axis]]
			}
		}
		var fill func(axis int, v any)
		fill = func(axis int, v any) {
			if axis == t.Rank {
				a.Elems = append(a.Elems, value(t.Elem, v, core.Sizes{}, sizes))
				return
			}
			a.Dims[axis] = int64(len(v.([]any)))
			for _, x := range v.([]any) {
				fill(axis+1, x)
			}
		}
		fill(0, v)
		return a
	}
	return nil
}
