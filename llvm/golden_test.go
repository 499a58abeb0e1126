package llvm

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/derive"
	"procad/proc"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestGolden compares what the first definition of each file becomes with the
// file module.ll beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("../testdata/llvm/ll/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			var want string
			var prog *proc.Program
			files := archive.Files[:0:0]
			for _, f := range archive.Files {
				if f.Name == "module.ll" {
					want = string(f.Data)
					continue
				}
				files = append(files, f)
				prog = parse(t, name+".proc", string(f.Data))
			}
			got := functions(t, name, prog)
			if *update {
				archive.Files = append(files, txtar.File{Name: "module.ll", Data: []byte(got)})
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
				return
			}
			assert.Equal(t, want, got, "go test -update writes the goldens anew")
		})
	}
}

// functions is the text of the functions of a module: without those that are
// only for callers outside, but for the test of them.
func functions(t *testing.T, name string, prog *proc.Program) string {
	opts := Options{File: prog.File}
	if name == "pieces" {
		opts.limits = &limits{heavy: 1 << 30, looped: 1 << 30, piece: 3, tuned: 1 << 30, direct: 32, returned: 6, alloca: 512, wide: 256}
	}
	f := prog.Defs[0].Name
	if name == "export" {
		return string(emitAll(t, prog, []Entry{{Func: f, Symbol: "read"}}, opts))
	}
	var b bytes.Buffer
	m := newModule(&b, derive.New(prog).Def, opts)
	_, err := m.plan([]Entry{{Func: f, Symbol: "f"}})
	require.NoError(t, err)
	n, err := m.node(f)
	require.NoError(t, err)
	m.signature(n)
	m.write(n)
	require.NoError(t, m.w.Flush())
	return b.String()
}
