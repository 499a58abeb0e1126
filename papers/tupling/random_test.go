package tupling_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/gen"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/tupling"
)

// TestRandom compares the systems with derivatives along each direction.
func TestRandom(t *testing.T)      { kstest.Random(t, tupling.System) }
func TestRandomBasic(t *testing.T) { kstest.Random(t, tupling.BasicSystem) }

// TestTyped says that derivatives of random programs are well typed.
func TestTyped(t *testing.T) {
	kstest.Each(t, 100, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *kstest.Subject) {
		f := s.KS(t)
		if s.Def.Result != core.Real {
			return
		}
		b := tupling.NewBasic()
		fwd, _ := tupling.PolyForward(f)
		rev, _ := tupling.PolyReverse(f)
		for _, made := range []*ks.Def{b.Forward(f), b.Reverse(f), fwd, rev} {
			require.NoError(t, ks.Verify(made), s.Text)
		}
	})
}

// TestForward and TestForwardBasic are the derivative along the gradient.
func TestForward(t *testing.T) {
	kstest.Forward(t, func(m *ks.Machine, f *ks.Def, x, dx ks.Value) (ks.Value, error) {
		fwd, _ := tupling.PolyForward(f)
		tdt, err := m.Run(fwd, eval.Tuple{x, dx})
		return ks.Part(tdt, 1), err
	})
}

func TestForwardBasic(t *testing.T) {
	kstest.Forward(t, func(m *ks.Machine, f *ks.Def, x, dx ks.Value) (ks.Value, error) {
		return m.Run(tupling.NewBasic().Forward(f), eval.Tuple{x, dx})
	})
}
