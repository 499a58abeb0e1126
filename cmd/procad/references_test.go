package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goNames are the names of every package, methods included, the types of every module of the library, and files the names of all files.
func goNames(t *testing.T) (names map[string]map[string]bool, files map[string]bool) {
	names, files = map[string]map[string]bool{}, map[string]bool{}
	add := func(of, name string) {
		if names[of] == nil {
			names[of] = map[string]bool{}
		}
		names[of][name] = true
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[d.Name()] = true
		if module, ok := strings.CutSuffix(d.Name(), ".fun"); ok && filepath.Base(filepath.Dir(path)) == "library" {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range declaredType.FindAllStringSubmatch(string(text), -1) {
				add(module, m[1])
			}
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(file.Name.Name, n.Name.Name)
			case *ast.TypeSpec:
				add(file.Name.Name, n.Name.Name)
			case *ast.ValueSpec:
				for _, name := range n.Names {
					add(file.Name.Name, name.Name)
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return names, files
}

var (
	declaredType = regexp.MustCompile(`(?m)^type (\w+)`)
	qualified    = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z]\w+)`)
	goFile       = regexp.MustCompile(`\b\w+\.(?:go|proc|c|h)\b`)
)

// TestReferences demands that what the documentation of packages and the pages name
// is there: pkg.Name, and files.
func TestReferences(t *testing.T) {
	names, files := goNames(t)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	for _, pattern := range []string{"doc.go", "*/doc.go", "*/*/doc.go"} {
		docs, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		pages = append(pages, docs...)
	}
	assert.Greater(t, len(pages), 30)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range qualified.FindAllStringSubmatch(string(text), -1) {
			if of := names[m[1]]; of != nil && !inPython[m[0]] {
				assert.True(t, of[m[2]], "%s: there is no %s", page, m[0])
			}
		}
		for _, name := range goFile.FindAllString(string(text), -1) {
			library := strings.TrimSuffix(name, ".h")
			made := library != name && regexp.MustCompile(`-o `+library+`\.(a|o|so)\b`).Match(text)
			made = made || strings.Contains(string(text), "$ cat "+name+"\n") || regexp.MustCompile(`-o `+regexp.QuoteMeta(name)+`\b`).Match(text)
			assert.True(t, files[name] || made || slices.Contains(headersOfC, name), "%s: there is no file %s", page, name)
		}
	}
}

// headersOfC are headers of C's library.
var headersOfC = []string{"stdio.h", "math.h", "stdint.h"}

// inPython are names of the package procad of Python.
var inPython = map[string]bool{"procad.CompileError": true}

// TestRules demands that rules of a page are those in the comments of the file that
// stands above them.
func TestRules(t *testing.T) {
	list, _ := blocks(t, "docs/procedures.md")
	count := 0
	for _, b := range list {
		if filepath.Ext(b.kind) != ".go" {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, b.kind))
		require.NoError(t, err)
		for line := range strings.Lines(b.text) {
			if line != "\n" {
				assert.Contains(t, string(source), "//\t"+line, b.kind)
				count++
			}
		}
	}
	assert.Positive(t, count)
}
