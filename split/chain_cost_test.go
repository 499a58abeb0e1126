package split_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/long"
	"procad/pipeline"
	"procad/split"
)

// TestChainTexts doubles chains of else-if: twice as many texts are simplified, and none is longer.
func TestChainTexts(t *testing.T) {
	for _, shape := range []func(int) string{long.ElseIf, long.Cases} {
		texts := func(n int) []int {
			u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: shape(n)})
			require.NoError(t, err)
			texts, err := split.Texts(u.Library, u.Program.Defs[0])
			require.NoError(t, err)
			return texts
		}
		one, two := texts(100), texts(200)
		assert.Len(t, one, 101, "the whole, and each Case")
		assert.Len(t, two, 201)
		slices.Sort(one[1:])
		slices.Sort(two[1:])
		assert.Equal(t, slices.Max(one[1:]), slices.Max(two[1:]))
		assert.LessOrEqual(t, slices.Max(two[1:]), 30)
	}
}
