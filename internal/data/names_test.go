package data_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// Parts and indices are counted from 0.
func TestRealNames(t *testing.T) {
	real, whole := proc.Real, proc.Int
	face := &proc.Interface{Params: []proc.Param{
		{Name: "p", Type: proc.NewTuple(real, whole, proc.NewTuple(real, real))},
		{Name: "a", Type: proc.NewArray(2, real)},
		{Name: "v", Type: proc.NewArray(1, proc.NewSum(real, whole))},
		{Name: "k", Type: proc.NewArray(1, whole)},
		{Name: "w", Type: proc.NewArray(1, proc.NewTuple(whole, real))},
	}}
	args, _, err := data.Read(&diag.Source{Text: `{"p": [1, 2, [3, 4]], "a": [[1, 2], [3, 4]], "v": [{"Inl": 1}, {"Inr": 1}], "k": [1], "w": [[1, 2]]}`}, face)
	require.NoError(t, err)
	var all []string
	for i, v := range args.Values {
		all = slices.AppendSeq(all, data.RealNames(face.Params[i].Name, v))
	}
	assert.Equal(t, []string{"p.0", "p.2.0", "p.2.1", "a[0, 0]", "a[0, 1]", "a[1, 0]", "a[1, 1]", "v[0]", "w[0].1"}, all)
}

// There is a name for each Real, no two are the same, and Finite finds the first that is not finite.
func TestFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(t, anyType(t, 2))
		var xs []float64
		data.Walk(v, func(l data.Leaf) error {
			if l.Kind == data.RealLeaf {
				xs = append(xs, math.Float64frombits(*l.Word))
			}
			return nil
		})
		names := slices.Collect(data.RealNames("v", v))
		assert.Len(t, names, len(xs))
		assert.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(xs))
		infinite := func(x float64) bool { return x-x != 0 }
		f := data.Finite(v)
		assert.Equal(t, len(xs), f.Reals)
		assert.Equal(t, f.NotFinite > 0, slices.ContainsFunc(xs, infinite))
		if f.NotFinite > 0 {
			assert.Equal(t, slices.IndexFunc(xs, infinite), f.First)
			assert.Equal(t, math.Float64bits(xs[f.First]), math.Float64bits(f.Value))
		}
	})
}
