package graph_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elsewhere are the files that rename variables or names of Θ, or that keep a map from names to
// statements, with the reason why they do not leave it to this package.
var elsewhere = map[string]string{
	"llvm/alias.go":           "opened names: finds the memory behind each",
	"lower/scope_stmt.go":     "renaming: opens scopes on the way, and a name stands for another variable after each",
	"lower/scope.go":          "statements by name: not where a view is bound, but how it can be opened again",
	"lower/choose.go":         "statements by name: the moves of branches of a Case that is being written",
	"split/minimise.go":       "renaming: makes copies where variables are bound",
	"split/activity/erase.go": "renaming: changes types, not names",
	"split/activity/stmt.go":  "renaming: changes types, not names",
}

// statements are the types of statements of proc.
var statements = map[string]bool{
	"Call": true, "Const": true, "Elim": true, "Dup": true, "Tuple": true, "Untuple": true, "Inl": true, "Inr": true, "Case": true,
	"Share": true, "Accum": true, "Read": true, "Add": true, "Size": true, "Row": true, "Choose": true,
}

// of is X of proc.X, "" for anything else.
func of(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if s, ok := e.(*ast.SelectorExpr); ok {
		if p, ok := s.X.(*ast.Ident); ok && p.Name == "proc" {
			return s.Sel.Name
		}
	}
	return ""
}

// found is what a file does of what this package is for, and how many type switches over
// statements it has.
func found(file *ast.File) (what []string, switches int) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if of(n.Type) != "Mapper" {
				break
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if k := kv.Key.(*ast.Ident).Name; k == "Use" || k == "Bind" || k == "Ref" || k == "Name" {
						what = append(what, "renaming")
					}
				}
			}
		case *ast.MapType:
			key, isName := n.Key.(*ast.Ident)
			value := n.Value
			if list, ok := value.(*ast.ArrayType); ok {
				value = list.Elt
			}
			if s := of(value); (isName && key.Name == "string" || of(n.Key) == "Var") && (s == "Stmt" || statements[s]) {
				what = append(what, "statements by name")
			}
		case *ast.TypeSwitchStmt:
			over, opened := false, 0
			for _, c := range n.Body.List {
				c := c.(*ast.CaseClause)
				for _, e := range c.List {
					over = over || statements[of(e)]
					if k := of(e); (k == "Share" || k == "Accum" || k == "Row" || k == "Choose") && len(c.List) == 1 && opens(c.Body) {
						opened++
					}
				}
			}
			if over {
				switches++
			}
			if opened > 2 {
				what = append(what, "opened names")
			}
		}
		return true
	})
	return what, switches
}

// opens says that all that statements do is to note s.Name.
func opens(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	notes := false
	ast.Inspect(body[0], func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Name" {
			x, ok := s.X.(*ast.Ident)
			notes = notes || ok && x.Name == "s"
		}
		return true
	})
	return notes
}

// TestOnce: renaming, statements by the names of variables, and the names that a statement opens
// are found in one place. It logs how many type switches over statements the packages have.
func TestOnce(t *testing.T) {
	used, count, total := map[string]bool{}, map[string]int{}, 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("../..", path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		what, switches := found(file)
		count[filepath.Dir(name)] += switches
		total += switches
		if strings.HasPrefix(name, "proc/graph/") {
			return nil
		}
		for _, w := range what {
			reason := elsewhere[name]
			used[name] = true
			assert.True(t, strings.HasPrefix(reason, w+": "), "%s: %s belongs in proc/graph", name, w)
		}
		return nil
	})
	require.NoError(t, err)
	for name := range elsewhere {
		assert.True(t, used[name], "%s does nothing that needs a reason", name)
	}
	for dir, n := range count {
		if n > 0 {
			t.Logf("%3d %s", n, dir)
		}
	}
	t.Logf("%3d type switches over statements", total)
}

// TestOnceFinds: what is forbidden is found.
func TestOnceFinds(t *testing.T) {
	for text, want := range map[string]string{
		"var m = &proc.Mapper{Use: f}":    "renaming",
		"var m = proc.Mapper{Body: f}":    "",
		"var m map[string]proc.Stmt":      "statements by name",
		"var m map[proc.Var][]*proc.Call": "statements by name",
		"var m map[proc.Stmt]bool":        "",
		"func f(s proc.Stmt) { switch s := s.(type) { case *proc.Share: g(s.Name); case *proc.Row: g(s.Name); case *proc.Choose: g(s.Name) } }": "opened names",
		"func f(s proc.Stmt) { switch s := s.(type) { case *proc.Share: g(s.Name); case *proc.Row: h(s) } }":                                    "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+text, parser.SkipObjectResolution)
		require.NoError(t, err)
		what, _ := found(file)
		assert.Equal(t, want, strings.Join(what, ", "), text)
	}
}
