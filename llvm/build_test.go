package llvm_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/golden"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

const kernel = `
params mean(v[n] : [Real] = v, w[2, n] : [[Real]] = w, flag : Bool = 0, k : Int = 1) : (Real, [Real])
def mean [v : &[Real], w : &[[Real]]] (a : (Bool, Int)) -> (r : (Real, [Real]))
  (flag, k) = a
  Elim flag
  n = Size v 0
  m = Size w 1
  nm = (n, m)
  e = Call agree{"size n"} nm
  Elim e
  s = Read v k
  u = ()
  c = Call copy{[Real]} [v] u
  r = (s, c)

params pair(x : (Real, Int) = (x : Real = 0, i : Int = 1), s : Real + Bool = 2) : Real + Bool
def pair (a : (Real, Int, Real + Bool)) -> (r : Real + Bool)
  (x, i, s) = a
  Elim i
  Case s
    (Inl y
      xy = (x, y)
      z = Call mul xy
      r : Real + Bool = Inl z
    )
    (Inr b
      Elim x
      r : Real + Bool = Inr b
    )

def not (b : Bool) -> (c : Bool)
  Case b
    (Inl u
      c : Bool = Inr u
    )
    (Inr v
      c : Bool = Inl v
    )
`

func kernelEntries(t *testing.T) (*proc.Program, []abi.Entry) {
	prog := llvm.Parse(t, "kernel.proc", kernel)
	var entries []abi.Entry
	for _, f := range []proc.Func{proc.Name("mean"), proc.Name("pair"), proc.Name("not")} {
		symbol := map[proc.Func]string{proc.Name("mean"): "mean", proc.Name("pair"): "pair", proc.Name("not"): "negate"}[f]
		entries = append(entries, abi.Entry{Func: f, Symbol: symbol, Face: prog.InterfaceOf(f)})
	}
	return prog, entries
}

// generateAll is the code of a module with all entries.
func generateAll(t *testing.T, prog *proc.Program, entries []abi.Entry, opts llvm.Options) *toolchain.Code {
	t.Helper()
	opts.File = prog.File
	code, err := llvm.Generate(pipeline.NewLibrary(prog).Def, entries, opts)
	require.NoError(t, err)
	return code
}

// TestExecutable runs an executable as a user does.
func TestExecutable(t *testing.T) {
	llvm.NeedClang(t)
	prog, entries := kernelEntries(t)
	exe := filepath.Join(t.TempDir(), "kernel")
	require.NoError(t, new(toolchain.Compiler).Compile(context.Background(), generateAll(t, prog, entries, llvm.Options{Main: true}), exe, toolchain.Executable))
	for _, c := range []struct{ name, entry, data, out, err string }{
		{"array", "mean", `{"v": [0.1, 1e-320, -0.0], "w": [[1, 2, 3], [4, 5, 6]], "flag": true, "k": 0}`, `[0.1,[0.1,1e-320,-0]]`, ""},
		{"special", "mean", `{"v": ["NaN", "Infinity", "-Infinity"], "w": [[1, 2, 3], [4, 5, 6]], "flag": true, "k": 1}`, `["Infinity",["NaN","Infinity","-Infinity"]]`, ""},
		{"digits", "mean", `{"v": [0.30000000000000004, 123456789012345680], "w": [[1, 2], [4, 5]], "flag": true, "k": 0}`, `[0.30000000000000004,[0.30000000000000004,1.2345678901234568e+17]]`, ""},
		{"failure", "mean", `{"v": [1, 2], "w": [[1, 2], [4, 5]], "flag": true, "k": 2}`, "", "kernel.proc:11:3: error: index 2 is out of range: the size is 2 [index-range]"},
		{"size given", "mean", `{"n": 2, "v": [1, 2], "w": [[1, 2], [4, 5]], "flag": true, "k": 0, "note": {"a": [1, {}]}}`, `[1,[1,2]]`, ""},
		{"size differs", "mean", `{"n": 3, "v": [1, 2], "w": [[1, 2], [4, 5]], "flag": true, "k": 0}`, "", "standard input:1:15: error: dimension 0 of v, n, is 2, but it is 3 elsewhere"},
		{"sizes differ", "mean", `{"v": [1, 2], "w": [[1], [4]], "flag": true, "k": 0}`, "", "dimension 1 of w, n, is 1, but it is 2 elsewhere"},
		{"literal size", "mean", `{"v": [1], "w": [[1]], "flag": true, "k": 0}`, "", "dimension 0 of w, 2, is 1, but it is 2 elsewhere"},
		{"ragged", "mean", `{"v": [1], "w": [[1], []], "flag": true, "k": 0}`, "", "this list has 0 elements, but those before it have 1"},
		{"missing", "mean", `{"v": [1], "flag": true, "k": 0}`, "", "the parameter w is missing"},
		{"twice", "mean", `{"v": [1], "v": [1]}`, "", `"v" is given twice`},
		{"type", "mean", `{"v": [1, "x"]}`, "", "a Real is wanted here"},
		{"mark", "mean", `{"v": [1,]}`, "", `a Real is wanted here, not "]"`},
		{"long word", "mean", `{"v": [` + strings.Repeat("x", 10000) + `]}`, "", `not "` + strings.Repeat("x", 40) + "\"\n"},
		{"control character", "mean", "{\"v\": [\x1b[31m]}", "", `not "\x1b[31m"`},
		{"control characters in a name", "mean", `{"\u001b[31m": 1, "\u001b[31m": 2}`, "", `"\x1b[31m" is given twice`},
		{"control character in a file", "mean ./\x1bw.json", ``, "", `error: ./\x1bw.json: no such file or directory`},
		{"no int", "mean", `{"k": 1.5}`, "", "an Int is wanted here, not 1.5"},
		{"int range", "mean", `{"k": 9223372036854775808}`, "", "is not in the range of Int"},
		{"real range", "mean", `{"v": [1e999]}`, "", "1e999 is too large for a Real"},
		{"cut off", "mean", `{"v": [1, `, "", "not the end of the text"},
		{"nothing", "mean", ``, "", "an object with the parameters is wanted here"},
		{"deep", "mean", `{"x": ` + strings.Repeat("[", 100_000), "", "nest deeper"},
		{"trailing", "not", `{"b": true} 1`, "", "the end of the text is wanted here"},
		{"tuple", "pair", `{"x": [2, 7], "s": {"Inl": 3}}`, `{"Inl":6}`, ""},
		{"sum", "pair", `{"x": [2, 7], "s": {"Inr": false}}`, `{"Inr":false}`, ""},
		{"bad sum", "pair", `{"x": [2, 7], "s": {"Both": false}}`, "", `{"Inl": ...} or {"Inr": ...} is wanted here`},
		{"escape", "not", `{"\u0062": false}`, `true`, ""},
		{"usage", "mean --time 0", `{}`, "", "usage: "},
		{"stdin", "mean -", `{"v": [1], "w": [[1], [4]], "flag": true, "k": 0}`, `[1,[1]]`, ""},
		{"help", "negate --help", ``, "usage: EXE [-o OUT.npz] [--entry NAME] [--time N] [--threads N] [--memory BYTES] [DATA.json|DATA.npz]\nentries: mean pair negate\n" +
			"DATA.json is an object with b; without it, or with -, standard input is read", ""},
		{"no file", "mean nowhere.json", ``, "", "error: nowhere.json: no such file or directory\nhint: DATA.json is an object with "},
		{"directory", "mean /", ``, "", "error: /: is a directory\nhint: DATA.json is an object with "},
		{"no entry", "none", `{}`, "", "entries: mean pair negate"},
		{"memory", "mean --memory 10", `{"v": [0.1], "w": [[1], [4]], "flag": true, "k": 0}`, "", "kernel.proc:13:3: error: out of memory: 64 bytes more are needed, 0 are in use [out-of-memory]"},
		{"bool", "not", `{"b": 0}`, "", "true or false is wanted here, not a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields(strings.Replace(c.entry, "not", "negate", 1))
			cmd := exec.Command(exe, append([]string{"--entry"}, args...)...)
			cmd.Stdin = strings.NewReader(c.data)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if c.err != "" {
				var exit *exec.ExitError
				require.ErrorAs(t, err, &exit)
				assert.Equal(t, map[bool]int{true: 2, false: 1}[strings.Contains(c.err, "usage") || c.name == "no entry"], exit.ExitCode())
				assert.Contains(t, stderr.String(), c.err)
				assert.Empty(t, stdout.String())
				return
			}
			require.NoError(t, err, stderr.String())
			assert.Equal(t, strings.ReplaceAll(c.out, "EXE", exe)+"\n", stdout.String())
		})
	}
}

const caller = `
#include <stdio.h>
#include "kernel.h"
int other(bool b, bool *result, pc_workspace *workspace, pc_error *error);
int main(void) {
	double v[] = {1, 2, 3}, w[6] = {0}, s = 0, *c = 0, y = 0;
	int64_t n = 0;
	pc_error e;
	if (mean(v, 3, w, 2, 3, true, 1, &s, &c, &n, 0, &e)) return 1;
	printf("%g %lld %g %g\n", s, (long long)n, c[0], c[2]);
	c[0] = 5;
	pc_release(c);
	int kind = mean(v, 3, w, 2, 3, true, 3, &s, &c, &n, 0, &e);
	printf("%d %d %s\n", kind, e.kind, e.text);
	if (mean(v, 3, w, 2, 3, true, 3, &s, &c, &n, 0, 0) != kind) return 2;
	int8_t tag = 9;
	bool b = false, nb = true;
	if (pair(2, 0, 0, 21, false, &tag, &y, &b, 0, &e)) return 3;
	printf("%d %g\n", tag, y);
	if (pair(2, 0, 1, 0, true, &tag, &y, &b, 0, &e)) return 4;
	printf("%d %d\n", tag, b);
	if (negate(b, &nb, 0, 0)) return 5;
	printf("%d\n", nb);
	if (other(nb, &b, 0, 0)) return 6;
	printf("%d\n", b);
	return 0;
}
`

// TestLibrary calls each kind of library from C.
func TestLibrary(t *testing.T) {
	llvm.NeedClang(t)
	prog, entries := kernelEntries(t)
	header, err := capi.Header(pipeline.NewLibrary(prog).Def, entries, new(toolchain.Machine), false)
	require.NoError(t, err)
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	for kind, opts := range map[toolchain.Kind]llvm.Options{toolchain.Object: {}, toolchain.Shared: llvm.AllUnoptimised(llvm.Options{}, 20), toolchain.Archive: llvm.AllUnoptimised(llvm.Options{}, 20)} {
		t.Run(string(kind), func(t *testing.T) {
			dir := t.TempDir()
			lib := filepath.Join(dir, "libkernel."+string(kind))
			require.NoError(t, new(toolchain.Compiler).Compile(context.Background(), generateAll(t, prog, entries, opts), lib, kind))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "kernel.h"), []byte(header), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "caller.c"), []byte(caller), 0o600))
			exe := filepath.Join(dir, "caller")
			other := filepath.Join(dir, "libother."+string(kind))
			more := generateAll(t, prog, []abi.Entry{{Func: proc.Name("not"), Symbol: "other", Face: prog.InterfaceOf(proc.Name("not"))}}, opts)
			require.NoError(t, new(toolchain.Compiler).Compile(context.Background(), more, other, kind))
			out, err := exec.Command(clang, "-Wall", "-Werror", "-o", exe, filepath.Join(dir, "caller.c"), lib, other, "-lm").CombinedOutput()
			require.NoError(t, err, string(out))
			out, err = exec.Command(exe).CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Equal(t, "2 3 1 3\n1 1 kernel.proc:11:3: error: index 3 is out of range: the size is 3 [index-range]\n0 42\n1 1\n0\n1\n", string(out))
		})
	}
}

// TestVersions compiles with every version of clang that is installed.
func TestVersions(t *testing.T) {
	llvm.NeedClang(t)
	prog, entries := kernelEntries(t)
	module := generateAll(t, prog, entries, llvm.Options{Main: true})
	for _, v := range []string{"13", "14", "15", "16", "17", "18", "19"} {
		c := &toolchain.Compiler{Clang: "clang-" + v}
		if _, err := c.Find(); err != nil && !slices.Contains(clangs.Versions, c.Clang) {
			continue
		}
		t.Run(v, func(t *testing.T) {
			clangs.Need(t, c.Find)
			exe := filepath.Join(t.TempDir(), "kernel")
			require.NoError(t, c.Compile(context.Background(), module, exe, toolchain.Executable))
			cmd := exec.Command(exe, "--entry", "pair")
			cmd.Stdin = strings.NewReader(`{"x": [2, 7], "s": {"Inl": 3}}`)
			out, err := cmd.Output()
			require.NoError(t, err)
			assert.Equal(t, "{\"Inl\":6}\n", string(out))
		})
	}
}

// TestSanitize runs the suites with what finds wrong accesses to memory.
func TestSanitize(t *testing.T) {
	llvm.NeedClang(t)
	t.Setenv("ASAN_OPTIONS", "detect_leaks=0") // the process ends with what it has read
	for i, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		s := llvm.ReadSuite(t, file)
		lookup := pipeline.NewLibrary(s.Prog).Def
		t.Run(filepath.Base(file), func(t *testing.T) {
			opts := llvm.Options{File: s.Prog.File, Sanitize: "address"}
			if i%2 == 1 {
				opts = llvm.AllUnoptimised(opts, 20)
			}
			e := &engine.Engine{Lookup: lookup, Options: opts}
			defer e.Close()
			if err := e.Prepare(s.Functions()...); err != nil {
				clangs.Missing(t, "this clang has no sanitizers:", err)
			}
			for _, c := range s.Cases {
				zone, arg, err := c.Args.For(s.Prog.Lookup(c.Func))
				require.NoError(t, err)
				_, err = e.Call(c.Func, zone, arg)
				var failure *prim.RuntimeError
				if !errors.As(err, &failure) {
					require.NoError(t, err, c.Text)
				}
			}
		})
	}
}

func TestNoClang(t *testing.T) {
	t.Setenv("PROCAD_CC", "")
	t.Setenv("PATH", t.TempDir())
	err := new(toolchain.Compiler).Compile(context.Background(), new(toolchain.Code), "out", toolchain.Executable)
	assert.ErrorIs(t, err, toolchain.ErrNoClang)
	err = (&toolchain.Compiler{Clang: "no-such-clang"}).Compile(context.Background(), new(toolchain.Code), "out", toolchain.Executable)
	assert.ErrorContains(t, err, `"no-such-clang" is not found`)
}

func TestBadEntries(t *testing.T) {
	prog := llvm.Parse(t, "bad.proc", `
def adds [s : +Real] (x : Real) -> (u : ())
  Add s x
  u = ()

def stack (n : Int) -> (s : Stack Real)
  s = Call empty{Real} n

def loop (x : Real) -> (y : Real)
  y = Call loop x

def unknown (x : Real) -> (y : Real)
  y = Call exp x
`)
	unknown := *prog.Lookup(proc.Name("unknown")).Body[0].(*proc.Call)
	unknown.Func = proc.Name("exponential")
	prog.Lookup(proc.Name("unknown")).Body[0] = &unknown
	for f, want := range map[proc.Func]string{
		proc.Name("adds"): "cannot be called from outside", proc.Name("stack"): "has a stack in it", proc.Name("loop"): "calls itself",
		proc.Name("unknown"): "no function is called exponential", proc.Name("none"): "no definition is called none",
	} {
		err := llvm.Emit(new(bytes.Buffer), func(f proc.Func) (*proc.Def, error) { return prog.Lookup(f), nil }, []abi.Entry{{Func: f, Symbol: "f"}}, llvm.Options{})
		assert.ErrorContains(t, err, want, f)
	}
	prog, entries := kernelEntries(t)
	for symbol, want := range map[string]string{
		"a b": "no name for a function in C", "": "no name", "1x": "no name", "main": "is taken", "pc_alloc": "is taken", "pair": "two entries",
	} {
		entries[0].Symbol = symbol
		err := llvm.Emit(new(bytes.Buffer), pipeline.NewLibrary(prog).Def, entries, llvm.Options{})
		assert.ErrorContains(t, err, want, symbol)
	}
}
