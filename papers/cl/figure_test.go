package cl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/coretest"
	"procad/internal/golden"
	"procad/papers/cl"
	"procad/papers/ks"
)

// TestFigure10 is C[e]Γ for one rule in each archive, without and with pruning.
// Figure 11 is in it: each definition has its type, which is checked.
func TestFigure10(t *testing.T) {
	golden.Run(t, "testdata/figure10/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		f := load(t, string(a.Files[0].Data))
		plain, pruned := cl.NewConvert(false), cl.NewConvert(true)
		plain.Def(f)
		pruned.Def(f)
		return append(a.Files[:1], text(t, "cl", plain.Defs...), text(t, "pruned", pruned.Defs...))
	})
}

// TestDerivatives is what is made of each form.
func TestDerivatives(t *testing.T) {
	golden.Run(t, "testdata/derivatives/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		c := cl.NewConvert(true).Def(load(t, string(a.Files[0].Data)))
		d := cl.NewDeriver()
		fwd, rev := d.Forward(c), d.Reverse(c)
		revf, revr := d.Split(c)
		return append(a.Files[:1], text(t, "cl", c), text(t, "forward", fwd), text(t, "reverse", rev), text(t, "split", revf, revr))
	})
}

// TestBuiltins are the derivatives of the functions of Figure 2.
func TestBuiltins(t *testing.T) {
	golden.Run(t, "testdata/builtins.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		c := cl.NewConvert(true).Def(load(t, string(a.Files[0].Data)))
		d := cl.NewDeriver()
		d.Forward(c)
		d.Reverse(c)
		d.Split(c)
		var made []*cl.Def
		for _, f := range d.Defs {
			if !strings.HasSuffix(f.Title, "$f") {
				made = append(made, f)
			}
		}
		return append(a.Files[:1], text(t, "derivatives", made...))
	})
}

// load is the last definition of a program.
func load(t *testing.T, source string) *ks.Def {
	t.Helper()
	p := coretest.Load(t, source)
	f, err := ks.From("cl", p.Defs[len(p.Defs)-1])
	require.NoError(t, err)
	return f
}

// text is definitions, which are checked.
func text(t *testing.T, name string, defs ...*cl.Def) txtar.File {
	var out strings.Builder
	for _, f := range defs {
		require.NoError(t, cl.Verify(f), cl.Print(f))
		out.WriteString(cl.Print(f))
	}
	return txtar.File{Name: name, Data: []byte(out.String())}
}
