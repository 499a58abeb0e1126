package llvm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/derive"
	"procad/optim"
)

// Numbers below the least normal one are zero by default, as the caller's never
// are: its mode is back after a call.
func TestFlush(t *testing.T) {
	needClang(t)
	prog := parse(t, "flush.proc", "def square (x : Real) -> (y : Real)\n  p = Dup x\n  y = Call mul p\n")
	for name, c := range map[string]struct {
		options Options
		want    float64
	}{
		"default": {Options{}, 0},
		"strict":  {Options{Strict: true}, 1e-160 * 1e-160},
		"without": {Options{Without: optim.Of(optim.Flush)}, 1e-160 * 1e-160},
	} {
		t.Run(name, func(t *testing.T) {
			e := &Engine{Lookup: derive.New(prog).Def, Options: c.options}
			defer e.Close()
			got, err := e.Call("square", nil, data.Real(1e-160))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Float())
		})
	}
}
