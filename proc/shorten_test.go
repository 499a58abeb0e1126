package proc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// doubled is a type whose text has 2^n times Real.
func doubled(n int) proc.Type {
	t := proc.Type(proc.Real)
	for range n {
		t = proc.NewStack(proc.NewTuple(t, t))
	}
	return t
}

// TestLongTypes names functions at types with texts of any length.
func TestLongTypes(t *testing.T) {
	for n := range 100 {
		x := doubled(n)
		f := proc.FamilyOf("push", proc.Int, x)
		assert.Less(t, len(f.String()), 1000)
		family, types, ok := f.Family()
		require.True(t, ok)
		assert.Equal(t, "push", family)
		assert.Equal(t, []proc.Type{proc.Int, x}, types)
		assert.Equal(t, x, deriv.Tangent(x))
		assert.Equal(t, x, deriv.Cotangent(x))
		assert.Equal(t, x, deriv.Activate(x))
		assert.Less(t, len(x.String()), 3<<20)
	}
	d, base, ok := deriv.Apart(deriv.RevF.Of(proc.FamilyOf("push", doubled(90))))
	require.True(t, ok)
	assert.Equal(t, deriv.RevF, d)
	_, types, ok := base.Family()
	require.True(t, ok)
	assert.Equal(t, []proc.Type{doubled(90)}, types)
}

// TestLongTypesPrint prints a procedure that calls a function at a long type
// with the whole type, from which the same procedure is read.
func TestLongTypesPrint(t *testing.T) {
	x := doubled(8)
	f := proc.FamilyOf("empty", x)
	text := "def f (n : Int) -> (k : " + proc.NewStack(x).String() + ")\n  k = Call empty{" + x.String() + "} n\n"
	require.Less(t, len(f.String()), len(x.String()))
	p, err := proc.Parse(&diag.Source{Name: "long.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	assert.Equal(t, f, p.Defs[0].Body[0].(*proc.Call).Func)
	assert.Equal(t, text, strings.TrimLeft(p.Defs[0].String(), "\n"))
}

// TestNoReferences takes no short name of a type from a file.
func TestNoReferences(t *testing.T) {
	proc.FamilyOf("empty", doubled(8))
	for n := range 1000 {
		_, err := proc.ParseTypes("#" + string(rune('0'+n%10)))
		require.Error(t, err)
	}
}
