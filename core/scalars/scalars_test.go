package scalars_test

import (
	"testing"

	"procad/core/scalars"
	"procad/internal/coretest"
)

// TestGolden replaces arrays in in.fun, and none in kept.fun.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/scalars/*.txtar", "scalars.fun", scalars.Program)
}
