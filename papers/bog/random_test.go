package bog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/gen"
	"procad/internal/kstest"
	"procad/papers/bog"
	"procad/papers/ks"
)

// TestRandom compares the system with derivatives along each direction.
func TestRandom(t *testing.T) { kstest.Random(t, bog.System) }

// TestSingle says that the conversion uses every variable exactly once, and that what
// is made of it is well typed.
func TestSingle(t *testing.T) {
	kstest.Each(t, 200, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *kstest.Subject) {
		c := bog.NewConverter()
		f := c.Def(s.KS(t))
		for _, d := range c.Defs {
			require.NoError(t, bog.Single(d), s.Text)
		}
		if ks.Discrete(f.Body.Type()) {
			return
		}
		forward, reverse := bog.NewDeriver().Passes(f)
		require.NoError(t, ks.Verify(forward), s.Text)
		require.NoError(t, ks.Verify(reverse), s.Text)
	})
}
