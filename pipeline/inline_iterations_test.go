package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
)

// TestInlineIterations: a gradient has the same bits, and fails where it did, if passes of iterations are called. What
// can fail and has a result that nobody reads stays in a forward pass.
func TestInlineIterations(t *testing.T) {
	for text, want := range map[string]string{
		`def f(x: Real, a: Real[n], k: Int): Real = nTimes(3, x, \s. let z = a[k] in s * s)`:                                                         "index 3 is out of range",
		`def f(x: Real, a: Real[n], k: Int): Real = sum(i < 3) (let z = a[k + i] in x * x)`:                                                          "index 3 is out of range",
		`def f(x: Real, a: Real[n], k: Int): Real = sum(i < 3) (let z = k div (i - i) in x * x)`:                                                     "division of an Int by zero",
		`def f(x: Real, a: Real[n], k: Int): Real = let (y, _) = while(9, (x, k), \(_, j). j > 0, \(s, j). let z = a[j + 1] in (s * s, j - 1)) in y`: "index 4 is out of range",
		`def f(x: Real, a: Real[n], k: Int): Real = fold(\(s, y). sin(s * y), x, a)`:                                                                 "",
		`def f(x: Real, a: Real[n], k: Int): Real = sum(i < n) sum(j < k) exp(x * a[i]) * real(j)`:                                                   "",
		`def f(x: Real, a: Real[n], k: Int): Real = let b = [sin(x * a[i]) for i < n] in sum(i < n) nTimes(k, b[i], \s. s * x)`:                      "",
	} {
		var bits []data.Value
		for _, without := range [][]optim.Name{nil, {optim.InlineIterations}} {
			u, err := Load(&diag.Source{Name: "main.fun", Text: text}, without...)
			require.NoError(t, err, text)
			arg, _, err := data.Read(&diag.Source{Name: "main.json", Text: `{"x": 0.4, "a": [0.3, 1.2, -0.7], "k": 3}`}, u.Program.InterfaceOf(proc.Name("f")))
			require.NoError(t, err, text)
			zone, in, err := arg.For(u.Program.Lookup(proc.Name("f")))
			require.NoError(t, err, text)
			y, err := interp.New(u.Library.Def).Call(deriv.VJP.Of(proc.Name("f")), zone, data.Tuple(in, data.Real(1)))
			if want != "" {
				assert.ErrorContains(t, err, want, text)
				continue
			}
			require.NoError(t, err, text)
			bits = append(bits, y)
		}
		if want == "" {
			assert.Equal(t, bits[1], bits[0], text)
		}
	}
}
