package passes

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/llvm/loopir"
	"procad/proc"
)

// TestGolden runs a pass on a program: that which the archive is named after.
func TestGolden(t *testing.T) {
	met := map[string]bool{}
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, name string, a *txtar.Archive) []txtar.File {
		met[name] = true
		p, err := loopir.Parse(&diag.Source{Name: name, Text: string(a.Files[0].Data)})
		require.NoError(t, err)
		require.NoError(t, p.Check())
		if name == "parameters" || name == "dead-stores" {
			p.Entries = []proc.Func{p.Funcs[len(p.Funcs)-1].Name}
		}
		opts := Options{Lanes: 4, Piece: 2, Threads: CostlyLoops}
		if name == "size-versions" {
			opts.Sizes = map[proc.Func][]Size{
				proc.Name("few"): {{1, 4}, {2, 3}}, proc.Name("many"): {{1, 100}}, proc.Name("plain"): {{0, 4}}, proc.Name("again"): {{1, 4}}, proc.Name("alike"): {{1, 4}},
			}
			for _, f := range p.Funcs[1:] {
				p.Entries = append(p.Entries, f.Name)
			}
		}
		for _, pass := range Table {
			if string(pass.Name) == name {
				pass.run(p, opts, func(Report) {})
				break
			}
		}
		require.NoError(t, p.Check())
		var text strings.Builder
		require.NoError(t, p.Print(&text))
		return append(a.Files[:1:1], txtar.File{Name: "after", Data: []byte(text.String())})
	})
	for _, pass := range Table {
		assert.True(t, met[string(pass.Name)], "no archive shows %s", pass.Name)
	}
}

// TestDoc says that the tables in doc.go have the passes in their order, each with its file.
func TestDoc(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	rest := string(text)
	for _, pass := range Table {
		_, after, ok := strings.Cut(rest, "//\t"+string(pass.Name)+" ")
		require.True(t, ok, "%s is not in its place", pass.Name)
		_, rest, ok = strings.Cut(after, pass.Where)
		require.True(t, ok, "%s is without its file", pass.Name)
	}
}
