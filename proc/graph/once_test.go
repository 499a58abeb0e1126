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
	"lower/scope_stmt.go":     "renaming: opens scopes on the way, and a name stands for another variable after each",
	"lower/scope.go":          "statements by name: not where a view is bound, but how it can be opened again",
	"lower/choose.go":         "statements by name: the moves of branches of a Case that is being written",
	"split/minimise.go":       "renaming: makes copies where variables are bound",
	"split/activity/erase.go": "renaming: changes types, not names",
	"split/activity/stmt.go":  "renaming: changes types, not names",
}

// switching are the packages that may have type switches over statements, how many they have at
// most, and what each says of every kind of statement. What can be found out about a procedure
// without that belongs in this package.
var switching = map[string]struct {
	most int
	why  string
}{
	"fwd":                {1, "its forward derivative"},
	"interp":             {1, "what it does"},
	"internal/estimate":  {3, "bounds of its size and its cost"},
	"internal/faults":    {1, "a fault in its rule"},
	"internal/gradcheck": {1, "where what is added up comes from"},
	"llvm":               {7, "its code, and what that needs to know of memory"},
	"loops":              {3, "what a trace has of it"},
	"loops/factor":       {7, "whether it is linear, and its transpose"},
	"lower":              {10, "who owns the arrays in it"},
	"pipeline":           {1, "whether a use is a misuse"},
	"proc/cost":          {2, "its cost, and the length of its code"},
	"proc/extreme":       {3, "its part in a search for a maximum"},
	"proc/graph":         {7, "all of this package"},
	"proc/linear":        {2, "how it is simplified, and made of single use"},
	"proof":              {2, "its form in the proof"},
	"split":              {11, "its two passes, by the rules of the figure"},
	"split/activity":     {3, "what is active after it"},
	"typecheck":          {1, "its typing rule"},
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
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.Contains(n.Value, " %p") {
				what = append(what, "equal terms")
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
// are found in one place, and equal terms by a table of terms, not by a text with their addresses.
// Only the packages of switching have type switches over statements, and no more than it says.
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
		if switches > 0 {
			count[filepath.Dir(name)] += switches
		}
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
		assert.LessOrEqual(t, n, switching[dir].most, "%s has %d type switches over statements, of %d in all, and may have %d: does proc/graph have what the new one finds out?", dir, n, total, switching[dir].most)
	}
	for dir := range switching {
		assert.NotZero(t, count[dir], "%s has no type switch over statements, and needs no reason", dir)
	}
	t.Logf("%d type switches over statements: %v", total, count)
}

// TestOnceFinds: what is forbidden is found.
func TestOnceFinds(t *testing.T) {
	for text, want := range map[string]string{
		"var m = &proc.Mapper{Use: f}":    "renaming",
		"var m = proc.Mapper{Body: f}":    "",
		"var m map[string]proc.Stmt":      "statements by name",
		"var m map[proc.Var][]*proc.Call": "statements by name",
		"var m map[proc.Stmt]bool":        "",
		`var s = fmt.Sprintf("f %p", a)`:  "equal terms",
		"func f(s proc.Stmt) { switch s := s.(type) { case *proc.Share: g(s.Name); case *proc.Row: g(s.Name); case *proc.Choose: g(s.Name) } }": "opened names",
		"func f(s proc.Stmt) { switch s := s.(type) { case *proc.Share: g(s.Name); case *proc.Row: h(s) } }":                                    "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+text, parser.SkipObjectResolution)
		require.NoError(t, err)
		what, _ := found(file)
		assert.Equal(t, want, strings.Join(what, ", "), text)
	}
}
