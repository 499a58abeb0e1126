package tupling_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core/eval"
	"procad/internal/coretest"
	"procad/internal/golden"
	"procad/papers/ks"
	"procad/papers/number"
	"procad/papers/tupling"
)

// TestFigure7 and TestFigure8 are what the rules make, one in each archive.
func TestFigure7(t *testing.T) {
	golden.Run(t, "testdata/figure7/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		b := tupling.NewBasic()
		f := load(t, string(a.Files[0].Data))
		fwd, rev := b.Forward(f), b.Reverse(f)
		return append(a.Files[:1], text(t, "jacobians", b.Defs...), text(t, "derivatives", fwd, rev))
	})
}

func TestFigure8(t *testing.T) {
	golden.Run(t, "testdata/figure8/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		f := load(t, string(a.Files[0].Data))
		fwd, p := tupling.PolyForward(f)
		rev, q := tupling.PolyReverse(f)
		return append(a.Files[:1], text(t, "jacobians", append(p.Defs, q.Transposed(f))...), text(t, "derivatives", fwd, rev))
	})
}

// load is the last definition of a program.
func load(t *testing.T, source string) *ks.Def {
	t.Helper()
	p := coretest.Load(t, source)
	f, err := ks.From("tupling", p.Defs[len(p.Defs)-1])
	require.NoError(t, err)
	return f
}

// text is definitions, which are checked.
func text(t *testing.T, name string, defs ...*ks.Def) txtar.File {
	var out strings.Builder
	for _, f := range defs {
		require.NoError(t, ks.Verify(f), ks.Print(f))
		out.WriteString(ks.Print(f))
	}
	return txtar.File{Name: name, Data: []byte(out.String())}
}

// TestOnce is the claim of Sections 5.1 to 5.3: what Figure 6 computes several
// times, tupling computes once. f(x) = sin(… sin(x)) has 50 calls of sin, so rev$f
// has 50 of sin, 50 of cos and 50 products.
func TestOnce(t *testing.T) {
	source := "def f(x: Real): Real = " + strings.Repeat("sin(", 50) + "x" + strings.Repeat(")", 50)
	p := coretest.Load(t, source)
	for system, want := range map[string]int64{"tupling": 150, "tupling-basic": 150} {
		gradient := tupling.System.Gradient
		if system == "tupling-basic" {
			gradient = tupling.BasicSystem.Gradient
		}
		r, err := gradient(p, p.Defs[0], []eval.Value{1.0}, nil, number.Float())
		require.NoError(t, err)
		require.Equal(t, want, r.Operations-50, "%s: without the 50 operations of the value alone", system)
	}
}
