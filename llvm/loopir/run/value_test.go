package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/proc"
)

// TestCall says what is wrong with calls from outside, and with what they lose.
func TestCall(t *testing.T) {
	p, err := loopir.Parse(&diag.Source{Name: "text", Text: `func keeps(x: real*, n: int) -> (real*, int)
  return x, n

func loses(x: real*, n: int) -> (real*, int)
  b: real* = alloc 3
  return x, n

func undefined(x: real*, n: int) -> (real*, int)
  release x
  return undef:real*, n
`})
	require.NoError(t, err)
	vector := proc.NewArray(1, proc.Real)
	def := func(name string, in, out proc.Type) *proc.Def {
		return &proc.Def{Name: proc.Name(name), In: proc.Var{Name: "x", Type: in}, Out: proc.Var{Name: "y", Type: out}}
	}
	x := data.Reals([]float64{1, 2})
	y, err := New(p).Call(def("keeps", vector, vector), nil, x)
	require.NoError(t, err)
	assert.Equal(t, x.Objects, y.Objects)
	for name, want := range map[string]string{
		"loses":     "5 words live at the end, but the result has 2",
		"undefined": "the interpreter of the loop IR broke in undefined",
		"nobody":    "no function is called nobody",
	} {
		_, err := New(p).Call(def(name, vector, vector), nil, x)
		assert.ErrorContains(t, err, want, name)
	}
	_, err = New(p).Call(def("keeps", vector, proc.NewStack(proc.Real)), nil, x)
	assert.ErrorContains(t, err, "keeps takes or gives stacks, which have no form outside")
}
