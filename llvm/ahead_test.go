package llvm

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
	"procad/pipeline"
	"procad/proc"
)

// TestAhead: what clang makes ahead it does not make again, and what the store has it does not
// make at all; the executable is that of Generate.
func TestAhead(t *testing.T) {
	needClang(t)
	t.Setenv("TMPDIR", t.TempDir())
	prog := parse(t, "long.proc", "params long(x : Real) : Real\n"+straight(60))
	lib := pipeline.NewLibrary(prog)
	long := proc.Name("long")
	parts := []Part{{Lookup: lib.Def, Entries: []Entry{{Func: long, Symbol: "long", Face: prog.InterfaceOf(long)}}}}
	opts := Options{Main: true, limits: allUnoptimised(20)}
	clang := countedClang(t)
	const module, text, runtime = 1, 1, 3
	empty := func() {
		t.Helper()
		left, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
		require.NoError(t, err)
		assert.Empty(t, left)
	}
	// run makes an executable by so many runs of clang, and runs it.
	run := func(c *Compiler, code *Code, compiled int) string {
		t.Helper()
		exe := filepath.Join(t.TempDir(), "long")
		require.NoError(t, c.Compile(context.Background(), code, exe, Executable))
		cmd := exec.Command(exe)
		cmd.Stdin = strings.NewReader(`{"x": 0.5}`)
		out, err := cmd.Output()
		require.NoError(t, err)
		got, _ := clang.runs(t)
		assert.Equal(t, compiled, got)
		return string(out)
	}
	// ahead is run with so many texts begun ahead.
	ahead := func(c *Compiler, begun, compiled int) string {
		t.Helper()
		defer empty()
		a := c.Ahead(Executable)
		defer a.Close()
		code, err := a.Generate(context.Background(), parts, opts)
		require.NoError(t, err)
		require.Len(t, a.begun, begun)
		return run(c, code, compiled)
	}
	forget()
	store := cache.Open(filepath.Join(t.TempDir(), "store"), cache.Most)
	stored, new := &Compiler{Level: -1, Clang: clang.path, Cache: store}, &Compiler{Level: -1, Clang: clang.path, Cache: cache.None}
	code, err := GenerateParts(parts, opts)
	require.NoError(t, err)
	require.Len(t, code.Unoptimised, text)
	want := run(new, code, module+text+runtime)
	assert.Equal(t, want, ahead(new, text+runtime, module+text+runtime))
	assert.Equal(t, want, ahead(stored, text+runtime, module+text+runtime))
	assert.Equal(t, want, ahead(stored, 0, 0), "the store has it")

	// A module that is not compiled after all leaves nothing.
	a := new.Ahead(Executable)
	_, err = a.Generate(context.Background(), parts, opts)
	require.NoError(t, err)
	a.Close()
	a.Close()
	empty()
}
