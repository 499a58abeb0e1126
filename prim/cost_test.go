package prim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCostsAreOfPrimitives(t *testing.T) {
	for f, cost := range expensive {
		assert.Contains(t, Table, f)
		assert.Greater(t, cost, Cost(Add), f)
	}
}
