package prim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPricesAreOfPrimitives(t *testing.T) {
	for f, price := range dear {
		assert.Contains(t, Table, f)
		assert.Greater(t, price, Price(Add), f)
	}
}
