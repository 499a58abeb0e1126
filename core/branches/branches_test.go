package branches_test

import (
	"testing"

	"procad/core/branches"
	"procad/internal/coretest"
)

// TestGolden puts functions in the place of calls in in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/branches/*.txtar", "inlined.fun", branches.Program)
}
