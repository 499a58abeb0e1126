package prim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc"
)

// TestExtern takes names of functions of C apart, and rejects those that mean none.
func TestExtern(t *testing.T) {
	reals, ints := proc.NewArray(1, proc.Real), proc.NewArray(2, proc.Int)
	e := &Extern{Symbol: "f", Status: true, Arrays: []bool{false, true, false}, Zone: []proc.Type{reals}, In: proc.NewTuple(proc.Real, proc.Bool, ints), Out: proc.NewTuple(proc.Int, ints)}
	f, err := proc.ParseFunc(e.Func().Text())
	require.NoError(t, err)
	assert.Equal(t, e.Func(), f)
	back, err := ExternOf(f)
	require.NoError(t, err)
	assert.Equal(t, e, back)
	sig, err := Sig(f, noDefs)
	require.NoError(t, err)
	assert.Equal(t, proc.Type(e.In), sig.In)
	assert.False(t, HasRule(f))

	for _, wrong := range []struct {
		message string
		types   []proc.Type
	}{
		{"f(.)", []proc.Type{proc.Real}},                              // no result
		{"f", []proc.Type{proc.Real, proc.Real}},                      // no parameters
		{"f(x)", []proc.Type{proc.Real, proc.Real}},                   // no such parameter
		{"f(..)", []proc.Type{proc.Real, proc.Real}},                  // one too many
		{"f(*)", []proc.Type{proc.Real, proc.Real}},                   // no array
		{"f.g(.)", []proc.Type{proc.Real, proc.Real}},                 // no name in C
		{"pc_alloc(.)", []proc.Type{proc.Real, proc.Real}},            // one of the runtime
		{"f(.)", []proc.Type{proc.Real, reals}},                       // an array that is not there
		{"f(.)", []proc.Type{proc.NewTuple(reals, proc.Real), reals}}, // and one at its place
		{"f(.)", []proc.Type{proc.NewSum(proc.Real, proc.Int), proc.Real}},
		{"f(*)", []proc.Type{proc.NewArray(1, proc.Bool), proc.Unit, proc.Real}},
	} {
		_, err := Sig(proc.FamilyOf("extern", wrong.types...).With(wrong.message), noDefs)
		assert.Error(t, err, "%s %v", wrong.message, wrong.types)
	}
}
