package toolchain_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/diag"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// A counted clang is a script that runs clang and notes that it did.
type counted struct{ path, log string }

func countedClang(t *testing.T) counted {
	t.Helper()
	clang, err := new(toolchain.Compiler).Find()
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

// codeOf is code with functions of those names.
func codeOf(t *testing.T, opts llvm.Options, names ...string) *toolchain.Code {
	t.Helper()
	const text = "def double(x: Real): Real = 2 * x\ndef triple(x: Real): Real = 3 * x"
	u, err := pipeline.Load(&diag.Source{Name: "times.fun", Text: text})
	require.NoError(t, err)
	var entries []abi.Entry
	for _, name := range names {
		f := proc.Name(name)
		entries = append(entries, abi.Entry{Func: f, Symbol: name, Face: u.Program.InterfaceOf(f)})
	}
	code, err := llvm.Generate(u.Library.Def, entries, opts)
	require.NoError(t, err)
	return code
}

// TestCached counts how often clang runs: not at all for a program that it has
// compiled, for a new one once, and once more where anything that matters differs. It is
// asked what it is for, and how it links with the flags.
func TestCached(t *testing.T) {
	toolchain.NeedClang(t)
	code, other := codeOf(t, llvm.Options{Main: true}, "double", "triple"), codeOf(t, llvm.Options{Main: true}, "double")
	clang := countedClang(t)
	const module, runtime = 1, 3
	store := cache.Open(t.TempDir(), cache.Most)
	run := func(c toolchain.Compiler, code *toolchain.Code, compiled, asked int) {
		t.Helper()
		toolchain.Forget()
		c.Clang, c.Cache = clang.path, store
		p, err := c.Program(context.Background(), code)
		require.NoError(t, err)
		defer p.Close()
		cmd := exec.Command(p.Path(), "--entry", "double")
		cmd.Stdin = strings.NewReader(`{"x": 1.5}`)
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, "3\n", string(out))
		gotCompiled, gotAsked := clang.runs(t)
		assert.Equal(t, compiled, gotCompiled)
		assert.Equal(t, asked, gotAsked)
	}
	level := toolchain.Compiler{Level: -1}
	run(level, code, module+runtime, 2)
	run(level, code, 0, 0)
	run(level, other, module, 0)
	run(level, other, 0, 0)
	run(toolchain.Compiler{Level: -1, Strict: true}, code, module+runtime, 1)
	run(level, code, 0, 0)
	if toolchain.ForX86(new(toolchain.Compiler)) {
		run(toolchain.Compiler{Level: -1, CPU: toolchain.OldestCPU}, code, module+runtime, 2)
		run(toolchain.Compiler{Level: -1, CPU: toolchain.OldestCPU}, code, 0, 0)
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
	toolchain.NeedClang(t)
	code := codeOf(t, llvm.Options{}, "double", "triple")
	clang := countedClang(t)
	c := toolchain.Compiler{Level: -1, Clang: clang.path, Cache: cache.Open(t.TempDir(), cache.Most)}
	for _, made := range []struct {
		kind     toolchain.Kind
		compiled int
	}{{toolchain.Shared, 1 + toolchain.RuntimeUnits()}, {toolchain.Archive, 0}, {toolchain.Object, 0}} {
		require.NoError(t, c.Compile(context.Background(), code, filepath.Join(t.TempDir(), "lib."+string(made.kind)), made.kind))
		compiled, _ := clang.runs(t)
		assert.Equal(t, made.compiled, compiled, made.kind)
	}
}
