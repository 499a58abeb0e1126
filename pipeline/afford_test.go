package pipeline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestAfford checks what is refused before it runs: gradients, derivatives of results that are no Real, and
// functions with derivatives in them.
func TestAfford(t *testing.T) {
	const text = `def cubes(x: Real[n]): Real = sum(i < n) x[i]^3
def h(n: Int, x: Real): Real[_, _] = hessian(cubes)([x for i < n])
def jr(n: Int, x: Real): Real[_, _] = jacrev(\v. [v[i]^2 for i < n])([x for i < n])
def jf(n: Int, x: Real): Real[_, _] = jacfwd(\v. [v[i]^2 for i < n])([x for i < n])
def inside(x: Real, n: Int): Real = grad(\x. nTimes[steps:](n, x, \y. sin(y) * y))(x)
def steps(x: Real, n: Int): Real = nTimes[steps:](n, x, \y. sin(y) * y)
def two(x: Real, n: Int): (Real[2], Int) = let y = nTimes[steps:](n, x, \y. sin(y) * y) in ([y, x], n)
def list(x: Real, n: Int): Real[_] = [x * real(i) for i < n]`
	itself := func(f proc.Func) proc.Func { return f }
	const loop = "--checkpoint 'steps=binomial(20)' keeps less; more"
	for _, c := range []struct {
		fn          string
		of          func(proc.Func) proc.Func
		n           string
		said, hint  string
		alsoAffords string // a size
	}{
		{"h", itself, "1000", "h, which has derivatives in it, needs at least", "more", "10"},
		{"jr", itself, "1000", "jr, which has derivatives in it, needs at least", "more", "10"},
		{"jf", itself, "1000", "jf, which has derivatives in it, needs at least", "more", "10"},
		{"inside", itself, "1000000", "inside, which has derivatives in it, needs at least", "more", "100"},
		{"steps", deriv.VJP.Of, "1000000", "the gradient of steps needs at least", loop, "100"},
		{"two", deriv.VJP.Of, "1000000", "the reverse derivative of two needs at least", loop, "100"},
		{"list", deriv.Fwd.Of, "100000", "the forward derivative of list needs at least", "more", "100"},
	} {
		t.Run(c.fn, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "a.fun", Text: text})
			require.NoError(t, err)
			d, err := u.Entry(c.fn)
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			afford := func(n string, limit int64) error {
				args, _, err := data.Read(&diag.Source{Name: "data", Text: `{"x": 0.5, "n": ` + n + `}`}, face)
				require.NoError(t, err)
				warning, err := u.Afford(d, c.of(d.Name), args, limit, "more")
				require.NoError(t, warning)
				return err
			}
			e, ok := afford(c.n, 1<<20).(*diag.Error)
			require.True(t, ok)
			assert.Equal(t, pipeline.CodeTooMuchMemory, e.Code)
			assert.Contains(t, e.Msg, c.said)
			assert.Contains(t, e.Hint, c.hint)
			assert.NoError(t, afford(c.alsoAffords, 1<<20))
		})
	}
}
