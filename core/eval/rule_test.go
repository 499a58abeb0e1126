package eval_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/source"
	"procad/source/elaborate"
)

// TestRules computes the tests of a program of rules as they are written, without making data of functions, and
// once more as they are printed.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("../../testdata/rules/functions.fun")
	require.NoError(t, err)
	written := tested(t, string(text))
	var printed strings.Builder
	require.NoError(t, written.Print(&printed))
	for _, p := range []*core.Program{written, tested(t, printed.String())} {
		n := 0
		for _, d := range p.Defs {
			if !strings.HasPrefix(d.Name, "test") || len(d.Params) > 0 {
				continue
			}
			n++
			v, err := eval.Run(d, nil, 3_000_000)
			if assert.NoError(t, err, d.Name) {
				assert.Equal(t, eval.Bool(true), v, d.Name)
			}
		}
		assert.Greater(t, n, 10)
	}
}

// tested is a program whose tests are definitions.
func tested(t *testing.T, text string) *core.Program {
	p, _, err := source.Load(&diag.Source{Name: "rules.fun", Text: text})
	require.NoError(t, err, text)
	out := elaborate.Program(p.WithTests())
	require.NoError(t, core.Check(out))
	return out
}
