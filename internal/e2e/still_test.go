package e2e_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
)

// TestStill takes gradients at points where something that the result does not
// depend on has an infinite slope.
func TestStill(t *testing.T) {
	for _, body := range []string{
		"if sqrt(x) < 1 then 3 * x else x",
		"if 1 / x > 5 then 3 * x else x",
		"stopGradient(sqrt(x)) + 3 * x",
		"let unused = sqrt(x) in 3 * x",
		"real(int(sqrt(x))) + 3 * x",
		`let () = assert(log(x) < 3, "small") in 3 * x`,
		"let (a, b) = (sqrt(x), 3 * x) in b",
		"if (if x < 1 then 2 * sqrt(x) else x) < 1 then 3 * x else x",
		"if x < 1 then (let unused = sqrt(x) in 3 * x) else x",
		"let y = 3 * x in if x > 1 then (if sin(x) < y then 1 else 2) else y",
		"let unused = sum(i < 3) sqrt(x * real(i)) in 3 * x",
	} {
		t.Run(body, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: "def f(x: Real): Real = " + body})
			require.NoError(t, err)
			d, err := u.Entry("f")
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: "x", Text: `{"x": 0}`}, face)
			require.NoError(t, err)
			_, parts, err := u.Gradient(interp.New(u.Library.Def), d, args, nil)
			require.NoError(t, err)
			require.Equal(t, 3.0, math.Float64frombits(parts[0].Value.Words[0]))
		})
	}
}
