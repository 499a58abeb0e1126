package llvm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/pipeline"
	"procad/proc"
)

// A counted clang is a script that runs clang and notes that it did.
type counted struct{ path, log string }

func countedClang(t *testing.T) counted {
	t.Helper()
	clang, err := new(Compiler).Find()
	require.NoError(t, err)
	dir := t.TempDir()
	c := counted{filepath.Join(dir, "clang"), filepath.Join(dir, "log")}
	text := fmt.Sprintf("#!/bin/sh\necho \"$@\" >> '%s'\nexec '%s' \"$@\"\n", c.log, clang)
	require.NoError(t, os.WriteFile(c.path, []byte(text), 0o700))
	return c
}

// runs counts the runs since the last time, of which asked only asked what clang is for, or how it links.
func (c counted) runs(t *testing.T) (compiled, asked int) {
	t.Helper()
	text, err := os.ReadFile(c.log)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
		require.NoError(t, os.Remove(c.log))
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "-dM") || strings.HasPrefix(line, "-###") {
			asked++
		} else {
			compiled++
		}
	}
	return compiled, asked
}

// forget lets this process ask clang again, as a new one does.
func forget() {
	machines.Clear()
	linkers.Clear()
}

// TestCached counts how often clang runs: not at all for a program that it has
// compiled, for a new one once, and once more where anything that matters differs. It is
// asked what it is for, and how it links with the flags.
func TestCached(t *testing.T) {
	needClang(t)
	prog, entries := kernelEntries(t)
	code := generateAll(t, prog, entries, Options{Main: true})
	other := generateAll(t, prog, entries[:1], Options{Main: true})
	clang := countedClang(t)
	const module, runtime = 1, 3
	store := cache.Open(t.TempDir(), cache.Most)
	run := func(c Compiler, code *Code, compiled, asked int) {
		t.Helper()
		forget()
		c.Clang, c.Cache = clang.path, store
		p, err := c.Program(context.Background(), code)
		require.NoError(t, err)
		defer p.Close()
		cmd := exec.Command(p.path(), "--entry", "mean")
		cmd.Stdin = strings.NewReader(`{"v": [1], "w": [[1], [4]], "flag": true, "k": 0}`)
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, "[1,[1]]\n", string(out))
		gotCompiled, gotAsked := clang.runs(t)
		assert.Equal(t, compiled, gotCompiled)
		assert.Equal(t, asked, gotAsked)
	}
	level := Compiler{Level: -1}
	run(level, code, module+runtime, 2)
	run(level, code, 0, 0)
	run(level, other, module, 0)
	run(level, other, 0, 0)
	run(Compiler{Level: -1, Strict: true}, code, module+runtime, 1)
	run(level, code, 0, 0)
	if new(Compiler).isX86() {
		run(Compiler{Level: -1, CPU: oldestX86}, code, module+runtime, 2)
		run(Compiler{Level: -1, CPU: oldestX86}, code, 0, 0)
	}
	// Another clang under the same name.
	text, err := os.ReadFile(clang.path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(clang.path, append(text, "# changed\n"...), 0o700))
	run(level, code, 0, 1) // which says the same of itself
	store = cache.None
	run(level, code, module+runtime, 2)
}

// TestModuleCached says that a library of another kind is made of the object that the first one was made of.
func TestModuleCached(t *testing.T) {
	needClang(t)
	prog, entries := kernelEntries(t)
	code := generateAll(t, prog, entries, Options{})
	clang := countedClang(t)
	c := Compiler{Level: -1, Clang: clang.path, Cache: cache.Open(t.TempDir(), cache.Most)}
	for _, made := range []struct {
		kind     Kind
		compiled int
	}{{Shared, 1 + len(units(Shared))}, {Archive, 0}, {Object, 0}} {
		require.NoError(t, c.Compile(context.Background(), code, filepath.Join(t.TempDir(), "lib."+string(made.kind)), made.kind))
		compiled, _ := clang.runs(t)
		assert.Equal(t, made.compiled, compiled, made.kind)
	}
}

// endless is a program that runs for longer than any test.
const endless = `
params f(x : Real) : Real
def f (x : Real) -> (y : Real)
  n = Const 9000000000000000000
  xn = (n, x)
  y = Call nTimes{step} xn

def step (x : Real) -> (y : Real)
  y = Call sin x
`

// TestOrphan runs an executable whose parent is killed, as far as it can tell: its
// standard input ends. It ends too.
func TestOrphan(t *testing.T) {
	needClang(t)
	e := &Engine{Lookup: pipeline.NewLibrary(parse(t, "endless.proc", endless)).Def, Compiler: Compiler{Level: -1}}
	defer e.Close()
	require.NoError(t, e.Prepare(proc.Name("f")))
	for _, late := range []bool{false, true} {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		cmd := exec.CommandContext(ctx, e.made[proc.Name("f")].program.path(), "--words", "--entry", "entry0")
		stdin, err := cmd.StdinPipe()
		require.NoError(t, err)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		require.NoError(t, cmd.Start())
		_, err = stdin.Write(make([]byte, 8))
		require.NoError(t, err)
		if late {
			time.Sleep(100 * time.Millisecond) // it is in the loop
		}
		require.NoError(t, stdin.Close())
		require.Error(t, cmd.Wait())
		assert.NoError(t, ctx.Err(), "it ends by itself")
		assert.Equal(t, 1, cmd.ProcessState.ExitCode(), stderr.String())
	}
}
