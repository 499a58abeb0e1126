package scalars_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/core/scalars"
	"procad/diag"
	"procad/internal/golden"
	"procad/source"
	"procad/source/elaborate"
)

// TestGolden replaces arrays in in.fun, and none in kept.fun.
func TestGolden(t *testing.T) {
	golden.Run(t, "../../testdata/core/scalars/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := load(t, string(a.Files[0].Data))
		scalars.Program(p)
		require.NoError(t, core.Check(p))
		kept := load(t, string(a.Files[1].Data))
		before := print(t, kept)
		scalars.Program(kept)
		assert.Equal(t, before, print(t, kept))
		return append(a.Files[:2], txtar.File{Name: "scalars.fun", Data: []byte(print(t, p))})
	})
}

func load(t *testing.T, text string) *core.Program {
	p, _, err := source.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err)
	return elaborate.Program(p)
}

func print(t *testing.T, p *core.Program) string {
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}
