package engine

import (
	"bytes"
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/toolchain"
	"procad/proc"
)

// endless is a program that runs for longer than any test.
const endless = `
params f(x : Real) : Real
def f (x : Real) -> (y : Real)
  n = Const 9000000000000000000
  xn = (n, x)
  y = Call nTimes{step} xn

def step (x : Real) -> (y : Real)
  y = Call sin x
`

// TestOrphan runs an executable whose parent is killed, as far as it can tell: its
// standard input ends. It ends too.
func TestOrphan(t *testing.T) {
	needClang(t)
	e := &Engine{Lookup: lookupIn(t, endless), Compiler: toolchain.Compiler{Level: -1}}
	defer e.Close()
	require.NoError(t, e.Prepare(proc.Name("f")))
	for _, late := range []bool{false, true} {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		cmd := exec.CommandContext(ctx, e.made[proc.Name("f")].program.Path(), "--words", "--entry", "entry0")
		stdin, err := cmd.StdinPipe()
		require.NoError(t, err)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		require.NoError(t, cmd.Start())
		_, err = stdin.Write(make([]byte, 8))
		require.NoError(t, err)
		if late {
			time.Sleep(100 * time.Millisecond) // it is in the loop
		}
		require.NoError(t, stdin.Close())
		require.Error(t, cmd.Wait())
		assert.NoError(t, ctx.Err(), "it ends by itself")
		assert.Equal(t, 1, cmd.ProcessState.ExitCode(), stderr.String())
	}
}
