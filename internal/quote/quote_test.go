package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
)

// odd are texts that end or change what they stand in where they are not quoted.
var odd = []string{
	"", "f", `a" define i32 @injected() { ret i32 42 } ;`, `back\slash`, `\`, `\22`, `"`, `'`, `a'b"c`, "a\nb", "\r\n", "*/ int x; /*", "*/", "/*",
	"**//", "/*/", "*\\\n/", "??/", "??/\n*/", "-o", "--", "@file", "%s%n", "%PATH%", "$(id) `id` $HOME", "a b\tc", " ", "# !~", "é世\u202e\u2028",
	"\xff\xfe", "a\x00b", "\x01f", "\x1b[31m", "</text><script>", "&amp;",
}

func seeds(f *testing.F) {
	for _, s := range odd {
		f.Add(s)
	}
}

// readIR reads a string constant as LLVM's lexer does (UnEscapeLexed): it ends at the
// first quotation mark.
func readIR(constant string) (text string, rest string) {
	constant, rest, _ = strings.Cut(strings.TrimPrefix(constant, `"`), `"`)
	var b []byte
	for i := 0; i < len(constant); i++ {
		if constant[i] == '\\' && i+2 < len(constant) {
			if c, err := strconv.ParseUint(constant[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, constant[i])
	}
	return string(b), rest
}

func FuzzIR(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		back, rest := readIR(IR(text))
		assert.Equal(t, text, back)
		assert.Empty(t, rest)
		assert.NotRegexp(t, `[^ -~]`, IR(text))
	})
}

// TestIRInClang lets clang read constants, and a program print them.
func TestIRInClang(t *testing.T) {
	clang := command(t, "clang", "clang-19", "clang-16", "clang-15", "clang-14")
	dir := t.TempDir()
	var module, main, want bytes.Buffer
	fmt.Fprintf(&module, "source_filename = %s\n", IR(strings.Join(odd, "")))
	main.WriteString("#include <stdio.h>\n")
	var body strings.Builder
	for i, text := range odd {
		if text == "" {
			continue // C has no arrays of no elements
		}
		fmt.Fprintf(&module, "@s%d = constant [%d x i8] c%s\n", i, len(text), IR(text))
		fmt.Fprintf(&main, "extern const char s%d[%d];\n", i, len(text))
		fmt.Fprintf(&body, "fwrite(s%d, 1, sizeof s%[1]d, stdout);\n", i)
		want.WriteString(text)
	}
	fmt.Fprintf(&main, "int main(void) {\n%sreturn 0;\n}\n", body.String())
	write(t, dir, "s.ll", module.String())
	write(t, dir, "main.c", main.String())
	output(t, dir, clang, "-Wno-override-module", "-o", "main", "s.ll", "main.c")
	assert.Equal(t, want.String(), output(t, dir, "./main"))
}

func FuzzCComment(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		comment := CComment(text)
		assert.Equal(t, len(comment)-2, 2+strings.Index(comment[2:], "*/"), comment)
		assert.Equal(t, 0, strings.LastIndex(comment, "/*"), comment)
		assert.NotContains(t, comment, "\n")
		assert.True(t, utf8.ValidString(comment))
	})
}

func FuzzCName(f *testing.F) {
	seeds(f)
	for _, name := range []string{"double", "x'", "_T", "NAN", "1", "α"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		assert.True(t, IsCName(CName(name)), CName(name))
		assert.Equal(t, len([]rune(name)), len(CPart(name)))
	})
}

const headers = `
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#ifndef __cplusplus
#include <iso646.h>
#include <stdalign.h>
#include <stdnoreturn.h>
#endif
`

// TestCNames declares parameters that are called like keywords and like every macro
// of the standard headers without arguments.
func TestCNames(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ language, standard, compiler string }{
		{"c", "c11", command(t, "cc", "gcc", "clang")}, {"c", "gnu2x", command(t, "cc", "gcc", "clang")}, {"c++", "c++20", command(t, "c++", "g++", "clang++")},
	} {
		write(t, dir, "headers", headers)
		names := append([]string{"exp", "main", "printf", "x", "W", "A_", "f'", "_", "__x"}, cReserved...)
		for line := range strings.Lines(output(t, dir, c.compiler, "-x", c.language, "-std="+c.standard, "-dM", "-E", "headers")) {
			if name := strings.Fields(line)[1]; !strings.Contains(name, "(") {
				names = append(names, name)
			}
		}
		require.Greater(t, len(names), 300)
		text := headers
		for i, name := range names {
			text += fmt.Sprintf("int f%d(int %s);\n", i, CName(name))
		}
		write(t, dir, "names", text)
		output(t, dir, c.compiler, "-x", c.language, "-std="+c.standard, "-fsyntax-only", "-Werror", "-Wall", "names")
	}
}

// TestCCommentInC lets a compiler read comments with all warnings.
func TestCCommentInC(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for _, s := range odd {
		text.WriteString(CComment(s) + "\n")
	}
	text.WriteString("int done;\n")
	write(t, dir, "comments.c", text.String())
	for _, std := range []string{"c11", "gnu11"} {
		output(t, dir, command(t, "cc", "gcc", "clang"), "-std="+std, "-fsyntax-only", "-Wall", "-Wextra", "-Wtrigraphs", "-Werror", "comments.c")
	}
}

func FuzzJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		var back string
		require.NoError(t, json.Unmarshal([]byte(JSON(text)), &back))
		assert.Equal(t, string([]rune(text)), back)
	})
}

func FuzzShell(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		words, err := SplitShell("command " + Shell(text) + " end")
		require.NoError(t, err)
		assert.Equal(t, []string{"command", text, "end"}, words)
	})
}

// TestShellInSh lets a shell print words.
func TestShellInSh(t *testing.T) {
	script, want := "printf '%s\\n'", ""
	for _, s := range odd {
		if !strings.Contains(s, "\x00") { // of which no word has any
			script += " " + Shell(s)
			want += s + "\n"
		}
	}
	assert.Equal(t, want, output(t, t.TempDir(), command(t, "sh"), "-c", script))
}

// command is the first of some commands that is installed.
func command(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	clangs.Missing(t, "not installed:", names)
	return ""
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

func output(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"a b/é.fun": "a b/é.fun", "a\"b\\": `a"b\`, "a\nb": `a\nb`, "\x1b[31mred": `\x1b[31mred`, "\xff": `\xff`, "\ufffd": "\ufffd", "\u202e": `\u202e`,
	} {
		assert.Equal(t, want, Line(text))
	}
}
