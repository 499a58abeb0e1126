package cost_test

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

// No other package says what statements or primitives cost: only this one and package units have a number for
// each kind of them.
func TestThereIsOneModel(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := e.Name(); {
		case e.IsDir() && (strings.HasPrefix(name, ".") && len(name) > 2 || name == "papers" || name == "testdata"):
			return filepath.SkipDir // the systems of other papers count in their own units
		case e.IsDir(), filepath.Ext(name) != ".go", strings.HasSuffix(name, "_test.go"):
			return nil
		}
		seen++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err == nil && filepath.Dir(path) != "../../proc/cost" {
			assert.Empty(t, models(file), "%s has numbers of its own for statements or primitives: they belong to package cost", path)
		}
		return err
	})
	require.NoError(t, err)
	require.Greater(t, seen, 300)
}

// The rule finds what it forbids.
func TestModelsAreFound(t *testing.T) {
	for text, want := range map[string]int{
		`func f(s proc.Stmt) int { switch s.(type) { case *proc.Call: return 4; case *proc.Add, *proc.Read: return 6 }; return 0 }`:                   2,
		`func f(s proc.Stmt) w { switch s.(type) { case *proc.Read: return flat(4); case *proc.Add: all.add(flat(6)) }; return w{} }`:                 2,
		`func f(s proc.Stmt) { switch s := s.(type) { case *proc.Read: n += 2; case *proc.Add: n++; case *proc.Row: n += 3 } }`:                       2,
		`var costs = map[proc.Func]int{prim.Add: 1, prim.Div: 4}`:                                                                                     2,
		`func f(s proc.Stmt) { switch s := s.(type) { case *proc.Read: n += width(s.Out); case *proc.Add: n++; case *proc.Row: f(s, 1) } }`:           0,
		`func f(s proc.Stmt) (int, bool) { switch s.(type) { case *proc.Read: return 1, true; case *proc.Add: return f(2), true }; return 0, false }`: 0,
		`var opcodes = map[proc.Func]opcode{prim.Add: add, prim.Div: div}`:                                                                            0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "f.go", "package f\n"+text, 0)
		require.NoError(t, err)
		assert.Len(t, models(file), want, text)
	}
}

// models are the kinds of statements, and the primitives, that a file has numbers for, if it has for several of
// one switch or table. A number is one above 1, or a call of it, that a case gives back or adds.
func models(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		var here []string
		switch n := n.(type) {
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				c := c.(*ast.CaseClause)
				for _, t := range c.List {
					if star, ok := t.(*ast.StarExpr); ok && of(star.X, "proc") != "" && weighs(c.Body) {
						here = append(here, of(star.X, "proc"))
						break
					}
				}
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok && of(pair.Key, "prim") != "" && isNumber(pair.Value, 0) {
					here = append(here, of(pair.Key, "prim"))
				}
			}
		}
		if len(here) > 1 {
			found = append(found, here...)
		}
		return true
	})
	return found
}

// of is the name x of pkg.x, or "".
func of(e ast.Expr, pkg string) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if id, ok := s.X.(*ast.Ident); ok && id.Name == pkg {
			return s.Sel.Name
		}
	}
	return ""
}

// weighs says that the body of a case does nothing but give back or add a number.
func weighs(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	switch s := body[0].(type) {
	case *ast.ReturnStmt:
		return len(s.Results) == 1 && isWeight(s.Results[0])
	case *ast.AssignStmt:
		return s.Tok == token.ADD_ASSIGN && isWeight(s.Rhs[0])
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && len(call.Args) == 1 && isWeight(call.Args[0])
	}
	return false
}

func isWeight(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
		return isNumber(call.Args[0], 1)
	}
	return isNumber(e, 1)
}

// isNumber says that e is a literal above a number.
func isNumber(e ast.Expr, above int) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && (lit.Kind == token.INT || lit.Kind == token.FLOAT) && lit.Value != "0" && (above == 0 || lit.Value != "1")
}
