package prim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// measured is  f x = bytes (x, x) · x^2.
const measured = `
def f (x : Real) -> (y : Real)
  t = Dup x
  p = Call bytes{(Real, Real)} t
  (t2, n) = p
  s = Call mul t2
  r = Call real n
  rs = (r, s)
  y = Call mul rs
`

// What measures a value is in the way of no derivative, of whatever order.
func TestBytesAgain(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Name: "measured.proc", Text: measured}, prim.Sig)
	require.NoError(t, err)
	lib := pipeline.NewLibrary(p)
	m := interp.New(lib.Def)
	x := real(3)
	assert.Equal(t, 16*9., call(t, m, proc.Name("f"), nil, x).Float())
	assert.Equal(t, 16*6., call(t, m, proc.MustParseFunc("grad$f"), nil, x).Float())
	assert.Equal(t, 16*2., call(t, m, proc.MustParseFunc("grad$grad$f"), nil, x).Float())
	one := data.Tuple(x, real(1))
	assert.Equal(t, 16*6., call(t, m, proc.MustParseFunc("fwd$f"), nil, one).Part(1).Float())
	assert.Equal(t, 16*2., call(t, m, proc.MustParseFunc("fwd$fwd$f"), nil, data.Tuple(one, data.Tuple(real(1), real(0)))).Part(1).Part(1).Float())
	assert.Equal(t, 16*2., call(t, m, proc.MustParseFunc("fwd$grad$f"), nil, one).Part(1).Float())
}
