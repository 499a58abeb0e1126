package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/clangs"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/internal/stages"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestConstructs compares native code, the interpreter and the evaluator of core for each construct of the
// language: value, vector-Jacobian product and tangent. The derivatives are compared with differences by TestStages
// of package pipeline.
func TestConstructs(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	var list []*comparison
	var names []string
	for _, file := range golden.Files(t, "../../testdata/stages/*.txtar") {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		c := stages.Of(t, a)
		u, err := pipeline.Load(c.Program())
		require.NoError(t, err)
		s, err := newSubject(u, "f", c.Data().Text)
		require.NoError(t, err)
		s.text = c.Program().Text
		list = append(list, &comparison{
			engine:   &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{File: "program.fun", Without: optim.Set{}}},
			subjects: []*subject{s},
			funcs:    [][]proc.Func{{s.f, deriv.VJP.Of(s.f), deriv.Fwd.Of(s.f)}},
			evaluate: true,
		})
		names = append(names, golden.Name(file))
	}
	prepare(t, len(list), list)
	for i, c := range list {
		t.Run(names[i], func(t *testing.T) {
			compared, _, evaluated := c.run(t)
			assert.Equal(t, 1, compared)
			assert.Equal(t, 1, evaluated)
		})
	}
}
