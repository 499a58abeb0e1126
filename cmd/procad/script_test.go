package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"procad/internal/cache"
	"procad/internal/golden"
	"procad/llvm/toolchain"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"procad": func() { os.Exit(scripted()) },
	})
}

// TestScripts runs command lines and compares what they print.
func TestScripts(t *testing.T) {
	warm := warmer(t)
	for _, dir := range []string{"commands", "errors"} {
		t.Run(dir, func(t *testing.T) {
			defects := noDefects(t)
			testscript.Run(t, testscript.Params{
				Dir:           "testdata/" + dir,
				UpdateScripts: golden.Update(),
				// For scripts in which nothing but procad is to be found.
				Setup: func(env *testscript.Env) error {
					path, err := exec.LookPath("procad")
					env.Setenv("PROCAD_DIR", filepath.Dir(path))
					env.Setenv(defectsVariable, defects)
					env.Setenv("PROCAD_CC", os.Getenv("PROCAD_CC"))
					env.Setenv(cache.Variable, cacheFolder())
					env.Setenv("PYTHON", python())
					env.Setenv(pythonVariable, python())
					env.Setenv("PYTHONDONTWRITEBYTECODE", "1")
					top, e := filepath.Abs(root)
					env.Setenv("TOP", top)
					return errors.Join(err, e)
				},
				Condition: func(name string) (bool, error) {
					switch name {
					case "clang":
						_, err := new(toolchain.Compiler).Find()
						return err == nil, nil
					case "numpy":
						return python() != "", nil
					case "scipy", "pip", "torch", "pandas":
						return python() != "" && python(name) == python(), nil // which is $PYTHON
					case "ipython":
						return python() != "" && python("IPython") == python(), nil
					case "headers":
						_, err := headersOfPython(t.Context(), python())
						return err == nil, nil
					}
					return false, errors.New("unknown condition")
				},
				Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "repeat": repeat, "warm": warm, "wellformed": wellformed, "agree": agree},
			})
		})
	}
}

// cacheFolder is that of the user, whom scripts do not know.
func cacheFolder() string {
	if dir := os.Getenv(cache.Variable); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return cache.Off
	}
	return filepath.Join(dir, "procad")
}

// warmer is the command warm of scripts. It makes the store $PROCAD_CACHE, with the runtime in it, for
// scripts that have a store of their own but do not test how the runtime is compiled.
func warmer(t *testing.T) func(*testscript.TestScript, bool, []string) {
	dir := t.TempDir()
	store := filepath.Join(dir, "store")
	fill := sync.OnceValue(func() error {
		source := filepath.Join(dir, "f.fun")
		if err := os.WriteFile(source, []byte("def f(x: Real): Real = x\n"), 0o600); err != nil {
			return err
		}
		for _, args := range [][]string{{"-o", "f"}, {"-o", "libf.so"}, {"--python", "-o", "pf"}} {
			cmd := exec.Command("procad", append([]string{"build", source}, args...)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), cache.Variable+"="+store, pythonVariable+"="+python())
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%w: %s", err, out)
			}
		}
		return nil
	})
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) > 0 {
			ts.Fatalf("usage: warm")
		}
		if _, err := new(toolchain.Compiler).Find(); err != nil {
			return // nothing is compiled
		}
		ts.Check(fill())
		ts.Check(os.CopyFS(ts.Getenv(cache.Variable), os.DirFS(store)))
	}
}

// exits N COMMAND ARGS… demands the exit code N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N COMMAND ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d; standard error:\n%s", got, want, ts.ReadFile("stderr"))
	}
}

// repeat FILE N PREFIX UNIT MIDDLE UNIT2 SUFFIX writes both units N times.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 7 {
		ts.Fatalf("usage: repeat FILE N PREFIX UNIT MIDDLE UNIT2 SUFFIX")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := args[2] + strings.Repeat(args[3], n) + args[4] + strings.Repeat(args[5], n) + args[6]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
