package recursion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/closures"
	"procad/core/recursion"
	"procad/internal/coretest"
)

// TestHeaps removes recursive types from in.fun, and leaves kept.fun as it is.
func TestHeaps(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/heaps/*.txtar", "heaps.fun", func(p *core.Program) {
		require.NoError(t, closures.Program(p))
		recursion.Program(p)
		require.NoError(t, core.Check(p))
		require.NoError(t, recursion.Types(p))
	})
}
