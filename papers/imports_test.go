package papers_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bridges may see the compiler: they are what compares it with the systems.
var bridges = map[string]bool{"papers/compare": true}

// compiler is what no system sees, with all packages below them.
var compiler = []string{
	"derive", "fwd", "internal/data", "internal/estimate", "internal/optim", "interp", "llvm", "loops", "lower",
	"pipeline", "prim", "proc", "rev", "split", "typecheck",
}

// TestIndependent says that no system imports the compiler, nor does what it
// imports. So a bug in the compiler is no bug in a system.
func TestIndependent(t *testing.T) {
	systems := 0
	require.NoError(t, fs.WalkDir(os.DirFS(".."), "papers", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || d.Name() == "testdata" {
			return err
		}
		if bridges[path] {
			return fs.SkipDir
		}
		if all := reached(t, path, map[string]string{}); len(all) > 0 {
			systems++
			for _, p := range compiler {
				for to, by := range all {
					assert.False(t, to == p || strings.HasPrefix(to, p+"/"), "%s sees %s, which %s imports", path, to, by)
				}
			}
		}
		return nil
	}))
	assert.GreaterOrEqual(t, systems, 2)
	assert.Contains(t, reached(t, "pipeline", map[string]string{}), "rev")
}

// reached are the packages of this module that a package imports, directly or not,
// and what imports them.
func reached(t *testing.T, pkg string, all map[string]string) map[string]string {
	files, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range parsed.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			to, own := strings.CutPrefix(path, "procad/")
			if _, seen := all[to]; own && !seen {
				all[to] = pkg
				reached(t, to, all)
			}
		}
	}
	return all
}
