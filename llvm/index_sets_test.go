package llvm_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestIndexSets compares loops that are split into ranges of iterations, and their
// reverse derivatives, with the interpreter: in strict mode the results are the
// same bit for bit, and a run-time error is that of the same iteration.
func TestIndexSets(t *testing.T) {
	llvm.NeedClang(t)
	text, err := os.ReadFile("../testdata/llvm/stencils.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "stencils.fun", Text: string(text)})
	require.NoError(t, err)
	var stencils []*proc.Def
	var fs []proc.Func
	for _, d := range u.Program.Defs {
		if len(d.Zone) == 1 && d.In.Name == "args" {
			stencils = append(stencils, d)
			fs = append(fs, d.Name, deriv.VJP.Of(d.Name))
		}
	}
	require.Len(t, stencils, 23)
	meaning := interp.New(u.Library.Def)
	for _, name := range []string{"default", "strict", "pieces", "parts"} {
		t.Run(name, func(t *testing.T) {
			e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Variants[name]}
			e.Options.File = "stencils.fun"
			defer e.Close()
			require.NoError(t, e.Prepare(fs...))
			tolerance := 1e-12
			if e.Options.Strict {
				tolerance = 0
			}
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(0, 12).Draw(r, "n")
				some := rapid.OneOf(rapid.Just(n), rapid.IntRange(0, 4), rapid.IntRange(-1, 14))
				m := rapid.OneOf(rapid.Just(n), rapid.IntRange(-1, 14)).Draw(r, "m")
				c, k := some.Draw(r, "c"), rapid.OneOf(some, rapid.SampledFrom(extremes)).Draw(r, "k")
				zone, arg := []data.Value{reals(n)}, data.Tuple(data.Int(int64(m)), data.Int(int64(c)), data.Int(int64(k)))
				for _, d := range stencils {
					y, yErr := meaning.Call(d.Name, zone, arg)
					got, gotErr := e.Call(d.Name, zone, arg)
					agree(r, d.Name.String(), y, yErr, got, gotErr, tolerance)
					if yErr != nil {
						continue
					}
					f, both := deriv.VJP.Of(d.Name), data.Tuple(arg, y)
					want, wantErr := meaning.Call(f, zone, both)
					got, gotErr = e.Call(f, zone, both)
					agree(r, f.String(), want, wantErr, got, gotErr, tolerance)
				}
			})
		})
	}
}

var extremes = []int{1 << 62, -1 << 62, 1<<63 - 1, -1 << 63, 1 << 60, 1<<60 + 1}

// reals are n different numbers.
func reals(n int) data.Value {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 1 / float64(i+2)
	}
	return data.Reals(xs, n)
}
