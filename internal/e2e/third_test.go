package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestThirdOfLoopsInBranches makes third derivatives of loops that run in one
// branch only, so that a stack is on one side of a sum, and nothing on the other.
func TestThirdOfLoopsInBranches(t *testing.T) {
	for name, text := range map[string]string{
		"while": `
def f(x: Real): Real =
  let (y, c) = while(5, (x, x), \(y, _). y > 0.1,
    \(y, c). let z = while(5, y, \z. z > 0.2, \z. z * z) in (if z > 0.1 then c else z, y))
  in y * c
`,
		"sum in the state": `
def f(x: Real): Real =
  let (y, c) = while[recompute](5, (x, Inr (x, x)), \(y, _). y > 0.1,
    \(y, c). case c of Inl a -> (sin(a), Inr (nTimes(3, y, \z. z * z), a)), Inr (p, q) -> (p * q, Inl (p)))
  in y * (case c of Inl a -> a, Inr (p, q) -> p * q)
`,
	} {
		t.Run(name, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "third.fun", Text: text})
			require.NoError(t, err)
			for _, ops := range [][]proc.Deriv{
				{deriv.VJP, deriv.VJP, deriv.VJP}, {deriv.VJP, deriv.Fwd, deriv.VJP}, {deriv.Fwd, deriv.VJP, deriv.VJP}, {deriv.Rev, deriv.Rev, deriv.Rev},
			} {
				f := proc.Name("f")
				for _, op := range ops {
					f = op.Of(f)
				}
				_, err := u.Closure(f)
				require.NoError(t, err, "%s", f)
			}
		})
	}
}
