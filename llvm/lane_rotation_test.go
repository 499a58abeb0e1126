package llvm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestWindows says in which direction a window moves, in the reverse of a sum in
// lanes of two: 0 if there is none.
func TestWindows(t *testing.T) {
	for _, c := range []struct {
		term string
		d    int
	}{
		{"x[i + q] * c[q]", 1},
		{"x[q + a + i] * c[q]", 1},
		{"x[i + a - q] * c[q]", -1},
		{"y[a, i + q]", 1},
		{"y[q, i + q]", 0},
		{"y[q, i]", 0},
		{"y[i, q]", 0},
		{"x[i + 2 * q]", 0},
		{"x[2 * i + q]", 0},
		{"x[i + a] * c[q]", 0},
		{"(if c[q] < 1 then x[i + q] else 2)", 0},
		{"(if i + q >= 1 && i + q - 1 < n then x[i + q - 1] else 2)", 1},
		{"(if i >= q && i - q < n then x[i - q] else 2)", 0}, // whether it is less than n, no number tells
		{"(if i - q >= 0 && i - q < n then x[i - q] else 2)", -1},
		{"(if i + q >= 1 && i + q <= n then x[i + q - 1] else 2)", 1},
		{"(if i + q >= 1 && i + q <= n + 1 then x[i + q - 1] else 2)", 0},
		{"(if i + q >= 0 && i + q <= n then x[i + q - 1] else 2)", 0},
		{"at(y[a], i + q)", 1},
		{"at(y[a], i - q)", -1},
		{"at(y[q], i + q)", 0},
	} {
		text := fmt.Sprintf("def at(r: Real[e], k: Int): Real = if 0 <= k && k < e then r[k] else 2\ndef f(x: Real[n], c: Real[m], y: Real[d, e], a: Int, b: Int): Real = sum(i < b) (sum(q < m) (%s))^2", c.term)
		for _, opts := range []Options{{}, {Strict: true}, {Without: optim.Of(optim.LaneRotation)}} {
			opts.Without = opts.Without.Union(optim.Of(optim.LaneInterleaving)) // in lanes of four there are the same lists
			opts.Vector = twoLanes.Vector
			module := irOf(t, text, deriv.Grad.Of(proc.Name("f")), opts)
			want := c.d
			if opts.Strict || opts.Without.Has(optim.LaneRotation) {
				want = 0
			}
			assert.Equal(t, want > 0, strings.Contains(module, "<2 x i32> <i32 1, i32 2>"), c.term)
			assert.Equal(t, want < 0, strings.Contains(module, "<2 x i32> <i32 2, i32 0>"), c.term)
		}
	}
}
