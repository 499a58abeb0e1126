package want_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/core/want"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/source"
	"procad/source/elaborate"
)

// TestGolden leaves out cotangents in in.fun, and leaves kept.fun as it is. What is
// printed is read again, and gives the same.
func TestGolden(t *testing.T) {
	golden.Run(t, "../../testdata/core/want/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := load(t, string(a.Files[0].Data))
		changed := want.Program(p)
		require.NoError(t, core.Check(p))
		kept := load(t, string(a.Files[1].Data))
		assert.Empty(t, want.Program(kept))
		text := print(t, p)
		again := load(t, text)
		assert.Len(t, want.Program(again), len(changed))
		require.NoError(t, core.Check(again))
		assert.Equal(t, listing(p), listing(again))
		assert.Empty(t, want.Program(again), "twice")
		return append(a.Files[:2], txtar.File{Name: "wanted", Data: []byte(listing(p))}, txtar.File{Name: "printed.fun", Data: []byte(text)})
	})
}

// TestSizes uses a cotangent only where a term carries its size.
func TestSizes(t *testing.T) {
	p := load(t, "def f(a: Real, b: Real[n]): Real = a * b[0]\n"+
		"def main(a: Real, b: Real[n], m: Int): Real[m] = let (x, y) = grad(f)(a, b) in ([x for i < n] : Real[m])\n")
	d := p.Lookup("main")
	let := d.Body
	for {
		if binding, ok := let.(*core.Let); ok {
			let = binding.Body
			continue
		}
		break
	}
	parts := let.(*core.SizeCheck).X.(*core.Untuple)
	of := &core.Use{Node: core.Node{Of: parts.Vars[1].Type}, Var: parts.Vars[1]}
	parts.Body.(*core.SizeCheck).Shape.(*core.ArrayShape).Sizes[0].Size = &core.Size{Node: core.Node{Of: core.Int}, X: of}
	require.NoError(t, core.Check(p))
	assert.Empty(t, want.Program(p))
	require.NoError(t, core.Check(p))
}

func load(t *testing.T, text string) *core.Program {
	p, _, err := source.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err, text)
	out := elaborate.Program(p)
	require.NoError(t, core.Check(out))
	return out
}

func print(t *testing.T, p *core.Program) string {
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}

// listing is which cotangents each definition has computed: the type of its
// derivatives.
func listing(p *core.Program) string {
	var b strings.Builder
	for _, d := range p.Defs {
		var visit func(t core.Term)
		visit = func(t core.Term) {
			if f, ok := t.(*core.Derive); ok {
				b.WriteString(d.Name + ": " + string(f.Op) + " : " + f.Type().String() + "\n")
			}
			always, others := core.Slots(t)
			for _, s := range append(always, others...) {
				visit(*s)
			}
		}
		visit(d.Body)
	}
	return b.String()
}
