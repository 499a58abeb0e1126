package llvm

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/golden"
	"procad/llvm/abi"
	"procad/pipeline"
	"procad/proc"
)

// TestGolden compares what the first definition of each file becomes with the
// file module.ll beside it.
func TestGolden(t *testing.T) {
	golden.Run(t, "../testdata/llvm/ll/*.txtar", func(t *testing.T, name string, archive *txtar.Archive) []txtar.File {
		require.Len(t, archive.Files, 2)
		prog := Parse(t, name+".proc", string(archive.Files[0].Data))
		return append(archive.Files[:1], txtar.File{Name: "module.ll", Data: []byte(functions(t, name, prog))})
	})
}

// functions is the text of the functions of a module: without those that are
// only for callers outside, but for the test of them.
func functions(t *testing.T, name string, prog *proc.Program) string {
	opts := Options{File: prog.File}
	if name == "pieces" {
		l := usualLimits
		l.piece = 1
		opts.limits = &l
	}
	f := prog.Defs[0].Name
	if name == "export" {
		code, err := Generate(pipeline.NewLibrary(prog).Def, []abi.Entry{{Func: f, Symbol: "read"}}, opts)
		require.NoError(t, err)
		return string(code.Tuned)
	}
	var b bytes.Buffer
	m := newEmitter(&b, pipeline.NewLibrary(prog).Def, opts)
	require.NoError(t, m.program([]abi.Entry{{Func: f, Symbol: "f"}}))
	m.function(f)
	for len(m.queue) > 0 {
		g := m.queue[0]
		m.queue = m.queue[1:]
		m.write(g)
	}
	require.NoError(t, m.Flush())
	return b.String()
}
