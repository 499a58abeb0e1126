package optim

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A set has the names that it was made of, once each, and sets of the same names are equal.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Map(rapid.StringMatching("[a-c-]{1,3}"), func(s string) Name { return Name(s) })
		names := rapid.SliceOf(name).Draw(t, "names")
		others := rapid.SliceOf(name).Draw(t, "others")
		s, o := Of(names...), Of(others...)
		want := slices.Compact(slices.Sorted(slices.Values(names)))
		require.Equal(t, want, s.Names())
		require.Equal(t, s, Of(append(names, names...)...))
		require.Equal(t, len(want) == 0, s == Set{})
		var text []string
		for _, n := range want {
			text = append(text, string(n))
		}
		require.Equal(t, strings.Join(text, ","), s.String())
		for _, n := range append(names, others...) {
			in, also := slices.Contains(names, n), slices.Contains(others, n)
			require.Equal(t, in, s.Has(n), n)
			require.Equal(t, in || also, s.Union(o).Has(n), n)
			require.Equal(t, in && also, s.Intersect(o).Has(n), n)
			require.Equal(t, in && !also, s.Minus(o).Has(n), n)
		}
	})
}
