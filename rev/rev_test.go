package rev_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/rev"
	"procad/typecheck"
)

// figureLine is a line of the table of docs/procedures.md that has Figure 23.
var figureLine = regexp.MustCompile(`(?m)^\| ([^|]+) \|`)

// load reads an archive's program, and gives its last definition, with a library of the plain figure: nothing is known of zero or
// dead cotangents, and nothing is simplified.
func load(t *testing.T, text []byte) (lib *derive.Library, d *proc.Def) {
	u, err := pipeline.Load(&diag.Source{Name: "in.proc", Text: string(text)})
	require.NoError(t, err)
	return pipeline.NewLibrary(u.Program, optim.Annotations, optim.Simplify), u.Program.Defs[len(u.Program.Defs)-1]
}

// TestRules shows F[p] ; R[p] of every rule of Figure 23, and what package rev puts around them. The first line of an archive is p.
func TestRules(t *testing.T) {
	page, err := os.ReadFile("../docs/procedures.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(page), "| p | F[p] | Υ | R[p] |\n|---|---|---|---|\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n\n")
	shown := map[string]bool{}
	for _, m := range figureLine.FindAllStringSubmatch(table, -1) {
		shown[m[1]] = false
	}
	require.Greater(t, len(shown), 15)
	golden.Run(t, "testdata/rules/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		shown[strings.TrimSpace(string(archive.Comment))] = true
		lib, f := load(t, archive.Files[0].Data)
		d, err := rev.Def(lib, f, proc.Func{})
		require.NoError(t, err)
		require.NoError(t, typecheck.Def(d, lib.Sig))
		return append(archive.Files[:1:1], txtar.File{Name: "rev", Data: []byte(d.String())})
	})
	for rule, ok := range shown {
		assert.True(t, ok, "no archive shows the rule of %s", rule)
	}
}

// TestCheck says that rev.C$f calls C on the result and the seed, between F and R.
func TestCheck(t *testing.T) {
	lib, f := load(t, []byte(`
def same (i : (Real, Real)) -> (o : (Real, Real))
  (x, x.dot) = i
  o = (x, x.dot)

def f (x : Real) -> (y : Real)
  y = Call sin x
`))
	d, err := rev.Def(lib, f, proc.Name("same"))
	require.NoError(t, err)
	require.NoError(t, typecheck.Def(d, lib.Sig))
	assert.Equal(t, `def rev.same$f (i : (Real, Real)) -> (o : (Real, Real))
  (x, y.seed) = i
  y.bt = Call revf$sin x
  (y, y.t) = y.bt
  ts = (y, y.seed)
  ts.1 = Call same ts
  (y.1, y.seed.1) = ts.1
  y.bt' = (y.t, y.seed.1)
  x.bar = Call revr$sin y.bt'
  u = ()
  Elim u
  o = (y.1, x.bar)
`, d.String())
}

// TestRefused says which types a function may not take or give: the cotangent of a stack of arrays is another stack, and to make
// one from the other is a loop.
func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"argument": "def f (s : Stack [Real]) -> (s : Stack [Real])\n",
		"result":   "def f (u : ()) -> (s : (Real, () + Stack [Real]))\n  x = Const 1.0\n  t : () + Stack [Real] = Inl u\n  s = (x, t)\n",
	} {
		t.Run(name, func(t *testing.T) {
			lib, f := load(t, []byte(text))
			_, err := rev.Def(lib, f, proc.Func{})
			require.ErrorContains(t, err, "f has no reverse derivative in one procedure: it takes or gives a stack of arrays")
		})
	}
}
