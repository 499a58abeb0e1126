package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// TestDeclarations compares the declarations of the functions of the runtime in LLVM IR with
// their prototypes in C. No clang sees both: the runtime is compiled on its own. Every function
// that the emitter names is declared by one of the programs.
func TestDeclarations(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find) // which says whether loops run in lanes
	prototypes := map[string]string{}
	headers, err := filepath.Glob(filepath.Join(root, "llvm", "toolchain", "runtime", "*.h"))
	require.NoError(t, err)
	prototype := regexp.MustCompile(`(?m)^(?:_Noreturn )?([a-z_0-9]+ \**)(pc_\w+)\(([^()]*)\);`)
	for _, header := range headers {
		text, err := os.ReadFile(header)
		require.NoError(t, err)
		for _, m := range prototype.FindAllStringSubmatch(string(text), -1) {
			params := eachOf(strings.Split(m[3], ","), ofC)
			if m[3] == "void" {
				params = nil
			}
			prototypes[m[2]] = ofC(m[1]) + " (" + strings.Join(params, ", ") + ")"
		}
	}

	dir, seen := t.TempDir(), map[string]bool{}
	odd := filepath.Join(dir, "odd.fun")
	require.NoError(t, os.WriteFile(odd, []byte(`def odd(x: Real, n: Int): Real = trace("x", lgamma(x) + digamma(x) + x^n)
def halved(x: Real[n]): Real = sum(i < n) while(100, x[i], \s. s > 1, \s. exp(s / 2) / 3)
def changed(x: Real[n], k: Int): Real[n] = set(x, k, x[0])
`), 0o600))
	declaration := regexp.MustCompile(`(?m)^declare (.*)@(pc_\w+)\((.*)\)[^()]*$`)
	for program, functions := range map[string]string{
		odd:                                 "odd,halved,changed",
		"testdata/libraries/kernel.fun":     "loss,scale,pick,curve",
		root + "/testdata/kernels/gmm.fun":  "gmm",
		root + "/testdata/kernels/heat.fun": "heat",
		root + "/testdata/kernels/lstm.fun": "lstm",
	} {
		out := filepath.Join(dir, "module.ll")
		prints(t, "build", program, "--fn", functions, "--vjp", "--jvp", "--split", "--batch", "--parallel", "-o", out)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		for _, m := range declaration.FindAllStringSubmatch(string(text), -1) {
			got := ofLLVM(m[1]) + " (" + strings.Join(eachOf(commaParts(m[3]), ofLLVM), ", ") + ")"
			assert.Equal(t, prototypes[m[2]], got, "%s in %s", m[2], program)
			seen[m[2]] = true
		}
	}

	var sources []string
	for _, folder := range []string{"llvm", filepath.Join("llvm", "*")} {
		list, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		require.NoError(t, err)
		sources = append(sources, list...)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		for _, m := range regexp.MustCompile(`"(pc_\w+)"`).FindAllStringSubmatch(string(text), -1) {
			if prototypes[m[1]] != "" {
				assert.True(t, seen[m[1]], "no program declares %s, which %s names", m[1], source)
			}
		}
	}
}

func eachOf(list []string, f func(string) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// ofC is how a type of C is passed, at the beginning of a declaration.
func ofC(text string) string {
	words := strings.Fields(strings.ReplaceAll(text, "const ", ""))
	switch {
	case strings.Contains(text, "*"):
		return "pointer"
	case words[0] == "int", words[0] == "int32_t":
		return "i32"
	case words[0] == "int64_t":
		return "i64"
	case words[0] == "int8_t", words[0] == "uint8_t":
		return "i8"
	}
	return words[0]
}

// ofLLVM is how a type of LLVM is passed, after attributes of a result and before the name of a parameter.
func ofLLVM(text string) string {
	if strings.Contains(text, "*") {
		return "pointer"
	}
	for _, word := range strings.Fields(text) {
		if regexp.MustCompile(`^(i\d+|double|void)$`).MatchString(word) {
			return word
		}
	}
	return text
}

// commaParts takes a list apart at the commas that are in no parentheses.
func commaParts(text string) (list []string) {
	depth, begin := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			list, begin = append(list, text[begin:i]), i+1
		}
	}
	return append(list, text[begin:])
}
