package passes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/llvm/loopir"
)

// TestLong runs the passes on a definition of many reads in a line, each with its check. Passes whose time is quadratic would
// take minutes.
func TestLong(t *testing.T) {
	const reads = 40_000
	var b strings.Builder
	b.WriteString("func f(x: &real*, n: int, k: int) -> (real)\n  v = view x[n]\n  i0 = add k, 0\n  s0 = real k\n")
	for i := range reads {
		fmt.Fprintf(&b, "  i%d = mul i%d, k\n  check i%d < n index-range at %d:1\n  y%d = load v[i%d]\n  s%d = add s%d, y%d\n", i+1, i, i+1, i+1, i, i+1, i+1, i, i)
	}
	fmt.Fprintf(&b, "  return s%d\n", reads)
	p, err := loopir.Parse(&diag.Source{Name: "long", Text: b.String()})
	require.NoError(t, err)
	reports, err := Run(p, Options{})
	require.NoError(t, err)
	assert.Len(t, reports, reads)
}
