package compare_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/papers/compare"
	"procad/papers/number"
)

// TestDiffer compares numbers relative to the larger ones, and what is not finite as it is.
func TestDiffer(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		a, b eval.Value
		want float64
	}{
		{1.0, 1.0, 0}, {0.5, 0.25, 0.25}, {8.0, 10.0, 0.25}, {nan, nan, 0}, {nan, 1.0, inf}, {1.0, nan, inf}, {inf, inf, 0}, {inf, -inf, inf}, {inf, 1.0, inf},
		{eval.Tuple{1e6, 1.0}, eval.Tuple{1e6, 2.0}, 1e-3},
		{number.Residue(3), number.Residue(3), 0}, {number.Residue(3), number.Residue(4), inf}, {number.Residue(3), 3.0, inf},
	} {
		got, err := compare.Differ(c.a, c.b)
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "%v and %v", c.a, c.b)
	}
	array := func(n int64) eval.Value { return &eval.Array{Dims: []int64{n, 0}} }
	for _, c := range [][2]eval.Value{
		{int64(1), int64(2)}, {eval.Tuple{}, eval.Tuple{1.0, 1.0}}, {&eval.Variant{Con: 0, Of: 1.0}, &eval.Variant{Con: 1, Of: 1.0}}, {array(1), array(2)}, {nil, nil},
	} {
		_, err := compare.Differ(c[0], c[1])
		assert.Error(t, err, "%v", c)
	}
}
