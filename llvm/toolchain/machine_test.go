package toolchain_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/clangs"
	"procad/internal/diag"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// oddCPU is a CPU with extensions that its successors do not have.
const oddCPU = "bdver4"

// needX86 skips a test elsewhere.
func needX86(t *testing.T) {
	t.Helper()
	toolchain.NeedClang(t)
	if !toolchain.ForX86(new(toolchain.Compiler)) {
		t.Skip("not an x86-64")
	}
}

// needNoOddCPU skips a test where code for the odd CPU runs.
func needNoOddCPU(t *testing.T) {
	t.Helper()
	needX86(t)
	if len(lacks(t, "tbm")) == 0 {
		t.Skip("this machine has what the test wants to be missing")
	}
}

// callerOf is a program in C that calls functions of libraries, and prints what they return.
func callerOf(symbols ...string) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n")
	for _, s := range symbols {
		fmt.Fprintf(&b, "#include \"%s.h\"\n", s)
	}
	b.WriteString("int main(void) {\n\tdouble y;\n\tpc_error e;\n\tint kind;\n")
	for _, s := range symbols {
		fmt.Fprintf(&b, "\ty = 0;\n\tkind = %s(2, &y, 0, &e);\n\tprintf(\"%%d %%g %%s\\n\", kind, y, kind ? e.text : \"\");\n", s)
		fmt.Fprintf(&b, "\tif (kind != %s(2, &y, 0, 0)) return 1;\n", s)
	}
	return b.String() + "\tpc_release(0);\n\treturn 0;\n}\n"
}

// gamma is a program with a function of one number.
func gamma(t *testing.T) *pipeline.Unit {
	t.Helper()
	u, err := pipeline.Load(&diag.Source{Name: "gamma.fun", Text: "def gamma(x: Real): Real = lgamma(x)"})
	require.NoError(t, err)
	return u
}

// A built library has a function of one number.
type built struct{ symbol, cpu string }

// link links a caller with libraries, and returns the executable.
func link(t *testing.T, kind toolchain.Kind, libs ...built) string {
	t.Helper()
	dir := t.TempDir()
	program := gamma(t)
	var files, symbols []string
	for _, l := range libs {
		c := toolchain.Compiler{CPU: l.cpu}
		opts := llvm.Options{File: "gamma.fun"}
		require.NoError(t, opts.Tune(t.Context(), &c))
		entries := []abi.Entry{{Func: proc.Name("gamma"), Symbol: l.symbol, Face: program.Program.InterfaceOf(proc.Name("gamma"))}}
		code, err := llvm.Generate(program.Library.Def, entries, opts)
		require.NoError(t, err)
		m, err := c.Machine(t.Context())
		require.NoError(t, err)
		header, err := capi.Header(program.Library.Def, entries, m, false)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, l.symbol+".h"), []byte(header), 0o600))
		lib := filepath.Join(dir, "lib"+l.symbol+"."+string(kind))
		require.NoError(t, c.Compile(t.Context(), code, lib, kind))
		files, symbols = append(files, lib), append(symbols, l.symbol)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "caller.c"), []byte(callerOf(symbols...)), 0o600))
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	exe := filepath.Join(dir, "caller")
	args := slices.Concat([]string{"-o", exe, filepath.Join(dir, "caller.c")}, files, []string{"-lm"})
	out, err := exec.Command(clang, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return exe
}

// lacks are the features that this CPU has not, by what clang defines for it. Linux lists fewer
// than it has in some virtual machines.
func lacks(t *testing.T, names ...string) []string {
	t.Helper()
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	macros, err := exec.Command(clang, "-march=native", "-dM", "-E", "-x", "c", os.DevNull).Output()
	require.NoError(t, err)
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(string(macros), "#define __"+strings.ToUpper(name)+"__ ")
	})
}

// TestOtherCPU calls functions that are compiled for a CPU which has what this one has
// not: they return a status. Those beside them in the program run, also where the
// libraries are linked into it.
func TestOtherCPU(t *testing.T) {
	needNoOddCPU(t)
	missing := lacks(t, "sse4a", "tbm", "fma4", "xop") // what only some CPUs have
	refused := "15 0 error: the code is for the CPU bdver4: this one has no " + strings.Join(missing, ", ") + " [unsupported-cpu]\n"
	for _, kind := range []toolchain.Kind{toolchain.Object, toolchain.Shared, toolchain.Archive} {
		t.Run(string(kind), func(t *testing.T) {
			for _, libs := range [][]built{{{"old", toolchain.OldestCPU}, {"odd", oddCPU}}, {{"odd", oddCPU}, {"old", toolchain.OldestCPU}}} {
				out, err := exec.Command(link(t, kind, libs...)).CombinedOutput()
				require.NoError(t, err, string(out))
				want := ""
				for _, l := range libs {
					want += map[string]string{"old": "0 0 \n", "odd": refused}[l.symbol]
				}
				assert.Equal(t, want, string(out))
			}
		})
	}
	program := gamma(t)
	c := toolchain.Compiler{CPU: oddCPU}
	code, err := llvm.Generate(program.Library.Def, []abi.Entry{{Func: proc.Name("gamma"), Symbol: "gamma"}}, llvm.Options{Main: true})
	require.NoError(t, err)
	p, err := c.Program(t.Context(), code)
	require.NoError(t, err)
	defer p.Close()
	out, err := exec.Command(p.Path()).CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, 1, exit.ExitCode())
	assert.Equal(t, strings.TrimPrefix(refused, "15 0 "), string(out))
}

// TestCPU says what vectors there are for CPUs, and what CPUs there are not.
func TestCPU(t *testing.T) {
	needX86(t)
	for cpu, want := range map[string][]toolchain.Variant{
		"x86-64": {{'b', 2}}, "x86-64-v2": {{'b', 2}}, "x86-64-v3": {{'d', 4}}, "x86-64-v4": {{'e', 8}, {'d', 4}}, oddCPU: {{'d', 4}},
	} {
		m, err := (&toolchain.Compiler{CPU: cpu}).Machine(t.Context())
		require.NoError(t, err)
		assert.Equal(t, cpu, m.CPU)
		assert.Equal(t, toolchain.OldestCPU, m.Oldest)
		if len(m.Vector.Names) > 0 {
			assert.Equal(t, want, m.Vector.Variants, cpu)
		}
	}
	m, err := (&toolchain.Compiler{Target: "aarch64-linux-gnu"}).Machine(t.Context())
	require.NoError(t, err)
	assert.Empty(t, m.Vector.Variants)
	assert.Empty(t, m.Oldest)
	for _, c := range []toolchain.Compiler{{CPU: "bogus"}, {CPU: "native -v"}, {CPU: "-O3"}, {Target: "a b"}, {Target: "bogus-bogus-bogus", CPU: "x86-64"}} {
		_, err := c.Machine(t.Context())
		var unknown *toolchain.MachineError
		assert.ErrorAs(t, err, &unknown, "%q %q", c.CPU, c.Target)
	}
}

// TestValgrind runs code for x86-64-v3 by valgrind, which has that much, and code for
// this machine, which runs too or refuses to.
func TestValgrind(t *testing.T) {
	needX86(t)
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		clangs.Missing(t, err)
	}
	for cpu, want := range map[string]string{"x86-64-v3": `^0 0 \n$`, toolchain.NativeCPU: `^(0 0 \n|15 0 error: .* this one has no .*\[unsupported-cpu\]\n)$`} {
		out, err := exec.Command(valgrind, "-q", "--error-exitcode=9", link(t, toolchain.Shared, built{"gamma", cpu})).CombinedOutput()
		require.NoError(t, err, string(out))
		assert.Regexp(t, want, string(out))
	}
}

// TestUnknownClang asks what is no clang.
func TestUnknownClang(t *testing.T) {
	toolchain.NeedClang(t)
	c := toolchain.Compiler{Clang: "false", Cache: cache.None}
	_, err := c.Machine(context.Background())
	assert.ErrorContains(t, err, "/false is no clang: install one of versions 13 to 19, or name it in PROCAD_CC")
}
