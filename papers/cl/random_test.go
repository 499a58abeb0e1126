package cl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/gen"
	"procad/internal/kstest"
	"procad/papers/cl"
	"procad/papers/ks"
	"procad/papers/number"
)

// TestRandom compares the systems with derivatives along each direction.
func TestRandom(t *testing.T)        { kstest.Random(t, cl.System) }
func TestRandomReverse(t *testing.T) { kstest.Random(t, cl.ReverseSystem) }

// TestMeaning says that t ◇ C[e] is e, pruned or not, and that all that is made of
// it is well typed.
func TestMeaning(t *testing.T) {
	kstest.Each(t, 200, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *kstest.Subject) {
		f := s.KS(t)
		x, of := ks.Argument(s.Def, s.Args)
		for _, prune := range []bool{false, true} {
			c := cl.NewConvert(prune).Def(f)
			require.NoError(t, cl.Verify(c), s.Text)
			v, err := cl.Run(&ks.Machine{D: number.Float()}, c, ks.Import(of, x))
			require.NoError(t, err)
			s.Near(t, s.Value, ks.Export(s.Def.Result, v))
			d := cl.NewDeriver()
			revf, revr := d.Split(c)
			for _, made := range []*cl.Def{d.Forward(c), d.Reverse(c), revf, revr, d.Joined(c)} {
				require.NoError(t, cl.Verify(made), s.Text)
			}
		}
	})
}

// TestForward is the derivative along the gradient.
func TestForward(t *testing.T) {
	kstest.Forward(t, func(m *ks.Machine, f *ks.Def, x, dx ks.Value) (ks.Value, error) {
		fwd := cl.NewDeriver().Forward(cl.NewConvert(true).Def(f))
		tdt, err := cl.Run(m, fwd, eval.Tuple{x, dx})
		return ks.Part(tdt, 1), err
	})
}
