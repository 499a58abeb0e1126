package docs_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// namedFile is a name with an end that files of the project have.
	namedFile = regexp.MustCompile(`(?:[\w.-]+/)*(?:[\w-][\w.-]*\.(?:go|proc|fun|md|c|h|py|txtar|tmpl|svg)|[A-Z]\w*\.v)\b`)
	// namedPath begins with a folder of the project.
	namedPath = regexp.MustCompile(`(?:^|[\s\x60(])((?:cmd|core|derive|docs|examples|fwd|internal|interp|library|llvm|loops|lower|papers|pipeline|prim|proc|proof|rev|scripts|source|split|testdata|typecheck)/[\w./-]*\w)`)
	// namedTest is the name of a test.
	namedTest = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
	// member is a file in an archive of tests.
	member = regexp.MustCompile(`(?m)^-- (\S+) --$`)
	// shown is a file that a page makes: by $ cat, by -o, or with a library.
	shown = regexp.MustCompile(`(?m)^\$ cat (\S+)$|-o (\S+)`)
)

// elsewhere are names of files that are no part of the project.
var elsewhere = []string{
	"Python.h", "math.h", "signal.h", "stdint.h", "stdio.h", // of C's library and Python's
	"needs.h", "functions.c", // written by package llvm and by its bindings
	"source.fun",              // a program that Python has as a text
	"best.fun", "problem.fun", // no files, but fields
	"k.fun", "spin.fun", "wrong.fun", "VARIANT.fun", "kernel.fun", "main.go", // of examples, and of what a script makes
}

// A tree is the files of the project.
type tree struct {
	texts map[string]string // by path
	ends  map[string]bool   // each path, and each end of one that begins with a name; of folders too
	tests map[string]bool   // the names of tests
	parts map[string]bool   // the files in archives, by their names alone
}

func readTree(t *testing.T) *tree {
	all := &tree{map[string]string{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	require.NoError(t, filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() && (name == ".git" || name == "bin") {
			return fs.SkipDir
		}
		for end := name; ; {
			all.ends[end] = true
			_, rest, ok := strings.Cut(end, "/")
			if !ok {
				break
			}
			end = rest
		}
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".txtar":
			for _, m := range member.FindAllSubmatch(text, -1) {
				all.parts[path.Base(string(m[1]))] = true
			}
		case ".go":
			for _, m := range declared.FindAllSubmatch(text, -1) {
				all.tests[string(m[1])] = true
			}
		}
		if !bytes.ContainsRune(text, 0) {
			all.texts[name] = string(text)
		}
		return nil
	}))
	return all
}

// said is what people read of a file: its comments, or all of a page or a proof. It is empty for other files.
func said(t *testing.T, name, text string) string {
	lines := func(mark string) string {
		var b strings.Builder
		for _, m := range regexp.MustCompile(`(?m)(?:^|\s)`+mark+`(.*)$`).FindAllStringSubmatch(text, -1) {
			b.WriteString(m[1] + "\n")
		}
		return b.String()
	}
	if strings.Contains(name, "testdata/") && path.Ext(name) != ".go" {
		return ""
	}
	switch path.Ext(name) {
	case ".go":
		var b strings.Builder
		var s scanner.Scanner
		file := token.NewFileSet().AddFile(name, -1, len(text))
		s.Init(file, []byte(text), nil, scanner.ScanComments)
		for {
			_, tok, lit := s.Scan()
			if tok == token.EOF {
				return b.String()
			}
			if tok == token.COMMENT {
				b.WriteString(lit + "\n")
			}
		}
	case ".md", ".v":
		return text
	case ".fun", ".proc":
		return lines("--")
	case ".c", ".h":
		var b strings.Builder
		for _, m := range regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`).FindAllString(text, -1) {
			b.WriteString(m + "\n")
		}
		return b.String()
	case ".py":
		return lines("#")
	case "":
		if strings.HasPrefix(text, "#!") || strings.HasPrefix(name, "scripts/") || strings.HasPrefix(name, ".ci/") {
			return lines("#")
		}
	}
	return ""
}

// TestNamedFiles says that every file, folder and test that a comment or a page names is there: beside it,
// somewhere in the project, in an archive of tests, or made by the page itself.
func TestNamedFiles(t *testing.T) {
	all := readTree(t)
	require.Greater(t, len(all.tests), 500)
	names := 0
	for _, name := range slices.Sorted(maps.Keys(all.texts)) {
		text := said(t, name, all.texts[name])
		made := map[string]bool{}
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			file := path.Base(m[1] + m[2])
			made[file] = true
			made[strings.TrimSuffix(file, path.Ext(file))+".h"] = true
		}
		for _, at := range namedFile.FindAllStringIndex(text, -1) {
			file := text[at[0]:at[1]]
			if at[0] > 0 && strings.ContainsAny(text[at[0]-1:at[0]], "/.$*<") || at[1] < len(text) && text[at[1]] == '/' {
				continue // a part of an address or of a pattern
			}
			for strings.HasPrefix(file, "../") {
				file = file[3:]
			}
			file = strings.TrimPrefix(file, "./")
			names++
			base := path.Base(file)
			there := all.ends[file] || all.ends[path.Join(path.Dir(name), file)] || made[base] || all.parts[base] || slices.Contains(elsewhere, base)
			assert.True(t, there, "%s: there is no file %s", name, file)
		}
		for _, at := range namedPath.FindAllStringSubmatchIndex(text, -1) {
			file := text[at[2]:at[3]]
			if at[3] < len(text) && text[at[3]] == '*' {
				continue // a pattern
			}
			there := all.ends[file] || all.ends[path.Join(path.Dir(name), file)]
			assert.True(t, there || slices.Contains(elsewhere, path.Base(file)), "%s: there is no %s", name, file)
		}
		for _, test := range namedTest.FindAllString(text, -1) {
			assert.True(t, all.tests[test], "%s: there is no %s", name, test)
		}
	}
	assert.Greater(t, names, 500)
}
