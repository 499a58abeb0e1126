package llvm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/proc"
)

// TestLaneChecks says whether the check of an index in lanes compares a vector, or
// its lanes where these are read one by one.
func TestLaneChecks(t *testing.T) {
	everywhere := usualLimits
	everywhere.everywhere = true
	for _, c := range []struct {
		index  string
		vector bool
	}{
		{"at[i]", true},
		{"to[i, 1]", false},
		{"at[2 * i]", false},
		{"to[i, 1] + 1", true},
	} {
		text := fmt.Sprintf("def f(x: Real[n], at: Int[m], to: Int[m, 2]): Real = sum(i < m) exp(x[%s])", c.index)
		opts := Options{Vector: twoLanes.Vector, limits: &everywhere}
		module := irOf(t, text, proc.Name("f"), opts)
		assert.Contains(t, module, "\nleave:", c.index)
		assert.Equal(t, c.vector, strings.Contains(module, "icmp ult <2 x i64>"), c.index)
	}
}
