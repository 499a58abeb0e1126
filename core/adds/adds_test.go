package adds_test

import (
	"testing"

	"procad/core/adds"
	"procad/internal/coretest"
)

// TestGolden takes states away in in.fun, and leaves kept.fun as it is. The text of a
// fold without a state is that of one whose iterations add what they compute.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/adds/*.txtar", "adds.fun", adds.Program)
}
