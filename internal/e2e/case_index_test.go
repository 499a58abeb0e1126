package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/interp"
	"procad/pipeline"
)

// TestCaseIndex: what a Case leaves is another value than a parameter, where both are indices.
func TestCaseIndex(t *testing.T) {
	t.Parallel()
	u, err := pipeline.Load(&diag.Source{Name: "index.fun", Text: `
def h(p: Real[n, n], k: Int, x: Real): Real = p[(case (Inr n : Int + Int) of Inl a -> a, Inr b -> 3) mod n, k mod n] / (1 + x^2)
def f(p: Real[n, n], k: Int, x: Real): Real = let (_, _, d) = grad(h)(p, k, x) in d`})
	require.NoError(t, err)
	s, err := newSubject(u, "f", `{"p": [[1, 2, 3], [4, 5, 6], [7, 8, 9]], "k": 2, "x": 2}`)
	require.NoError(t, err)
	report, err := gradcheck.Check(u, interp.New(u.Library.Def), s.def, s.args, gradcheck.Options{Entries: 100})
	require.NoError(t, err)
	assert.Equal(t, gradcheck.Agree, report.Verdict())
}
