package toolchain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/toolchain"
)

// TestBandwidth says that each number of threads has a speed, and that an array that is too small or too large for memory has none.
func TestBandwidth(t *testing.T) {
	toolchain.NeedClang(t)
	c := new(toolchain.Compiler)
	speeds, err := c.Bandwidth(t.Context(), 1<<20, []int{1, 2, 7})
	require.NoError(t, err)
	require.Len(t, speeds, 3)
	for _, s := range speeds {
		assert.Positive(t, s)
	}
	for _, array := range []int64{8, 1 << 62} {
		_, err = c.Bandwidth(t.Context(), array, []int{1})
		assert.ErrorContains(t, err, "there is no array of ")
	}
}
