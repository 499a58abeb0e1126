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

// TestFission says how many Reals an iteration buffers in the reverse of a sum.
func TestFission(t *testing.T) {
	for _, c := range []struct {
		term  string
		cells int
	}{
		{"w[i] * w[i]", 0},
		{"w[i] * v[i + 1]", 0},
		{"w[i] * w[i + 1]", 2},
		{"w[i] * w[i] * w[i + 1]", 2},
		{"w[i] * w[i + 1] * v[i] * v[i + 2] * w[i + 2]", 5},
		{"w[i] * w[a + i]", 2},
		{"w[n - 1 - i] * w[i]", 2},
		{"w[3 * i] * w[3 * i + 1]", 2},
		{"w[i] * w[i + 1] * w[at[i]]", 0},
		{"w[i] * w[i + 1] * w[0]", 2},
		{"w[i] * w[a * i]", 0},
		{"w[a * i] * w[a * i + 1]", 0},
		{"(if v[i] < 1 then w[i] else w[i + 1])", 0},
		{"m[i, 0] * m[i, 1]", 2},
		{"m[i, 0] * m[i + 1, 0] * m[i + 1, 1]", 3},
		{"m[i, a] * m[i + 1, a]", 2},
		{"m[i, i] * m[i + 1, 0]", 0},
	} {
		text := fmt.Sprintf("def f(w: Real[n], v: Real[k], m: Real[d, e], at: Int[n], a: Int, b: Int): Real = sum(i < b) (%s)", c.term)
		for _, opts := range []Options{{}, {Strict: true}, {Without: optim.Of(optim.Fission)}} {
			module := irOf(t, text, deriv.Grad.Of(proc.Name("f")), opts)
			want := c.cells
			if opts.Strict || opts.Without.Has(optim.Fission) {
				want = 0
			}
			assert.Equal(t, want, strings.Count(module, "alloca double, i64 128"), c.term)
		}
	}
}
