package proc

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGiven shows functions as the source calls them.
func TestGiven(t *testing.T) {
	for f, want := range map[Func]string{
		"f":                                 "f",
		Func("mul").Own():                   "mul",
		Rev.Of(Func("mul").Own()):           "rev$mul",
		Rev.Of("mul"):                       "rev$mul",
		"grad(" + Func("neg").Own() + ")":   "grad(neg)",
		NTimes.Of(Func("add").Own()):        "nTimes{add}",
		"f.default":                         "f.default", // a local function
		"f.def'":                            "f.def'",
		Fwd.Of(Rev.Of(Func("lt").Own())):    "fwd$rev$lt",
		"mul.sum1":                          "mul.sum1",
		"f.default" + Func("").Own() + "$x": "f.default$x",
	} {
		assert.Equal(t, want, f.Given(), string(f))
	}
}
