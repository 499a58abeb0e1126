package passes

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/llvm/loopir/run"
	"procad/proc"
)

// TestMaximaOfNaNs finds the largest number, and where it is, among NaNs and infinities: as in the order of the iterations.
func TestMaximaOfNaNs(t *testing.T) {
	const text = `func f(x: &real*, n: int) -> (real, int)
  v = view x[n]
  check n >= 0 negative-count implied
  check n != 0 empty-max at 1:1
  m, k = for seq i < n (s = 0.0, w = 0)
    check i < n index-range implied at 1:1
    a = load v[i]
    f = eq i, 0
    l = lt s, a
    c = or f, l
    r = select c, a, s
    q = select c, i, w
    yield r, q
  return m, k
`
	def := &proc.Def{
		Name: proc.MustParseFunc("f"), Out: proc.Var{Name: "r", Type: proc.NewTuple(proc.Real, proc.Int)},
		Zone: []proc.Ref{{Name: "x", Mode: proc.Shared, Type: proc.NewArray(1, proc.Real)}},
		In:   proc.Var{Name: "a", Type: proc.Unit},
	}
	largest := func(xs []float64, pass bool) []uint64 {
		p, err := loopir.Parse(&diag.Source{Name: "f", Text: text})
		require.NoError(t, err)
		if pass {
			maxima(p, Options{}, func(Report) {})
		}
		require.NoError(t, p.Check())
		y, err := run.New(p).Call(def, []data.Value{data.Reals(xs, len(xs))}, data.Tuple())
		require.NoError(t, err)
		return y.Words
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, xs := range [][]float64{
		{1}, {nan}, {-inf}, {2, 1, 2}, {1, 2, 2}, {nan, 1}, {1, nan}, {1, nan, 2}, {-inf, nan, -inf}, {nan, nan}, {inf, 1, inf}, {-1, -2, nan, -1},
	} {
		assert.Equal(t, largest(xs, false), largest(xs, true), "%v", xs)
	}
}
