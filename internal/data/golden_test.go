package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/prim"
	"procad/proc"
)

// TestGolden reads each .json file of an archive as the data of the first
// definition of its program. The .out file after it has what is said: messages,
// and the values as they are written.
func TestGolden(t *testing.T) {
	codes := map[string]bool{}
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		prog, err := proc.Parse(&diag.Source{Name: "program.proc", Text: string(archive.Files[0].Data)}, prim.Sig)
		require.NoError(t, err)
		made := []txtar.File{archive.Files[0]}
		for _, f := range archive.Files {
			if name, isInput := strings.CutSuffix(f.Name, ".json"); isInput {
				made = append(made, f, txtar.File{Name: name + ".out", Data: []byte(describe(t, prog, f, codes))})
			}
		}
		return made
	})
	for _, code := range []string{data.CodeJSON, data.CodeNesting, data.CodeWrongType, data.CodeNumberRange, data.CodeRagged,
		data.CodeWrongShape, data.CodeUnknownShape, data.CodeMissing, data.CodeUnknownName} {
		assert.True(t, codes[code] || code == data.CodeNesting, "no example of %s", code)
	}
}

// describe reads the data and renders what comes of it.
func describe(t *testing.T, prog *proc.Program, f txtar.File, codes map[string]bool) string {
	var b strings.Builder
	src := &diag.Source{Name: f.Name, Text: string(f.Data)}
	def := prog.Defs[0]
	args, warnings, err := data.Read(src, prog.InterfaceOf(def.Name))
	for _, w := range warnings {
		diag.Render(&b, src, w)
		codes[w.Code] = true
	}
	if err != nil {
		list := diag.All(err)
		require.NotEmpty(t, list, "%v", err)
		for _, e := range list {
			codes[e.Code] = true
		}
		diag.Render(&b, src, err)
		return b.String()
	}
	for i, p := range args.Interface.Params {
		v := args.Values[i]
		require.NoError(t, v.Check())
		b.WriteString(p.Name + " = ")
		require.NoError(t, data.Write(&b, v))
		for _, o := range v.Objects {
			if a, ok := o.(*data.Array); ok {
				fmt.Fprintf(&b, "  dims %v", a.Dims)
			}
		}
		b.WriteString("\n")
	}
	zone, arg, err := args.For(def)
	require.NoError(t, err)
	require.Len(t, zone, len(def.Zone))
	require.Equal(t, def.In.Type, arg.Type)
	return b.String()
}
