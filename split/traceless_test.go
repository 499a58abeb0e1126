package split_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// TestTraceless says of which primitives the two passes call no derivative: those that keep
// nothing, unless the program has a derivative of its own for one, or rules is disabled.
func TestTraceless(t *testing.T) {
	const f = `def f (i : (Real, Real)) -> (w : Real)
(x, y) = i
xx = Dup x; (x1, x2) = xx
a = (x1, y); s = Call sub a; n = Call neg s
b = (n, x2); z = Call add b; w = Call exp z
`
	const own = `def revf$add (i : (Real, Real)) -> (o : (Real, ()))
(x, y) = i; a = (y, x); s = Call add a; k = (); o = (s, k)
`
	for _, c := range []struct {
		name, text string
		without    []optim.Name
		called     []string
		not        []string
	}{
		{"as it is", f, nil, []string{"Call sub", "Call neg", "Call add", "revf$exp"}, []string{"revf$sub", "revr$sub", "revf$add", "revr$add", "revr$neg"}},
		{"a derivative of its own", f + own, nil, []string{"Call revf$add", "Call revr$add"}, []string{"revf$sub"}},
		{"without rules", f, []optim.Name{optim.Rules}, []string{"Call revf$sub", "Call revr$add", "Call revr$neg"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: c.text}, prim.Sig)
			require.NoError(t, err)
			lib := pipeline.NewLibrary(p, c.without...)
			name := proc.MustParseFunc("rev$f")
			d, err := lib.Def(name)
			require.NoError(t, err)
			for _, call := range c.called {
				assert.Contains(t, d.String(), call)
			}
			for _, call := range c.not {
				assert.NotContains(t, d.String(), call)
			}
			// w = exp(y), so that w̄ = 1 gives x̄ = 0 and ȳ = w
			got, err := interp.New(lib.Def).Call(name, nil, data.Tuple(data.Tuple(data.Real(0.25), data.Real(0)), data.Real(1)))
			require.NoError(t, err)
			assert.Equal(t, data.Tuple(data.Real(1), data.Tuple(data.Real(0), data.Real(1))).Words, got.Words)
		})
	}
}
