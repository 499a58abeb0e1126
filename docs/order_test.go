package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/pipeline"
)

// A goPackage is a package of the tree, without its tests.
type goPackage struct {
	imports  map[string]bool // those of the tree
	comments []string        // the files with a comment of the package
	doc      string          // that of doc.go
}

// goPackages are all packages, by their folders.
func goPackages(t *testing.T) map[string]*goPackage {
	all := map[string]*goPackage{}
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name != ".." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", filepath.Dir(path))
		if err != nil {
			return err
		}
		p := all[filepath.ToSlash(name)]
		if p == nil {
			p = &goPackage{imports: map[string]bool{}}
			all[filepath.ToSlash(name)] = p
		}
		for _, i := range file.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if imported == "procad" {
				p.imports["."] = true
			} else if own, ok := strings.CutPrefix(imported, "procad/"); ok {
				p.imports[own] = true
			}
		}
		if file.Doc != nil {
			p.comments = append(p.comments, d.Name())
			if d.Name() == "doc.go" {
				p.doc = file.Doc.Text()
			}
		}
		return nil
	}))
	return all
}

// TestOrder says that the table of hacking.md has every package of the compiler, that a package
// imports only packages below its own line, directly or through those of the last line, and that
// each has a doc.go.
func TestOrder(t *testing.T) {
	page, err := os.ReadFile("hacking.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Where is what?\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	var lines [][]string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(section, -1) {
		var line []string
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			line = append(line, name[1])
		}
		lines = append(lines, line)
	}
	require.Greater(t, len(lines), 10)
	beside := lines[len(lines)-1]
	at := map[string]int{}
	for k, line := range lines[:len(lines)-1] {
		for _, name := range line {
			assert.NotContains(t, at, name, "it is on two lines")
			at[name] = k
		}
	}
	packages := goPackages(t)
	require.Greater(t, len(packages), 50)
	for name, p := range packages {
		assert.NotEmpty(t, p.comments, "no comment says what %s is for", name)
		_, listed := at[name]
		if !listed {
			apart := strings.HasPrefix(name, "papers") || slices.ContainsFunc(beside, func(b string) bool {
				folder, all := strings.CutSuffix(b, "/…")
				return name == b || all && strings.HasPrefix(name, folder+"/")
			})
			assert.True(t, apart, "the table has no package %s", name)
			continue
		}
		assert.Equal(t, []string{"doc.go"}, p.comments, "the comment of %s", name)
		assert.Greater(t, strings.Count(p.doc, "\n"), 2, "doc.go of %s says more than a line", name)
		for to := range below(packages, at, name) {
			if name == "cmd/procad" && strings.HasPrefix(to, "papers") {
				continue
			}
			k, ok := at[to]
			assert.True(t, ok && k > at[name], "%s imports %s, which is not below its line", name, to)
		}
	}
	for name := range at {
		assert.Contains(t, packages, name, "the table has a package that is not there")
	}
	for name, p := range packages {
		for to := range p.imports {
			if strings.HasPrefix(to, "papers") {
				assert.True(t, name == "cmd/procad" || name == "internal/kstest" || strings.HasPrefix(name, "papers"), "%s imports %s", name, to)
			}
		}
	}
}

// below are the packages on lines of the table that a package imports, directly or through others that are on none.
func below(packages map[string]*goPackage, at map[string]int, name string) map[string]bool {
	found, seen := map[string]bool{}, map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if packages[name] == nil {
			return // it is data
		}
		for to := range packages[name].imports {
			if seen[to] {
				continue
			}
			seen[to] = true
			if _, listed := at[to]; listed || strings.HasPrefix(to, "papers") {
				found[to] = true
			} else {
				visit(to)
			}
		}
	}
	visit(name)
	return found
}

// TestStages says that the comments of packages have all that a program goes through: that of pipeline every pass that is no part of
// another, in their order, that of core all packages in its folder, that of loops all loops, and that of source what Load calls.
func TestStages(t *testing.T) {
	packages := goPackages(t)
	doc := packages["pipeline"].doc
	for stage, label := range map[pipeline.Stage]string{pipeline.OnCore: "on core ", pipeline.OnProcedures: "on procedures ", pipeline.OnNative: "native "} {
		_, list, ok := strings.Cut(doc, "\t"+label)
		require.True(t, ok, label)
		seen := map[string]bool{}
		for _, p := range pipeline.Passes {
			if p.On != stage || p.In != "" {
				continue
			}
			name := string(p.Name)
			_, rest, ok := strings.Cut(list, name)
			require.True(t, ok, "%s is not in its place in pipeline/doc.go", name)
			list = rest
			seen[name] = true
		}
		assert.NotEmpty(t, seen)
	}
	for name := range packages {
		if sub, ok := strings.CutPrefix(name, "core/"); ok {
			assert.Regexp(t, `\b`+sub+`\b`, packages["core"].doc)
		}
	}
	kinds, err := os.ReadFile("../proc/loop.go")
	require.NoError(t, err)
	names := regexp.MustCompile(`LoopKind = "(\w+)"`).FindAllStringSubmatch(string(kinds), -1)
	assert.Greater(t, len(names), 8)
	for _, kind := range names {
		assert.Contains(t, packages["loops"].doc, kind[1]+"{f}")
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../source/load.go", nil, 0)
	require.NoError(t, err)
	calls := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "Load" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			calls++
			assert.Contains(t, packages["source"].doc, name, "source/doc.go does not say what Load does")
			return true
		})
	}
	assert.Greater(t, calls, 3)
}
