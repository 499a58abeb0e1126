package llvm_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/internal/special"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
)

// Results below the least normal number are zero by default, as the caller's never
// are: its mode is back after a call.
func TestFlush(t *testing.T) {
	llvm.NeedClang(t)
	prog := llvm.Parse(t, "flush.proc", "def square (x : Real) -> (y : Real)\n  p = Dup x\n  y = Call mul p\n")
	for name, c := range map[string]struct {
		options llvm.Options
		want    float64
	}{
		"default": {llvm.Options{}, 0},
		"strict":  {llvm.Options{Strict: true}, 1e-160 * 1e-160},
		"without": {llvm.Options{Without: optim.Of(optim.Flush)}, 1e-160 * 1e-160},
	} {
		t.Run(name, func(t *testing.T) {
			e := &engine.Engine{Lookup: pipeline.NewLibrary(prog).Def, Options: c.options}
			defer e.Close()
			got, err := e.Call(proc.Name("square"), nil, data.Real(1e-160))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Float())
		})
	}
}

// TestFlushOperands says that the operands of operations and functions are what they are,
// one by one and in vectors: a result is that of the interpreter but for what is
// about as small as the least normal number.
func TestFlushOperands(t *testing.T) {
	llvm.NeedClang(t)
	bodies := []string{"x + x", "x * 1e300", "x / 1e-300", "1e-10 / x", "if x < 1e-310 then 1.0 else 2.0", "if x == 0.0 then 1.0 else 2.0", "max(x, 0.0)", "x^1", "x^2", "x^(0 - 1)"}
	for _, f := range special.Functions {
		if f.One != nil {
			bodies = append(bodies, f.Name+"(x)")
		}
	}
	bodies = append(bodies, "abs(x)")
	for _, p := range []string{"0.5", "1.0", "2.0", "0.0", "(0.0 - 0.5)"} {
		bodies = append(bodies, "pow(x, "+p+")", "pow(1e-3, "+p+" + x)", "atan2(x, "+p+")")
	}
	var text strings.Builder
	for i, body := range bodies {
		fmt.Fprintf(&text, "def f%d(v: Real[n]): Real[n] = [(let x = v[i] in %s) for i < n]\n", i, body)
	}
	u, err := pipeline.Load(&diag.Source{Name: "flush.fun", Text: text.String()})
	require.NoError(t, err)
	e := &engine.Engine{Lookup: u.Library.Def}
	defer e.Close()
	require.NoError(t, e.Prepare(u.Roots...))
	meaning := interp.New(u.Library.Def)
	small := []float64{5e-324, 1e-320, 1e-310, 2.2250738585072011e-308, 2.2250738585072014e-308, 1e-300, 0}
	xs := slices.Concat(small, small, small) // some in vectors, some in what they leave over
	for i, f := range u.Roots {
		want, err := meaning.Call(f, []data.Value{data.Reals(xs)}, data.Tuple())
		require.NoError(t, err)
		got, err := e.Call(f, []data.Value{data.Reals(xs)}, data.Tuple())
		require.NoError(t, err)
		for k, x := range xs {
			y, z := want.Floats()[k], got.Floats()[k]
			same := y == z || math.IsNaN(y) && math.IsNaN(z) || math.Abs(y-z) <= 1e-14*math.Abs(y)+0x1p-1021
			assert.True(t, same, "%s for x = %g: %g, natively %g", bodies[i], x, y, z)
		}
	}
}
