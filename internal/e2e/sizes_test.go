package e2e_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestSizes says that a version for the small sizes of example data gives what the function gives, where sizes are such and where they
// are others, and that both have the same errors.
//
//	build --sizes (n = 3) f = f
func TestSizes(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	const text = `def step(a: Real[n, n], x: Real[n]): Real[n] = [tanh(sum(j < n) a[i, j] * x[j]) for i < n]
def f(a: Real[n, n], x: Real[n], steps: Int, at: Int): Real =
  let y = nTimes(steps, x, \x. step(a, x)) in y[at] + sum(i < n) y[i]^2
`
	u := loadText(t, text)
	d, err := u.Entry("f")
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	grad := deriv.Grad.Of(d.Name)
	argsOf := func(n int, at int64) ([]data.Value, data.Value) {
		a, x := make([]float64, n*n), make([]float64, n)
		for k := range a {
			a[k] = math.Sin(float64(k + 1))
		}
		for k := range x {
			x[k] = math.Cos(float64(k))
		}
		args := &data.Args{Interface: face, Values: []data.Value{data.Reals(a, n, n), data.Reals(x, n), data.Int(20), data.Int(at)}}
		zone, arg, err := args.For(d)
		require.NoError(t, err)
		return zone, arg
	}
	e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: u.Source.Name, Sizes: map[proc.Func][]passes.Size{}}}
	plain := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: u.Source.Name}}
	t.Cleanup(e.Close)
	t.Cleanup(plain.Close)
	zone, arg := argsOf(3, 0)
	for _, f := range []proc.Func{d.Name, grad} {
		e.Options.Sizes[f] = engine.Sizes(zone, arg)
		require.Len(t, e.Options.Sizes[f], 3)
	}
	for _, row := range []struct {
		n  int
		at int64
	}{{3, 2}, {5, 2}, {3, 3}, {5, 7}} {
		zone, arg := argsOf(row.n, row.at)
		for _, f := range []proc.Func{d.Name, grad} {
			want, wrong := plain.Call(f, zone, arg)
			got, err := e.Call(f, zone, arg)
			if row.at >= int64(row.n) {
				require.ErrorAs(t, err, new(*prim.RuntimeError))
				assert.Equal(t, wrong.Error(), err.Error())
				continue
			}
			require.NoError(t, err)
			require.NoError(t, wrong)
			assert.InDeltaSlice(t, floatsOf(want), floatsOf(got), 1e-12, "%s with %d", f, row.n)
		}
	}
}
