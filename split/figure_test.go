package split_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"golang.org/x/tools/txtar"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/split"
	"procad/typecheck"
)

// TestFigure shows the plain figure of functions without loops and zones.
func TestFigure(t *testing.T) {
	golden.Run(t, "testdata/figure/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		u, err := pipeline.Load(&diag.Source{Name: "in.proc", Text: string(archive.Files[0].Data)})
		require.NoError(t, err)
		lib := pipeline.NewLibrary(u.Program, optim.Annotations)
		var text []byte
		for _, d := range u.Program.Defs {
			revf, revr, err := split.Figure(lib, d)
			require.NoError(t, err)
			for _, pass := range []*proc.Def{revf, revr} {
				require.NoError(t, typecheck.Def(pass, lib.Sig))
				text = append(text, pass.String()...)
				text = append(text, '\n')
			}
		}
		return append(archive.Files[:1:1], txtar.File{Name: "figure", Data: text[:len(text)-1]})
	})
}
