package proc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc"
	"procad/proc/deriv"
)

// TestKnowsNoDerivative demands that the package knows no derivation, no strategy of a loop, and
// no activity: it imports only packages of internal, names nothing after them, and has none of
// their words.
func TestKnowsNoDerivative(t *testing.T) {
	words := map[string]bool{}
	for _, d := range []proc.Deriv{
		deriv.Fwd, deriv.Rev, deriv.RevF, deriv.RevR, deriv.StoreRevF, deriv.StoreRevR, deriv.FuseRevF, deriv.FuseRevR, deriv.Erased, deriv.Trace,
		deriv.VJP, deriv.VJPF, deriv.VJPR, deriv.Grad, deriv.JacFwd, deriv.JacRev,
	} {
		words[d.String()] = true
	}
	for s := range deriv.Strategies {
		words[string(s)] = true
	}
	named := regexp.MustCompile(`(?i)strateg|tangent|checkpoint|activ|adjoint|reverse`)
	files := 0
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		require.NoError(t, err)
		for _, i := range file.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); strings.HasPrefix(path, "procad/") {
				assert.True(t, strings.HasPrefix(path, "procad/internal/"), "%s imports %s", e.Name(), path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				assert.False(t, named.MatchString(n.Name), "%s: %s", e.Name(), n.Name)
			case *ast.BasicLit:
				text, _ := strconv.Unquote(n.Value)
				assert.False(t, words[text] || strings.Contains(text, "Inactive"), "%s: %q", e.Name(), text)
			}
			return true
		})
	}
	assert.Greater(t, files, 20)
}
