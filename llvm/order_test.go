package llvm_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// TestFoldOrder says that loops in order add up in their order, also where sums may be in any other one: native code gives the
// bits of the interpreter. Beside it a loop may add to what is summed in any order.
//
//	native f = interp f        for f that folds
func TestFoldOrder(t *testing.T) {
	llvm.NeedClang(t)
	const text = `
def folded(x: Real[n]): Real = fold(\(s, y). s + y, 0.0, x)
def counted(x: Real[n]): Real = let (_, s) = nTimes(n, (0, 0.0), \(i, s). (i + 1, s + x[i])) in s
def differences(x: Real[n]): Real = fold(\(s, y). s - y, 0.0, x)
def two(x: Real[n]): (Real, Real) = fold(\((s, t), y). (s + y, t + 2 * y), (0.0, 0.0), x)
def nested(x: Real[n]): Real = fold(\(s, y). s + fold(\(t, z). (t + y) / (1 + z), y, x), 0.1, x)
def both(x: Real[n]): (Real, Int) = fold(\((s, k), y). (s + fold(\(t, z). (t + y) / (1 + z), y, x), k + (if y > 1 then 1 else 2)), (0.1, 0), x)
def extremes(x: Real[n]): (Real, Real) = (fold(max, x[0], x), fold(\(m, y). min(y, m), x[0], x))
def rows(x: Real[n]): Real[_] = [fold(\(s, y). s + y, x[i], x) for i < n]
`
	u, err := pipeline.Load(&diag.Source{Name: "order.fun", Text: text})
	require.NoError(t, err)
	vector := new(toolchain.Compiler).VectorMath(t.Context())
	e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{Vector: vector}}
	defer e.Close()
	require.NoError(t, e.Prepare(u.Roots...))
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]float64, 1003)
	for i := range xs {
		xs[i] = r.NormFloat64() * float64(uint64(1)<<r.IntN(50))
	}
	for _, f := range u.Roots {
		zone := []data.Value{data.Reals(xs, len(xs))}
		want, err := interp.New(u.Library.Def).Call(f, zone, data.Unit())
		require.NoError(t, err)
		got, err := e.Call(f, zone, data.Unit())
		require.NoError(t, err)
		assert.NoError(t, data.Differ(want, got, 0), "%s", f)
	}
}
