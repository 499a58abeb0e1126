package proc

import (
	"fmt"
	"math/rand/v2"
	"regexp"
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

// TestFreshByMaps compares Fresh with its rule, written with a map, for bases that end in numbers and
// names that others use too.
func TestFreshByMaps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	under, names := NewNames(), NewNames()
	counted, numbered := map[string]int{}, regexp.MustCompile(`^(.+)\.[0-9]+$`)
	fresh := func(base string) string {
		if _, used := counted[base]; !used {
			counted[base] = 0
			return base
		}
		stem := numbered.ReplaceAllString(base, "$1")
		for k := counted[stem] + 1; ; k++ {
			name := fmt.Sprint(stem, ".", k)
			if _, used := counted[name]; !used {
				counted[stem], counted[name] = k, 0
				return name
			}
		}
	}
	for i := range 3000 {
		if i == 1000 {
			under, names = names, names.Beside()
		}
		base := []string{"x", "x.1", "x.2.bar", "y.07", ".3", "x.1.2", "z."}[random.IntN(7)]
		if random.IntN(3) == 0 {
			base = fmt.Sprint("x.", random.IntN(500))
		}
		require.Equal(t, fresh(base), names.Fresh(base), base)
	}
	require.Equal(t, "w", names.Fresh("w"))
	require.Equal(t, "w", under.Fresh("w"), "names made beside are not those of the others")
}
