package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/golden"
	"procad/llvm/toolchain"
)

// TestLibraries builds libraries and packages of one program with each version of clang, and
// calls them: each prints the same.
func TestLibraries(t *testing.T) {
	inLibraries(t, func(t *testing.T, sources string) {
		cc := compilerOfC(t)
		succeeds(t, cc, "-O1", "-fPIC", "-c", "soft.c", "-o", "soft.o")
		build := func(t *testing.T, args ...string) {
			prints(t, append([]string{"build", "kernel.fun", "--fn", "loss,scale,curve,pick", "--vjp", "--split", "--link", "soft.o"}, args...)...)
		}
		for _, l := range []struct {
			library string
			with    []string
		}{{"libkernel.so", nil}, {"libkernel.a", []string{"soft.o"}}, {"libkernel.o", []string{"soft.o"}}} {
			t.Run(l.library, func(t *testing.T) {
				build(t, "--grad", "--jvp", "--hvp", "-o", l.library)
				succeeds(t, cc, append([]string{"-std=c11", "-Wall", "-Wextra", "-Werror", "main.c", "./" + l.library, "-o", "main", "-lm"}, l.with...)...)
				printsAll(t, sources, "", "./main")
			})
		}
		t.Run("older CPU", func(t *testing.T) {
			build(t, "--grad", "--jvp", "--hvp", "--cpu", "x86-64-v2", "-o", "libkernel.so")
			printsAll(t, sources, "", "./main")
		})
		t.Run("python", func(t *testing.T) {
			if python() == "" {
				clangs.Missing(t, "there is no python3 with NumPy")
			}
			build(t, "--python", "--jvp", "--hvp", "-o", "kernel")
			printsAll(t, sources, "curve", python(), "main.py")
		})
		t.Run("go", func(t *testing.T) {
			if goCommand() == "" {
				clangs.Missing(t, "there is no go")
			}
			m := &goModule{".", goCommand()}
			m.init(t)
			require.NoError(t, os.RemoveAll("kernel"))
			build(t, "--go", "-o", "kernel")
			m.run(t, "build", "-o", "program", "main.go")
			printsAll(t, sources, "curve|jvp|hvp|hvp.x", "./program")
		})
	})
}

// TestThreadedLibrary calls a library whose loops threads share: it has the same bits with all numbers of threads, after a fork, when it
// is closed and opened, from several threads, and where signals come. Many calls leak nothing.
func TestThreadedLibrary(t *testing.T) {
	inLibraries(t, func(t *testing.T, _ string) {
		prints(t, "build", "threads.fun", "--fn", "loss", "--parallel", "--grad", "--wrt", "w", "-o", "libthreads.so")
		require.NoError(t, os.Rename("libthreads.h", "threads.h"))
		succeeds(t, compilerOfC(t), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "threads.c", "-o", "threads", "-pthread", "-ldl")
		assert.Equal(t, "well\n", succeeds(t, "./threads", "./libthreads.so"))
		succeeds(t, compilerOfC(t), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "signals.c", "./libthreads.so", "-o", "signals", "-pthread")
		assert.Equal(t, "well\n", succeeds(t, "./signals"))
	})
}

// TestRepeatedCalls calls a gradient that lacks memory where threads share its loop, with an array of Bools.
func TestRepeatedCalls(t *testing.T) {
	inLibraries(t, func(t *testing.T, _ string) {
		bools, reals := make([]bool, 20_000), make([]float64, 4000)
		text, err := json.Marshal(map[string]any{"b": bools, "x": reals, "m": 200})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("repeated.json", text, 0o600))
		for _, memory := range []string{"1200000B", "2500000B", "3400KB", "8MB"} {
			prints(t, "build", "repeated.fun", "--fn", "repeated", "--parallel", "--batch", "--grad", "--memory", memory, "--in", "repeated.json", "-o", "repeated.a")
			succeeds(t, compilerOfC(t), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "repeated.c", "repeated.a", "-o", "repeated", "-pthread", "-lm")
			assert.Equal(t, "5806.59113\n", succeeds(t, "./repeated"), memory)
		}
	})
}

// TestThreadedPackages calls packages whose loops threads share, from several threads, and in Python after a fork.
func TestThreadedPackages(t *testing.T) {
	inLibraries(t, func(t *testing.T, _ string) {
		t.Setenv("PROCAD_THREADS", "")
		t.Setenv("OMP_NUM_THREADS", "")
		build := func(t *testing.T, args ...string) {
			prints(t, append([]string{"build", "threads.fun", "--fn", "loss,picked"}, args...)...)
		}
		t.Run("python", func(t *testing.T) {
			if python() == "" {
				clangs.Missing(t, "there is no python3 with NumPy")
			}
			build(t, "--python", "-o", "single")
			for kind, headers := range map[string]string{"Native": python(), "Library": "none"} {
				t.Setenv(pythonVariable, headers)
				build(t, "--python", "--parallel", "-o", "shared")
				if files, _ := filepath.Glob("shared/_native.*"); len(files) == 0 && kind == "Native" {
					t.Log("there are no headers of Python")
					continue
				}
				assert.Equal(t, "well\n", succeeds(t, python(), "-W", "ignore::DeprecationWarning", "threads.py", kind))
			}
		})
		t.Run("go", func(t *testing.T) {
			if goCommand() == "" {
				clangs.Missing(t, "there is no go")
			}
			m := &goModule{".", goCommand()}
			m.init(t)
			for _, folder := range []string{"shared", "single"} {
				require.NoError(t, os.RemoveAll(folder))
			}
			build(t, "--go", "--parallel", "-o", "shared")
			m.run(t, "build", "-o", "program", "threads.go")
			assert.Equal(t, "well\n", succeeds(t, "./program"))
			build(t, "--go", "-o", "single")
			text, err := os.ReadFile("single/library.go")
			require.NoError(t, err)
			assert.NotContains(t, string(text), "Threads")
		})
	})
}

// TestThreadedBatches calls batches whose problems threads share: they have the same bits and errors with all numbers of threads.
func TestThreadedBatches(t *testing.T) {
	inLibraries(t, func(t *testing.T, _ string) {
		t.Setenv("PROCAD_THREADS", "")
		t.Setenv("OMP_NUM_THREADS", "")
		prints(t, "build", "batches.fun", "--fn", "path,walk,table,step,told", "--parallel", "--batch", "--grad", "-o", "batches.a")
		prints(t, "build", "batches.fun", "--fn", "table", "--parallel", "--batch", "--grad", "--memory", "4MiB", "--in", "table.json", "--prefix", "limited_", "-o", "limited.a")
		succeeds(t, compilerOfC(t), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "batches.c", "batches.a", "limited.a", "-o", "batches", "-pthread", "-lm")
		assert.Equal(t, "well\n", succeeds(t, "./batches"))
	})
}

// inLibraries runs a test for each version of clang, in a copy of testdata/libraries, which is the folder sources.
func inLibraries(t *testing.T, test func(t *testing.T, sources string)) {
	sources, err := filepath.Abs("testdata/libraries")
	require.NoError(t, err)
	clangs.Each(t, func(t *testing.T) {
		t.Chdir(t.TempDir())
		require.NoError(t, os.CopyFS(".", os.DirFS(sources)))
		test(t, sources)
	})
}

// compilerOfC is a compiler that calls what procad makes.
func compilerOfC(t *testing.T) string {
	for _, name := range []string{"cc", "gcc"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	return clang
}

// succeeds runs a command that has to succeed.
func succeeds(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// printsAll demands that a command prints what the file want has, without the lines that begin with a word
// of left.
func printsAll(t *testing.T, sources, left, name string, args ...string) {
	t.Helper()
	got := succeeds(t, name, args...)
	file := filepath.Join(sources, "want")
	if golden.Update() && left == "" {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if left != "" {
		want = regexp.MustCompile(`(?m)^(`+left+`) .*\n`).ReplaceAll(want, nil)
	}
	assert.Equal(t, string(want), got)
}
