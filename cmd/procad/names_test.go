package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// oddNames are names of files that end or change a text which they stand in unquoted.
var oddNames = []string{
	`a" define i32 @injected() { ret i32 42 } ;.fun`, `back\slash\.fun`, `*/k.fun`, `/*.fun`, "new\nline\r.fun", "??/.fun", "%s%n.fun", "-o.fun",
	"--help/k.fun", "@k.fun", " a b .fun", "'`id`$(id).fun", "\xff\xfe.fun", "\x1b\x01.fun",
}

const oddKernel = "def f(v: Real[n], i: Int): Real = v[i]\n"

// TestOddNames gives programs, outputs and the folder for scratch such names.
func TestOddNames(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	t.Chdir(t.TempDir())
	procad := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code := run(args, strings.NewReader(`{"v": [1, 2], "i": 5}`), &stdout, &stderr)
		require.Equal(t, 0, code, "%q: %s", args, &stderr)
		return stdout.String()
	}
	require.NoError(t, os.WriteFile("k.fun", []byte(oddKernel), 0o600))
	length := regexp.MustCompile(`\[\d+ x i8\]`) // of the name
	lines := func(file string) []string {
		return strings.Split(length.ReplaceAllString(procad("llvm", "--", file), "[n x i8]"), "\n")
	}
	plain := lines("k.fun")
	for _, name := range oddNames {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(oddKernel), 0o600))
		module := lines(name)
		require.Len(t, module, len(plain), name)
		for i, line := range module {
			if line != plain[i] {
				assert.Regexp(t, `^(source_filename = |@message\.\d+ = private constant \[n x i8\] c)"([ !#-[\]-~]|\\[0-9A-F]{2})*"$`, line, name)
			}
		}
	}
	// One name has it all, and so have the outputs and the folder of clang.
	dir := "-@x \" ' \\ \n %s \xff ??"
	require.NoError(t, os.Mkdir(dir, 0o700))
	t.Setenv("TMPDIR", dir)
	kernel, library := dir+"/"+dir+"*"+".fun", "-o "+dir+".so"
	require.NoError(t, os.WriteFile(kernel, []byte(oddKernel), 0o600))
	procad("build", "-o", library, "--", kernel)
	assert.ElementsMatch(t, []string{"f_value", "pc_release", "pc_threads", "pc_workspace_free", "pc_workspace_new"}, exported(t, library))
	header, err := os.ReadFile("-o " + dir + ".h")
	require.NoError(t, err)
	assert.Contains(t, string(header), "int f_value(")
	procad("build", "-o", "-o", "--", kernel)
	cmd := exec.Command("./-o", "-")
	cmd.Stdin = strings.NewReader(`{"v": [1, 2], "i": 5}`)
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, strings.ReplaceAll(kernel, "\n", `\x0a`)+":1:36: error: index 5 is out of range: the size is 2 [index-range]\n", string(out))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

// exported are the functions that a shared library defines for others.
func exported(t *testing.T, library string) []string {
	t.Helper()
	f, err := elf.Open(library)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	require.NoError(t, err)
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC && !strings.HasPrefix(s.Name, "_") {
			names = append(names, s.Name)
		}
	}
	return names
}
