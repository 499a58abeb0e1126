package library_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/pipeline"
)

// A regression is a problem of NIST's: points, where a method begins, and the answer with eleven digits.
type regression struct {
	Name       string
	X, Y       []float64
	Starts     [][]float64
	Parameters []float64
	Deviations []float64
	RSS        float64
}

// TestRegressions fits testdata/regressions.fun: from both starts the interpreter and native code find what NIST
// certifies, and agree. Gradients in the points of the first are those
// of finite differences.
func TestRegressions(t *testing.T) {
	const file = "testdata/regressions.fun"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var problems []regression
	list, err := os.ReadFile("testdata/regressions.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(list, &problems))
	u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
	require.NoError(t, err)

	d, err := u.Entry("fit")
	require.NoError(t, err)
	e := &llvm.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: u.Source.Name, Imports: u.Imports}}
	native := false
	if _, err := e.Compiler.Find(); err == nil {
		defer e.Close()
		native = true
		require.NoError(t, e.Prepare(d.Name))
	}
	assert.Len(t, problems, 5)
	for k, p := range problems {
		t.Run(p.Name, func(t *testing.T) {
			for _, start := range p.Starts {
				points, err := json.Marshal(map[string]any{"problem": k, "x": p.X, "y": p.Y, "start": start})
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Name: "points", Text: string(points)}, u.Interface(d))
				require.NoError(t, err)
				fit, err := u.Run(interp.New(u.Library.Def), d, args)
				require.NoError(t, err)
				for i, word := range data.RealWords(fit) {
					assert.InEpsilon(t, p.certified()[i], math.Float64frombits(*word), 1e-10, "number %d from %v", i, start)
				}
				if native {
					same, err := u.Run(e, d, args)
					require.NoError(t, err)
					assert.NoError(t, data.Differ(fit, same, 1e-9))
				}
				if k == 0 {
					checkGradient(t, u, interp.New(u.Library.Def), d, args)
				}
			}
		})
	}
}

// certified are the numbers of a fit, in their order.
func (p *regression) certified() []float64 {
	return append(slices.Concat(p.Parameters, p.Deviations), p.RSS)
}
