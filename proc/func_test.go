package proc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGiven shows functions as the source calls them.
func TestGiven(t *testing.T) {
	for f, want := range map[Func]string{
		Name("f"):                             "f",
		Name("mul").Own():                     "mul",
		NewDeriv("rev").Of(Name("mul").Own()): "rev$mul",
		NewDeriv("rev").Of(Name("mul")):       "rev$mul",
		NTimes.Of(Name("add").Own()):          "nTimes{add}",
		Name("f.default"):                     "f.default", // a local function
		Name("f.def'"):                        "f.def'",
		NewDeriv("fwd").Of(NewDeriv("rev").Of(Name("lt").Own())): "fwd$rev$lt",
		Name("mul.sum1"):                 "mul.sum1",
		MustParseFunc("f.default.def$x"): "f.default$x",
	} {
		assert.Equal(t, want, f.Given(), f.String())
	}
}

// TestLabel says that  label l = label f.l = label d$f.l = l  for a label l without dots.
func TestLabel(t *testing.T) {
	for f, want := range map[string]string{
		"l": "l", "f.l": "l", "f.g.l": "l", "rev$f.l": "l", "fwd$rev$f.l": "l", "fwd$f": "f", "nTimes{rev$f.l}": "l", "zero{Real}": "zero{Real}",
	} {
		assert.Equal(t, MustParseFunc(want), MustParseFunc(f).Label(), f)
	}
	assert.True(t, Func{}.Label().IsZero())
}

// A colon in a name is between that of a module and another one.
func TestModules(t *testing.T) {
	for _, name := range []string{"cams:project", "_m:f.steps", "revf$cams:project", "sum{cams:area.sum1}", "revr$fold.checkpoints.3{revf$m:f.g}"} {
		f, err := ParseFunc(name)
		require.NoError(t, err, name)
		assert.Equal(t, name, f.String())
		assert.True(t, f.Imported(), name)
	}
	for _, name := range []string{"3:x", ":x", "m:", "m::x", "a:b:c", "revf$m:", "sum{3:x}"} {
		_, err := ParseFunc(name)
		assert.Error(t, err, name)
	}
}
