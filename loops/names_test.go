package loops_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/loops"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// A strategy stays in the name of a loop whatever is made of the loop, so that
// the reverse of it saves there too.
func TestStrategiesStay(t *testing.T) {
	const text = `
def step [acc : +Real] (s : Real) -> (t : Real)
  ss = Dup s
  (a, b) = ss
  Add acc a
  t = Call sin b

def more (s : Real) -> (o : (Bool, Real))
  ss = Dup s
  (a, b) = ss
  one = Const 1.0
  p = (one, a)
  go = Call lt p
  t = Call sin b
  o = (go, t)

def f [acc : +Real] (a : (Int, Real)) -> (s : Real)
  s = Call nTimes.binomial.20{step} [acc] a

def g (a : (Int, Real)) -> (s : Real)
  s = Call while.every.3{more} a
`
	prog, err := proc.Parse(&diag.Source{Name: "x.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	lib := pipeline.NewLibrary(prog)
	for f, want := range map[proc.Func]proc.Func{
		proc.MustParseFunc("fwd$nTimes.binomial.20{step}"): proc.MustParseFunc("nTimes.binomial.20{fwd$step}"),
		proc.MustParseFunc("fwd$while.every.3{more}"):      proc.MustParseFunc("while.every.3{iteration.fwd$while.every.3{more}}"),
		proc.MustParseFunc("erase.0$f"):                    proc.MustParseFunc("nTimes.binomial.20{erase.0$step}"),
	} {
		d, err := lib.Def(f)
		require.NoError(t, err)
		var called []proc.Func
		d.Body.Walk(func(s proc.Stmt) {
			if c, ok := s.(*proc.Call); ok {
				called = append(called, c.Func)
			}
		})
		assert.Contains(t, called, want, "in %s", f)
	}
	assert.Equal(t, proc.MustParseFunc("fold.sqrt{erase.2$h}"), loops.EraseName(proc.MustParseFunc("fold.sqrt{h}"), 1))
}
