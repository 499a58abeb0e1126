package linear_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
)

// TestPassUnit: a definition that ends its () and makes another one gives its own. One whose () a call makes stays.
func TestPassUnit(t *testing.T) {
	for text, want := range map[string]string{
		"(u : ()) -> (r : ())\n  Elim u\n  r = ()":                             "(u : ()) -> (u : ())",
		"[x : &Real] (u : ()) -> (r : ())\n  Elim u\n  v = ()\n  r = Call g v": "",
		"(u : ()) -> (r : ())\n  r = Call g u":                                 "",
		"(u : Real) -> (r : ())\n  Elim u\n  r = ()":                           "",
	} {
		p, err := proc.Parse(&diag.Source{Text: "def g (a : ()) -> (a : ())\n\ndef f " + text + "\n"}, prim.Sig)
		require.NoError(t, err)
		d := p.Lookup(proc.Name("f"))
		before := d.String()
		linear.PassUnit(optim.Set{}, d)
		if want == "" {
			assert.Equal(t, before, d.String())
			continue
		}
		assert.Equal(t, "def f "+want+"\n", d.String())
	}
}
