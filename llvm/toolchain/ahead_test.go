package toolchain_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/llvm"
	"procad/llvm/toolchain"
)

// TestAhead: what clang makes ahead it does not make again, and what the store has it does not
// make at all; the executable is that of Generate.
func TestAhead(t *testing.T) {
	toolchain.NeedClang(t)
	t.Setenv("TMPDIR", t.TempDir())
	generate := func(begin func(text []byte)) (*toolchain.Code, error) {
		code, extra := codeOf(t, llvm.Options{Main: true}, "double"), []byte("define hidden void @extra() {\n\tret void\n}\n")
		if begin != nil {
			begin(extra)
		}
		code.Unoptimised = append(code.Unoptimised, extra)
		return code, nil
	}
	clang := countedClang(t)
	const module, text, runtime = 1, 1, 3
	empty := func() {
		t.Helper()
		left, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
		require.NoError(t, err)
		assert.Empty(t, left)
	}
	// run makes an executable by so many runs of clang, and runs it.
	run := func(c *toolchain.Compiler, code *toolchain.Code, compiled int) string {
		t.Helper()
		exe := filepath.Join(t.TempDir(), "double")
		require.NoError(t, c.Compile(context.Background(), code, exe, toolchain.Executable))
		cmd := exec.Command(exe)
		cmd.Stdin = strings.NewReader(`{"x": 0.5}`)
		out, err := cmd.Output()
		require.NoError(t, err)
		got, _ := clang.runs(t)
		assert.Equal(t, compiled, got)
		return string(out)
	}
	// ahead is run with so many texts begun ahead.
	ahead := func(c *toolchain.Compiler, begun, compiled int) string {
		t.Helper()
		defer empty()
		a := c.Ahead(toolchain.Executable)
		defer a.Close()
		code, err := a.Generate(context.Background(), generate)
		require.NoError(t, err)
		require.Equal(t, begun, a.Begun())
		return run(c, code, compiled)
	}
	toolchain.Forget()
	store := cache.Open(filepath.Join(t.TempDir(), "store"), cache.Most)
	stored, new := &toolchain.Compiler{Level: -1, Clang: clang.path, Cache: store}, &toolchain.Compiler{Level: -1, Clang: clang.path, Cache: cache.None}
	code, err := generate(nil)
	require.NoError(t, err)
	require.Len(t, code.Unoptimised, text)
	want := run(new, code, module+text+runtime)
	assert.Equal(t, want, ahead(new, text+runtime, module+text+runtime))
	assert.Equal(t, want, ahead(stored, text+runtime, module+text+runtime))
	assert.Equal(t, want, ahead(stored, 0, 0), "the store has it")

	// A module that is not compiled after all leaves nothing.
	a := new.Ahead(toolchain.Executable)
	_, err = a.Generate(context.Background(), generate)
	require.NoError(t, err)
	a.Close()
	a.Close()
	empty()
}
