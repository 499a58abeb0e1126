package proc

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFreshNamesDiffer asks for names that look like those Fresh makes.
func TestFreshNamesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := NewNames()
		seen := map[string]bool{}
		for _, base := range rapid.SliceOf(rapid.SampledFrom([]string{"x", "x.1", "x.2", "x.1.1", "x.bar", "x.bar.1", "y.01", "x.-1", "x.+1"})).Draw(t, "bases") {
			name := n.Fresh(base)
			require.False(t, seen[name], "%s is made twice", name)
			seen[name] = true
		}
	})
}
