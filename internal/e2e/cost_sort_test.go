package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/pipeline"
)

// TestCostOfSort sorts: the value takes time for n log n, and the gradient as much: the
// order has no derivative, and its reverse is the reading of the elements.
func TestCostOfSort(t *testing.T) {
	u, err := pipeline.Load(&diag.Source{Name: "sort.fun", Text: "def f(v: Real[n]): Real = let s = sort(v) in sum(i < n) s[i] * sin(s[n - 1 - i])"})
	require.NoError(t, err)
	var points []point
	for n := 64; n <= 4096; n *= 4 {
		points = append(points, measure(t, u, map[string]int{"n": n}))
	}
	e := exponent(points, point.base, func(p point) float64 { return float64(p.gradient) })
	assert.LessOrEqual(t, e, maxExponent)
	for _, p := range points {
		assert.LessOrEqual(t, p.ratio(), 2.0, "%+v", p)
		t.Logf("n %5d value %8d gradient %8d ratio %.2f", p.n, p.value, p.gradient, p.ratio())
	}
}
