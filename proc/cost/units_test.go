package cost

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/prim"
)

// Every primitive with a cost of its own exists, and takes longer than an addition.
func TestCostsAreOfPrimitives(t *testing.T) {
	for f, cost := range primitives {
		assert.Contains(t, prim.Table, f)
		assert.Greater(t, cost, Primitive(prim.Add), f)
	}
}
