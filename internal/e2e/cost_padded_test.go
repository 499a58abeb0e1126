package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/pipeline"
)

// maxPadded bounds what the gradient of a padded convolution costs, where native code is to take at most 4 times the value.
const maxPadded = 3.5

// TestCostOfPaddedConvolutions counts the operations of convolutions that are padded with zeros: each product is in a branch,
// which the reverse pass takes again.
func TestCostOfPaddedConvolutions(t *testing.T) {
	const at = "def at(p: Real[a, b], i: Int, j: Int): Real = if 0 <= i && i < a && 0 <= j && j < b then p[i, j] else 0\n"
	for name, text := range map[string]string{
		"a helper": at + "def f(p: Real[a, b], w: Real[k, l]): Real = sum(i < a, j < b) (sum(c < k, d < l) at(p, i + c - 1, j + d - 1) * w[c, d])^2",
		"a helper, a filter of a known size": at +
			"def f(p: Real[a, b], w: Real[3, 3]): Real = sum(i < a, j < b) (sum(c < 3, d < 3) at(p, i + c - 1, j + d - 1) * w[c, d])^2",
		"in the loop, a filter of a known size": "def f(p: Real[a, b], w: Real[3, 3]): Real = sum(i < a, j < b) (sum(c < 3, d < 3) (let y = i + c - 1; x = j + d - 1 in\n" +
			"if 0 <= y && y < a && 0 <= x && x < b then p[y, x] * w[c, d] else 0))^2",
		"a helper, half a filter": at +
			"def f(p: Real[a, b], w: Real[k, l]): Real = sum(i < a, j < b) (sum(c < k, d < l) at(p, i + c - k div 2, j + d - l div 2) * w[c, d])^2",
		"in the loop, half a filter": "def f(p: Real[a, b], w: Real[k, l]): Real = sum(i < a, j < b) (sum(c < k, d < l) (let y = i + c - k div 2; x = j + d - l div 2 in\n" +
			"if 0 <= y && y < a && 0 <= x && x < b then p[y, x] * w[c, d] else 0))^2",
		"rows": "def at(p: Real[a], i: Int): Real = if 0 <= i && i < a then p[i] else 0\n" +
			"def f(p: Real[a, b], w: Real[k]): Real = sum(i < a, j < b) (sum(c < k) at(p[i], j + c - k div 2) * w[c])^2",
		"a batch": at + "def f(q: Real[b, a, a], w: Real[k, k]): Real =\n" +
			"sum(m < b) sum(i < a, j < a) (sum(c < k, d < k) at(q[m], i + c - k div 2, j + d - k div 2) * w[c, d])^2",
		"two layers": at + "def layer(p: Real[a, b], w: Real[k, l]): Real[a, b] = [sum(c < k, d < l) at(p, i + c - k div 2, j + d - 1) * w[c, d] for i < a, j < b]\n" +
			"def f(p: Real[a, b], w: Real[k, l]): Real = let q = layer(p, w); r = layer(q, w) in sum(i < a, j < b) r[i, j]^2",
	} {
		u, err := pipeline.Load(&diag.Source{Name: "padded.fun", Text: text})
		require.NoError(t, err, name)
		p := measure(t, u, map[string]int{"a": 8, "b": 8, "k": 3, "l": 3, "3": 3})
		assert.LessOrEqual(t, p.ratio(), maxPadded, "%s: %+v", name, p)
		t.Logf("%-38s %8d operations, gradient %9d, ratio %.2f", name, p.value, p.gradient, p.ratio())
	}
}
