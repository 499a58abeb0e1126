package loops

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// What only the value of a forward pass needs is left out of trace$F, but not
// what adds to an accumulator.
func TestTraceKeepsWhatAdds(t *testing.T) {
	prog, err := proc.Parse(&diag.Source{Name: "f.proc", Text: `
def adds [s : +Real] (x : Real) -> (u : ())
  Add s x
  u = ()

def f [s : +Real, r : &Real] (x : Real) -> (o : (Real, Real))
  x.dup = Dup x
  (a, b) = x.dup
  b.dup = Dup b
  (c, d) = b.dup
  u = Call adds [s] c
  Elim u
  y = Read r
  t = (a, y)
  z = Call mul t
  o = (z, d)
`}, prim.Sig)
	require.NoError(t, err)
	d, err := Trace(prog.Lookup(proc.Name("f")))
	require.NoError(t, err)
	var calls []proc.Func
	d.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			calls = append(calls, c.Func)
		}
	})
	assert.Equal(t, []proc.Func{proc.Name("adds")}, calls)
}
