package linmap_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/gen"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/number"
)

// TestRandom compares the system with derivatives along each direction.
func TestRandom(t *testing.T) {
	kstest.Random(t, linmap.System)
}

// TestEliminate says that fwd$f and rev$f without linear maps are well typed, have
// none, and give what they gave with them.
func TestEliminate(t *testing.T) {
	kstest.Each(t, 200, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *kstest.Subject) {
		if s.Def.Result != core.Real {
			return
		}
		f := s.KS(t)
		x, of := ks.Argument(s.Def, s.Args)
		d := linmap.NewDeriver()
		g, ok := d.Eliminate(d.Reverse(f))
		require.True(t, ok, s.Text)
		require.NoError(t, ks.Verify(g), s.Text)
		noMaps(t, g, map[*ks.Def]bool{})
		m := &ks.Machine{D: number.Float()}
		dx, err := m.Run(g, eval.Tuple{ks.Import(of, x), 1.0})
		require.NoError(t, err, s.Text)
		s.Near(t, s.Gradient, ks.ExportTangent(of, x, dx, 0.0))
	})
}

// noMaps says that nothing that f computes is a linear map.
func noMaps(t *testing.T, f *ks.Def, done map[*ks.Def]bool) {
	if done[f] {
		return
	}
	done[f] = true
	ks.Visit(f.Body, func(e ks.Term) {
		if strings.Contains(e.Type().String(), "⊸") {
			t.Fatalf("a map is left at %s in\n%s", ks.Text(e), ks.Print(f))
		}
		if c, ok := e.(*ks.Call); ok {
			if g, ok := c.Fun.(*ks.Def); ok {
				noMaps(t, g, done)
			}
		}
	})
}

// TestForward is the derivative along the gradient.
func TestForward(t *testing.T) {
	kstest.Forward(t, func(m *ks.Machine, f *ks.Def, x, dx ks.Value) (ks.Value, error) {
		return m.Run(linmap.NewDeriver().Forward(f), eval.Tuple{x, dx})
	})
}
