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

// maximaTexts are loops that find the largest or the smallest number, and most of them where it is.
var maximaTexts = map[string]string{
	"largest": `func f(x: &real*, n: int) -> (real, int)
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
`,
	"max s, x": `func f(x: &real*, n: int) -> (real, int)
  v = view x[n]
  check n >= 0 negative-count implied
  check 0 < n index-range at 1:1
  y = load v[0]
  m, k = for seq i < n from 1 (s = y, w = -1)
    check i < n index-range implied at 1:1
    a = load v[i]
    l = le a, s
    c = not l
    r = max s, a
    q = select c, i, w
    yield r, q
  return m, k
`,
	"min s, x": `func f(x: &real*, n: int) -> (real, int)
  v = view x[n]
  check n >= 0 negative-count implied
  check 0 < n index-range at 1:1
  y = load v[0]
  m, k = for seq i < n (s = y, w = -1)
    check i < n index-range implied at 1:1
    a = load v[i]
    l = le s, a
    c = not l
    r = min s, a
    q = select c, i, w
    yield r, q
  return m, k
`,
	"max x, s": `func f(x: &real*, n: int) -> (real, int)
  v = view x[n]
  check n >= 0 negative-count implied
  check 0 < n index-range at 1:1
  y = load v[0]
  m = for seq i < n from 1 (s = y)
    check i < n index-range implied at 1:1
    a = load v[i]
    r = max a, s
    yield r
  return m, n
`,
	"min of all": `func f(x: &real*, n: int) -> (real, int)
  v = view x[n]
  check n >= 0 negative-count implied
  check 0 < n index-range at 1:1
  y = load v[0]
  m = for seq i < n from 1 (s = y)
    check i < n index-range implied at 1:1
    a = load v[i]
    r = min s, a
    yield r
  return m, n
`,
}

// TestMaximaOfNaNs finds the largest number, and where it is, among NaNs and infinities: as in the order of the iterations.
func TestMaximaOfNaNs(t *testing.T) {
	def := &proc.Def{
		Name: proc.MustParseFunc("f"), Out: proc.Var{Name: "r", Type: proc.NewTuple(proc.Real, proc.Int)},
		Zone: []proc.Ref{{Name: "x", Mode: proc.Shared, Type: proc.NewArray(1, proc.Real)}},
		In:   proc.Var{Name: "a", Type: proc.Unit},
	}
	free := false
	largest := func(text string, xs []float64, pass bool) []uint64 {
		p, err := loopir.Parse(&diag.Source{Name: "f", Text: text})
		require.NoError(t, err)
		if pass {
			maxima(p, Options{}, func(Report) {})
			p.Funcs[0].Body.Walk(func(op *loopir.Op) { free = free || op.Kind == loopir.For && op.Order == loopir.Free })
		}
		require.NoError(t, p.Check())
		y, err := run.New(p).Call(def, []data.Value{data.Reals(xs, len(xs))}, data.Tuple())
		require.NoError(t, err)
		return y.Words
	}
	nan, inf := math.NaN(), math.Inf(1)
	for name, text := range maximaTexts {
		for _, xs := range [][]float64{
			{1}, {nan}, {-inf}, {2, 1, 2}, {1, 2, 2}, {nan, 1}, {1, nan}, {1, nan, 2}, {-inf, nan, -inf}, {nan, nan}, {inf, 1, inf}, {-1, -2, nan, -1},
			{3, 1, 2}, {2, 3, 1, 3}, {2, 1, 3, 1}, {3, nan, 2, 1}, {-inf, -inf}, {inf, inf}, {nan, -inf}, {nan, inf, 1},
		} {
			free = false
			assert.Equal(t, largest(text, xs, false), largest(text, xs, true), "%s of %v", name, xs)
			assert.True(t, free, name)
		}
	}
}
