package units

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/prim"
	"procad/proc"
)

// Every primitive with a cost of its own exists, and takes longer than an addition.
func TestCostsAreOfPrimitives(t *testing.T) {
	for _, table := range []map[string]int64{operators, functions} {
		for f, cost := range table {
			assert.Contains(t, prim.Table, proc.Name(f))
			assert.Greater(t, cost, Primitive("add"), f)
			assert.Equal(t, cost, Primitive(f), f)
		}
	}
}
