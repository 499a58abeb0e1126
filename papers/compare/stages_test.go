package compare_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/golden"
	"procad/internal/stages"
	"procad/papers/compare"
	"procad/papers/number"
)

// TestStages compares the compiler with the systems of the papers for each construct of the language.
// testdata/constructs.txt has what a system says that has no rule for one.
func TestStages(t *testing.T) {
	var said strings.Builder
	for _, file := range golden.Files(t, "../../testdata/stages/*.txtar") {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		c := stages.Of(t, a)
		name := golden.Name(file)
		s, err := compare.Load(c.Program(), "f", c.Data().Text)
		if err != nil {
			fmt.Fprintf(&said, "%s: all: %v\n", name, err)
			continue
		}
		seed, err := s.Seed(rand.New(rand.NewPCG(1, 2)), number.Float())
		require.NoError(t, err)
		list, err := s.All(seed, number.Float)
		require.NoError(t, err, name)
		agree := 0
		for _, o := range list {
			if o.CannotSay != nil {
				fmt.Fprintf(&said, "%s: %s: %v\n", name, o.System.Name, o.CannotSay)
				continue
			}
			agree++
			assert.LessOrEqual(t, o.Difference, compare.Tolerance, "%s of %s", o.System.Name, name)
		}
		fmt.Fprintf(&said, "%s: %d agree\n", name, agree)
	}
	const file = "testdata/constructs.txt"
	if golden.Update() {
		require.NoError(t, os.WriteFile(file, []byte(said.String()), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), said.String(), "go test -update rewrites %s", file)
}
