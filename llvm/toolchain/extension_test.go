package toolchain_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/llvm/toolchain"
)

// TestExtension counts how often clang runs for an extension: what all have in common is compiled once for each
// version of Python.
func TestExtension(t *testing.T) {
	toolchain.NeedClang(t)
	clang := countedClang(t)
	headers := t.TempDir()
	version := func(v string) {
		require.NoError(t, os.WriteFile(filepath.Join(headers, "patchlevel.h"), []byte("#define VERSION "+v+"\n"), 0o600))
	}
	c := &toolchain.Compiler{Clang: clang.path, Cache: cache.Open(t.TempDir(), cache.Most)}
	const common = "#include \"patchlevel.h\"\nextern int table;\n__attribute__((visibility(\"default\"))) int sum(void) { return table + VERSION; }\n"
	const table = 1
	made := func(name, text string, runs int) {
		t.Helper()
		out := filepath.Join(t.TempDir(), name)
		require.NoError(t, c.Extension(context.Background(), &toolchain.Extension{Common: []byte(common), Table: []byte(text), Headers: headers}, out))
		require.FileExists(t, out)
		compiled, _ := clang.runs(t)
		require.Equal(t, runs, compiled, name)
	}
	version("1")
	made("first", "int table = 1;\n", 1+table)
	made("other functions", "int table = 2;\n", table)
	version("2")
	made("other Python", "int table = 2;\n", 1+table)
}
