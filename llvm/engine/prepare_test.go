package engine

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/llvm/toolchain"
	"procad/proc"
)

// TestPrepareAll puts definitions of the same names, of several engines, into one executable.
func TestPrepareAll(t *testing.T) {
	needClang(t)
	var engines []*Engine
	var calls []Calls
	for _, step := range []string{"sin", "exp", "neg"} {
		lookup := lookupIn(t, fmt.Sprintf(`
def twice (nx : (Int, Real)) -> (y : Real)
  y = Call nTimes{step} nx

def step (x : Real) -> (y : Real)
  a = Call %s x
  b = Call %[1]s a
  c = Call %[1]s b
  y = Call neg c
`, step))
		e := &Engine{Lookup: lookup, Compiler: toolchain.Compiler{Level: -1}}
		engines, calls = append(engines, e), append(calls, Calls{e, []proc.Func{proc.Name("twice")}})
	}
	require.NoError(t, PrepareAll(calls...))
	for i, e := range engines {
		assert.Same(t, engines[0].made[proc.Name("twice")].program, e.made[proc.Name("twice")].program)
		got, err := e.Call(proc.Name("twice"), nil, data.Tuple(data.Int(1), data.Real(0.3)))
		require.NoError(t, err)
		f := []func(float64) float64{math.Sin, math.Exp, func(x float64) float64 { return -x }}[i]
		assert.InDelta(t, -f(f(f(0.3))), got.Float(), 1e-15)
	}
	for _, e := range engines {
		e.Close()
	}
}
