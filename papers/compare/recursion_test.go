package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/coretest"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// TestRecursion: delta runs functions that call themselves, as deep as it says; chad refuses
// them.
func TestRecursion(t *testing.T) {
	p := coretest.Load(t, "def f(x: Real, n: Int): Real = if n == 0 then x else 0.5 * f(x, n - 1)\n")
	gradient := func(s papers.System, n int64) (*papers.Result, error) {
		return s.Gradient(p, p.Lookup("f"), []eval.Value{1.5, n}, nil, number.Float())
	}
	_, err := gradient(delta.System, 1000)
	require.NoError(t, err)
	_, err = gradient(delta.System, -1)
	var failure *eval.RuntimeError
	require.ErrorAs(t, err, &failure)
	assert.Equal(t, "recursion-depth", failure.Code)
	for _, s := range compare.Derivations {
		if s.Name == delta.Name {
			continue
		}
		_, err = gradient(s, 3)
		var no *papers.Unsupported
		require.ErrorAs(t, err, &no, s.Name)
		assert.Equal(t, "a recursive function", no.Construct)
	}
}
