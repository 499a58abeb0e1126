package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestRowsThatOverlap compares the evaluator of core, the interpreter and native code, to the bit, where
// rows of an array are set to rows of the same array: value, vector-Jacobian product and tangent.
func TestRowsThatOverlap(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	var list []*comparison
	var names []string
	for name, update := range map[string]string{
		"the row before":      "set(p, i + 1, p[i])",
		"the same row":        "set(p, i, p[i])",
		"swapped":             "let a = p[i]; b = p[i + 1] in set(set(p, i, b), i + 1, a)",
		"swapped with itself": "let a = p[i]; b = p[i] in set(set(p, i, b), i, a)",
		"chosen":              "let w = if p[i, 0] > 0 then p[i] else p[0] in set(p, i + 1, w)",
		"used after a branch": "let w = p[i]; r = (if p[i, 1] > 1 then set(p, i, p[i + 1]) else p) in set(r, i + 1, w)",
		"a row of a row":      "let w = p[i]; r = set(p, i, p[i + 1]) in set(r, i + 1, [w[j] * r[i, j] for j < 2])",
	} {
		text := `def f(p: Real[n, d]): Real[n, d] = fold(\(p, i). ` + update + `, [p[i, j] * p[i, j] for i < n, j < d], [i for i < n - 1])`
		u, err := pipeline.Load(&diag.Source{Name: "rows.fun", Text: text})
		require.NoError(t, err, name)
		s, err := newSubject(u, "f", `{"p": [[0.5, 2], [-1, 0.25], [3, 1.5], [-2, 4]]}`)
		require.NoError(t, err, name)
		s.text = text
		names = append(names, name)
		list = append(list, &comparison{
			engine:   &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{File: "rows.fun", Without: optim.Set{}}},
			subjects: []*subject{s}, funcs: [][]proc.Func{{s.f, deriv.VJP.Of(s.f), deriv.Fwd.Of(s.f)}},
		})
	}
	prepare(t, len(list), list)
	for i, c := range list {
		s := c.subjects[0]
		_, err := s.compare(c.engine, c.funcs[0], true)
		assert.NoError(t, err, names[i])
		assert.NoError(t, s.evaluated(s.machine()), names[i])
		assert.NoError(t, s.evaluated(c.engine), names[i])
	}
}
