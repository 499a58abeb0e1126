package fwd_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/fwd"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/typecheck"
)

// TestRandom says of any definition that fwd$f : (S, δS) → (T, δT), with a tangent for each name of Θ, and that it is single-use.
func TestRandom(t *testing.T) {
	lib := pipeline.NewLibrary(&proc.Program{})
	rapid.Check(t, func(t *rapid.T) {
		r := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(r.Body, []proc.Var{r.In}, []proc.Var{r.Out}, proc.NewNames(r))
		f := &proc.Def{Name: r.Name, Zone: r.Zone, In: r.In, Body: body, Out: outs[0]}
		d, err := fwd.Def(lib, f)
		require.NoError(t, err)
		require.NoError(t, typecheck.Def(d, lib.Sig), "%s\n%s", f, d)
		require.Equal(t, proc.NewTuple(f.In.Type, deriv.Tangent(f.In.Type)), d.In.Type)
		require.Equal(t, proc.NewTuple(f.Out.Type, deriv.Tangent(f.Out.Type)), d.Out.Type)
		require.Len(t, d.Zone, len(deriv.TangentZone(f.Zone, func(n string) string { return n + ".dot" })))
	})
}

// nothing is a library that knows no function.
type nothing struct{}

var errUnknown = errors.New("unknown")

func (nothing) Without() optim.Set              { return optim.Set{} }
func (nothing) Sig(proc.Func) (proc.Sig, error) { return proc.Sig{}, errUnknown }

// TestUnknown says that a function without a type is an error, and leaves no definition.
func TestUnknown(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Text: "def f (a : Real) -> (b : Real)\n  b = Call sin a\n"}, prim.Sig)
	require.NoError(t, err)
	d, err := fwd.Def(nothing{}, p.Defs[0])
	assert.ErrorIs(t, err, errUnknown)
	assert.Nil(t, d)
}
