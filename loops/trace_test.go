package loops

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/typecheck"
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

// A variable that both branches leave, and that is dead, is bound twice. It has two names then, also if it is a payload: of the
// branch, or of a Case in it.
func TestTraceOfPayloads(t *testing.T) {
	prog, err := proc.Parse(&diag.Source{Name: "f.proc", Text: `
def add1 [s : +Real] (x : Real) -> (y : Real)
  x.dup = Dup x
  (a, y) = x.dup
  Add s a

def outer [s : +Real] (i : (Real + Real, Real)) -> (o : (Real, Real))
  (c, d) = i
  Case c
    (Inl x
    )
    (Inr y
      x = Call add1 [s] y
    )
  o = (x, d)

def inner [s : +Real] (i : (Real + Real, Real + Real, Real + Real, Real)) -> (o : (Real, Real))
  (b, c, e, d) = i
  Case b
    (Inl u
      Elim u
      Elim e
      Case c
        (Inl z
          x = Call add1 [s] z
        )
        (Inr x
        )
    )
    (Inr v
      Elim v
      Elim c
      Case e
        (Inl w
          x = Call add1 [s] w
        )
        (Inr x
        )
    )
  o = (x, d)
`}, prim.Sig)
	require.NoError(t, err)
	require.NoError(t, typecheck.Program(prog))
	for _, name := range []string{"outer", "inner"} {
		d, err := Trace(prog.Lookup(proc.Name(name)))
		require.NoError(t, err)
		assert.NoError(t, typecheck.Program(&proc.Program{Defs: []*proc.Def{prog.Lookup(proc.Name("add1")), d}}), d)
	}
}
