package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/gradcheck"
	"procad/internal/sample"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/proc"
)

const folder = "../../testdata/rows"

// TestRows runs each row on small data: the value in native code is that of the C program. The reverse derivative, where it is
// measured, is that of the forward derivative and that of finite differences.
func TestRows(t *testing.T) {
	compiler := toolchain.Compiler{Level: -1}
	clang := clangs.Need(t, compiler.Find)
	for _, r := range sample.Rows {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			c, err := readRow(folder, r.Name, r.Data(1, r.Small...))
			require.NoError(t, err)
			program, err := compileRow(clang, folder, r.Name, t.TempDir(), "-O1", "-fno-math-errno")
			require.NoError(t, err)
			want, _, err := runRow(program, c.numbers, 0)
			require.NoError(t, err)

			native := &engine.Engine{Lookup: c.unit.Library.Def, Compiler: compiler}
			defer native.Close()
			functions := []proc.Func{c.def.Name}
			if r.Gradient > 0 {
				functions = gradcheck.Functions(c.def)
			}
			require.NoError(t, native.Prepare(functions...))
			value, err := native.Call(c.def.Name, c.zone, c.arg)
			require.NoError(t, err)
			assert.InEpsilon(t, want, value.Float(), 1e-9)
			if r.Gradient == 0 {
				return
			}

			report, err := gradcheck.Check(c.unit, native, c.def, c.args, gradcheck.Options{Entries: 24, Seed: 1})
			require.NoError(t, err)
			assert.Equal(t, gradcheck.Agree, report.Verdict())
			assert.NotEmpty(t, report.Entries)
		})
	}
}

// TestShared runs each program of testdata/threads on small data, with all loops divided: the reverse derivative is that of the forward
// derivative and that of finite differences.
func TestShared(t *testing.T) {
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	programs, err := filepath.Glob("../../testdata/threads/*.fun")
	require.NoError(t, err)
	count := 0
	for _, s := range sample.SharedPrograms {
		if filepath.Dir(s.File) != "threads" {
			continue
		}
		count++
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			c, err := readRow("../../testdata/threads", s.Name, s.Data(1, s.Small...))
			require.NoError(t, err)
			native := &engine.Engine{Lookup: c.unit.Library.Def, Compiler: compiler, Threads: 2}
			native.Options.Threads = passes.AllLoops
			defer native.Close()
			require.NoError(t, native.Prepare(gradcheck.Functions(c.def)...))
			report, err := gradcheck.Check(c.unit, native, c.def, c.args, gradcheck.Options{Entries: 24, Seed: 1})
			require.NoError(t, err)
			assert.Equal(t, gradcheck.Agree, report.Verdict())
			assert.NotEmpty(t, report.Entries)
		})
	}
	assert.Len(t, programs, count, "each program is measured")
}

// TestRowsAreComplete: each row has a program and a C program, and each program is a row.
func TestRowsAreComplete(t *testing.T) {
	var want, programs, plain []string
	for _, r := range sample.Rows {
		want = append(want, r.Name)
	}
	for _, list := range []struct {
		pattern string
		names   *[]string
	}{{"*.fun", &programs}, {"*.c", &plain}} {
		files, err := filepath.Glob(filepath.Join(folder, list.pattern))
		require.NoError(t, err)
		for _, f := range files {
			name, _, _ := strings.Cut(filepath.Base(f), ".")
			*list.names = append(*list.names, name)
		}
	}
	assert.ElementsMatch(t, want, programs)
	assert.ElementsMatch(t, append(want, "main"), plain)
}
