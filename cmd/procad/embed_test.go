package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// prints calls a command, which has to succeed, and returns what it prints.
func prints(t *testing.T, args ...string) string {
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	return stdout.String()
}

// buildGMM builds a library of gmm.
func buildGMM(t *testing.T, library string, flags ...string) {
	prints(t, append([]string{"build", filepath.Join(root, "testdata/kernels/gmm.fun"), "--grad", "--split", "-o", library}, flags...)...)
}

// gmmGradient writes the data of the repository to a header, and returns what grad prints for it.
func gmmGradient(t *testing.T, header string, flags ...string) (want []float64) {
	data := filepath.Join(root, "testdata/kernels/gmm.json")
	text, err := os.ReadFile(data)
	require.NoError(t, err)
	var values map[string]any
	require.NoError(t, json.Unmarshal(text, &values))
	var declared strings.Builder
	for name, size := range map[string]string{"K": "k", "D": "d", "T": "t", "N": "n", "M": "m", "GAMMA": "gamma"} {
		fmt.Fprintf(&declared, "#define %s %v\n", name, values[size])
	}
	for _, name := range []string{"alpha", "mu", "q", "l", "x"} {
		var list []string
		for _, x := range numbersIn(values[name]) {
			list = append(list, strconv.FormatFloat(x, 'x', -1, 64))
		}
		fmt.Fprintf(&declared, "static const double %s[] = {%s};\n", name, strings.Join(list, ", "))
	}
	require.NoError(t, os.WriteFile(header, []byte(declared.String()), 0o600))

	var printed struct {
		Value    float64
		Gradient map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(prints(t, append([]string{"grad", filepath.Join(root, "testdata/kernels/gmm.fun"), "--in", data}, flags...)...)), &printed))
	want = []float64{printed.Value}
	for _, name := range []string{"alpha", "mu", "q", "l", "x", "gamma"} {
		want = append(want, numbersIn(printed.Gradient[name])...)
	}
	return want
}

// numbersIn lists the numbers in a JSON value, in order.
func numbersIn(v any) (all []float64) {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []any:
		for _, e := range v {
			all = append(all, numbersIn(e)...)
		}
	}
	return all
}

// printedNumbers are what a program prints, a number a line.
func printedNumbers(t *testing.T, name string, args ...string) (all []float64) {
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, line := range strings.Fields(string(out)) {
		x, err := strconv.ParseFloat(line, 64)
		require.NoError(t, err)
		all = append(all, x)
	}
	return all
}

// TestEmbed calls the gradient of gmm from programs in C and C++, which have to print what grad
// does, bit for bit: with libraries of each kind, and threads under the thread sanitizer.
func TestEmbed(t *testing.T) {
	clang := clangs.Need(t, new(toolchain.Compiler).Find)
	dir := t.TempDir()
	want := gmmGradient(t, filepath.Join(dir, "data.h"))
	for _, library := range []string{"libgmm.a", "libgmm.o", "libgmm.so"} {
		buildGMM(t, filepath.Join(dir, library))
	}
	for _, c := range []struct{ name, library, source, flag string }{
		{"c, static", "libgmm.a", "gmm.c", "-O1"},
		{"c, object", "libgmm.o", "gmm.c", "-O1"},
		{"c, shared", "libgmm.so", "gmm.c", "-O1"},
		{"c++, static", "libgmm.a", "gmm.cpp", "-O1"},
		{"c++, shared", "libgmm.so", "gmm.cpp", "-O1"},
		{"threads", "libgmm.a", "gmm.c", "-fsanitize=thread"},
	} {
		t.Run(c.name, func(t *testing.T) {
			compiler := clang
			if strings.HasSuffix(c.source, ".cpp") {
				var err error
				if compiler, err = exec.LookPath("c++"); err != nil {
					clangs.Missing(t, err)
				}
			}
			main := filepath.Join(t.TempDir(), "main")
			out, err := exec.Command(compiler, embedArgs(t, dir, c.library, c.source, main, c.flag)...).CombinedOutput()
			if err != nil && strings.Contains(string(out), "libclang_rt") {
				clangs.Missing(t, "clang has no thread sanitizer here")
			}
			require.NoError(t, err, "%s", out)
			assert.Equal(t, want, printedNumbers(t, main))
		})
	}
}

// embedArgs are the arguments of a compiler for a program of testdata/embed.
func embedArgs(t *testing.T, dir, library, source, main string, flags ...string) []string {
	source, err := filepath.Abs(filepath.Join(root, "testdata/embed", source))
	require.NoError(t, err)
	return append(flags, "-Wall", "-Werror", "-I", dir, source, filepath.Join(dir, library), "-Xlinker", "-rpath", "-Xlinker", dir, "-lm", "-lpthread", "-o", main)
}

// TestEmbedUnderValgrind looks for errors and leaks in calls from C.
func TestEmbedUnderValgrind(t *testing.T) {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		clangs.Missing(t, err)
	}
	clang := clangs.Need(t, new(toolchain.Compiler).Find)
	dir := t.TempDir()
	want := gmmGradient(t, filepath.Join(dir, "data.h"), "--strict")
	flags := []string{"--strict"}
	if runtime.GOARCH == "amd64" {
		flags = append(flags, "--cpu", "x86-64-v3") // valgrind knows no later ones
	}
	buildGMM(t, filepath.Join(dir, "libgmm.a"), flags...)
	main := filepath.Join(dir, "main")
	out, err := exec.Command(clang, embedArgs(t, dir, "libgmm.a", "gmm.c", main)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, want, printedNumbers(t, valgrind, "-q", "--error-exitcode=9", "--leak-check=full", main))
}
