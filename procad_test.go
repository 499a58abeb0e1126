package procad_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
)

func TestTry(t *testing.T) {
	ctx := context.Background()
	p, err := procad.Compile(ctx, `
def f(x: Real[n], a: Real, on: Bool[n], k: Int, m: Real[n, 2], s: Real + Int[2], w: (Real, Bool)[n]): Real =
  let c = case s of Inl y -> y, Inr v -> real(v[0]) in
  c * a * sum(i < n) (let (u, b) = w[i] in (if on[i] then x[i]^2 else m[i, 1]) * (if b then u else real(k)))
def g(x: Real, u: (), m: Int[_, _]): (Real, Int[_, _], Bool[2], (Real, Int)[3], Real + Real[2]) =
  (x, m, [i == 0 for i < 2], [(x, i) for i < 3], Inr [x for i < 2])
`)
	require.NoError(t, err)
	f, err := p.Function("f")
	require.NoError(t, err)
	t.Log(f.Params(), f.Result())
	args := []any{[]float64{1, 2}, 3, []bool{true, false}, 4, [][]float64{{1, 2}, {3, 4}}, procad.Left{2.0}, []any{[]any{1, true}, []any{7, false}}}
	v, err := f.Value(ctx, args...)
	require.NoError(t, err)
	t.Log(v)
	v, g, err := f.Gradient(ctx, args...)
	require.NoError(t, err)
	t.Logf("%#v %#v", v, g)
	h, err := p.Function("g")
	require.NoError(t, err)
	v, err = h.Value(ctx, 2.5, nil, procad.NewArray([]int64{1, 2, 3, 4}, 2, 2))
	require.NoError(t, err)
	t.Logf("%#v", v)
	assert.True(t, true)
}
