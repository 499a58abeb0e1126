package estimate_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/sample"
	"procad/llvm/toolchain"
	"procad/proc/deriv"
)

// TestStrategies compares the memory of checkpointed loops with what is
// foreseen. The stacks of states and of traces are not always full at once.
func TestStrategies(t *testing.T) {
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	for _, k := range []struct {
		file       string
		given      map[string]any
		strategies []string
		tight      float64
	}{
		// Large blocks, so that what counts is not the rounding of chunks.
		{"heat", sample.Heat(sample.Rand(1), 50_000, 30), []string{"store", "recompute", "every(7)", "sqrt", "binomial(5)", "bisect"}, 1.2},
		{"nested", sample.Nested(sample.Rand(1), 40_000, 4, 6), []string{"sqrt", "binomial(2)"}, 1.2},
		{"lorenz", sample.Lorenz(sample.Rand(1), 3000), []string{"mixed(6)"}, 1},
	} {
		for _, name := range k.strategies {
			t.Run(k.file+" "+name, func(t *testing.T) {
				text, err := os.ReadFile("../../testdata/kernels/" + k.file + ".fun")
				require.NoError(t, err)
				s := loadGiven(t, string(text), k.file, k.given)
				s.assign(t, func() string { return name })
				assert.LessOrEqual(t, peaks(t, s, compiler)[deriv.VJP.Of(s.f)], k.tight)
			})
		}
	}
}
