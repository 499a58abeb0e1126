package elaborate_test

import (
	"fmt"
	"procad/internal/diag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/internal/reference"
)

// A number that is written as a quotient by 0 is a constant, which has the derivative 0 and not that of a quotient.
func TestInfinities(t *testing.T) {
	p, err := reference.Elaborated(&diag.Source{Name: "f.fun", Text: "def f(x: Real): (Real, Real, Real, Real) = (1 / 0, -1 / 0, 0 / 0, x / 0)"})
	require.NoError(t, err)
	parts := p.Lookup("f").Body.(*core.Tuple).Elems
	for i, want := range []string{"+Inf", "-Inf", "NaN"} {
		require.IsType(t, (*core.RealConst)(nil), parts[i])
		assert.Equal(t, want, fmt.Sprint(parts[i].(*core.RealConst).Value))
	}
	assert.IsType(t, (*core.Prim)(nil), parts[3])
}
