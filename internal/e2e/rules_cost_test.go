package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
)

const linearAlgebra = `
import linalg
def solve(a: Real[n, n], b: Real[n]): Real[n] = linalg.solve(a, b)
derivative solve(a: Real[n, n], b: Real[n])
  split = let x = solve(a, b) in (x, x)
  reverse(x, w) = let c = linalg.solve(transpose(a), w) in ([-c[i] * x[j] for i < n, j < n], c)
def weighted(a: Real[n, m]): Real = sum(i < n, j < m) real(i + 2 * j + 1) * a[i, j]
def squares(x: Real[n]): Real = sum(i < n) x[i]^2
def ruled(a: Real[n, n], b: Real[n]): Real = squares(solve(a, b))
def solved(a: Real[n, n], b: Real[n]): Real = squares(linalg.solve(a, b))
def definite(a: Real[n, n], b: Real[n]): Real = squares(linalg.choleskySolve(linalg.cholesky(a), b))
def inverse(a: Real[n, n], b: Real[n]): Real = weighted(linalg.inverse(a)) + b[0]
def logdet(a: Real[n, n], b: Real[n]): Real = linalg.logdet(a) + b[0]
def qr(a: Real[n, n], b: Real[n]): Real = let f = linalg.qr(a) in weighted(f.q) + weighted(f.r) + b[0]
def least(a: Real[n, n], b: Real[n]): Real = squares(linalg.leastSquares(a, b))
def eigen(a: Real[n, n], b: Real[n]): Real = let f = linalg.eigh(a) in weighted(f.vectors) + squares(f.values) + b[0]
def expm(a: Real[n, n], b: Real[n]): Real = weighted(linalg.expm(a)) + b[0]
`

// TestCostOfLinearAlgebra says what gradients of factorisations and systems cost, by counted operations: a factor of the value that does
// not grow with the size. With respect to b alone, that of a system with a rule is one more system and no outer product, and that of one whose
// factors are constant costs no factorisation.
func TestCostOfLinearAlgebra(t *testing.T) {
	t.Parallel()
	u, err := pipeline.Load(&diag.Source{Name: "cost.fun", Text: linearAlgebra})
	require.NoError(t, err)
	cost := func(name string, n int, wrt ...string) (value, gradient float64) {
		rows := make([]string, n)
		for i := range n {
			row := make([]string, n)
			for j := range n {
				row[j] = fmt.Sprint(1 / float64(i+j+2))
			}
			row[i] = fmt.Sprint(n + i)
			rows[i] = "[" + strings.Join(row, ",") + "]"
		}
		s, err := newSubject(u, name, fmt.Sprintf(`{"a": [%s], "b": [%s]}`, strings.Join(rows, ","), strings.TrimSuffix(strings.Repeat("1.5,", n), ",")))
		require.NoError(t, err)
		m := interp.New(u.Library.Def)
		_, err = u.Run(m, u.Program.Lookup(s.f), s.args)
		require.NoError(t, err)
		value = float64(m.Ops)
		s, err = s.holding(wrt)
		require.NoError(t, err)
		m = interp.New(s.unit.Library.Def)
		_, _, err = s.unit.Gradient(m, s.unit.Program.Lookup(s.f), s.args, wrt)
		require.NoError(t, err)
		return value, float64(m.Ops)
	}
	for name, most := range map[string]float64{
		"ruled": 2.2, "solved": 2.8, "definite": 4, "inverse": 1.7, "logdet": 2.6, "qr": 2.6, "least": 2.6, "eigen": 1.3, "expm": 4.1,
	} {
		for _, n := range []int{6, 14} {
			value, gradient := cost(name, n, "a")
			assert.LessOrEqual(t, gradient/value, most, "%s of size %d", name, n)
		}
	}

	const n = 16
	value, inB := cost("ruled", n, "b")
	_, inBoth := cost("ruled", n, "a", "b")
	assert.Less(t, inB-value, 1.05*value, "one more system")
	assert.Greater(t, inBoth-inB, 10.0*n*n, "and no outer product")
	for _, name := range []string{"solved", "definite"} {
		small, inSmall := cost(name, n, "b")
		large, inLarge := cost(name, 2*n, "b")
		assert.Less(t, (inLarge-large)/(inSmall-small), 4.2, "%s: beside the value it costs triangular systems", name)
	}
}
