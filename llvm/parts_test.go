package llvm_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/profile"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// TestParts puts definitions of the same names into one executable, with pieces that
// are cut off and pieces that are only translated. Each engine calls and counts its own.
func TestParts(t *testing.T) {
	llvm.NeedClang(t)
	var engines []*engine.Engine
	var calls []engine.Calls
	for i, step := range []string{"sin", "exp", "neg"} {
		prog := llvm.Parse(t, "part.proc", fmt.Sprintf(`
def twice (nx : (Int, Real)) -> (y : Real)
  y = Call nTimes{step} nx

def step (x : Real) -> (y : Real)
  a = Call %s x
  b = Call %[1]s a
  c = Call %[1]s b
  y = Call neg c
`, step))
		e := &engine.Engine{Lookup: pipeline.NewLibrary(prog).Def, Options: llvm.Variants["pieces"], Compiler: toolchain.Compiler{Level: -1}}
		if i != 1 {
			e.Options.Profile = &profile.Wanted{Funcs: []proc.Func{proc.Name("step")}}
		}
		engines, calls = append(engines, e), append(calls, engine.Calls{Engine: e, Funcs: []proc.Func{proc.Name("twice")}})
	}
	require.NoError(t, engine.PrepareAll(calls...))
	for i, e := range engines {
		alone := &engine.Engine{Lookup: e.Lookup, Options: llvm.Options{Strict: true}, Compiler: e.Compiler}
		arg := data.Tuple(data.Int(int64(2+i)), data.Real(0.3))
		want, err := alone.Call(proc.Name("twice"), nil, arg)
		require.NoError(t, err)
		got, err := e.Call(proc.Name("twice"), nil, arg)
		require.NoError(t, err)
		assert.Equal(t, show(want), show(got))
		if i != 1 {
			assert.EqualValues(t, 2+i, e.Last().Profile.Entered[proc.Name("step")])
		}
		alone.Close()
	}
	for _, e := range engines {
		e.Close()
	}
}
