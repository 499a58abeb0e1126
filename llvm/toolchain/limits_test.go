package toolchain

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/native"
)

// The allocator that is written in C goes by the numbers of package native.
func TestAllocatorGoesByLimits(t *testing.T) {
	text, err := sources.ReadFile("runtime/memory.c")
	require.NoError(t, err)
	assert.Contains(t, string(text), fmt.Sprintf("enum { HEADER = %d, ALIGN = %d, FINE = %d, ", native.BlockHeader, native.BlockAlign, native.FineClasses*native.BlockAlign))
	largest := native.LargestSmall + native.BlockHeader
	require.Equal(t, 1<<18, largest)
	assert.Contains(t, string(text), "LARGEST = 1 << 18,")
}
