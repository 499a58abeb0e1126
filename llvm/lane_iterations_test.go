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

// TestShortRows says of which matrices the reverse runs in lanes of two, by the window
// in which they add to x: where all lanes add to c, only if the row is not long.
func TestShortRows(t *testing.T) {
	for _, c := range []struct {
		element string
		lanes   bool
	}{
		{"sum(q < m) (c[q] * x[i + q])", true},
		{"sum(q < 16) (c[q] * x[i + q])", true},
		{"sum(q < 17) (c[q] * x[i + q])", false},
		{"sum(p < m, q < 3) (d[p, q] * x[i + p + q])", true},
		{"sum(p < 40, q < 3) (d[p, q] * x[i + p + q])", true},
		{"sum(p < 3, q < 40) (d[p, q] * x[i + p + q])", false},
	} {
		text := fmt.Sprintf("def f(x: Real[n], c: Real[m], d: Real[k, l], b: Int): Real = let y = [%s for j < 2, i < b] in sum(i < b) (y[0, i] * y[1, b - 1 - i])", c.element)
		module := irOf(t, text, deriv.Grad.Of(proc.Name("f")), twoLanes)
		assert.Equal(t, c.lanes, strings.Contains(module, "<2 x i32> <i32 1, i32 2>"), c.element)
	}
}

// TestDoubt says which gradients run in lanes of two though an index is made of a Real:
// those that have checked it when they add.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		term  string
		lanes bool
	}{
		{"c[int(x[i])] * exp(x[i]) * sin(x[i])", true},
		{"c[int(x[i])] * sin(x[i]) * c[int(3 * x[i])] * exp(x[i])", true},
		{"nTimes(3, x[i], \\s. s * exp(x[i]))", true},
		{"nTimes(3, x[i], \\s. s * c[int(s)])", false},
	} {
		text := fmt.Sprintf("def f(x: Real[n], c: Real[m]): Real = sum(i < n) (%s)", c.term)
		module := irOf(t, text, deriv.Grad.Of(proc.Name("f")), twoLanes)
		assert.Equal(t, c.lanes, strings.Contains(module, "\nlanes"), c.term)
	}
}

// TestSlabs says how often the lanes of d are added up in the reverse of a matrix: once after
// all blocks of iterations, and if its elements may be many also after each loop in an iteration.
func TestSlabs(t *testing.T) {
	for _, c := range []struct {
		element string
		sums    int
	}{
		{"sum(p < 3, q < 3) (d[p, q] * x[i + p + q])", 2},
		{"sum(q < 3) (d[j, q] * x[i + q])", 2},
		{"sum(q < 3) (d[j, 1] * x[i + q])", 1},
		{"sum(q < 3) (d[i, q] * x[i + q])", 0},
	} {
		text := fmt.Sprintf("def f(x: Real[n], d: Real[3, 3], b: Int): Real = let y = [%s for j < 2, i < b] in sum(i < b) (y[0, i] * y[1, b - 1 - i])", c.element)
		opts := Options{Vector: twoLanes.Vector, Without: optim.Of(optim.CheckHoisting, optim.LaneInterleaving)} // which write loops twice
		module := irOf(t, text, deriv.Grad.Of(proc.Name("f")), opts)
		assert.Equal(t, c.sums, strings.Count(module, "call void @pc_add_lanes("), c.element)
	}
}
