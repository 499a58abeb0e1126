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

func gathers(t *testing.T) *pipeline.Unit {
	text, err := os.ReadFile("../testdata/llvm/gathers.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "gathers.fun", Text: string(text)})
	require.NoError(t, err)
	return u
}

// TestGathers compares loops whose indices are looked at before they begin, and
// their derivatives, with the interpreter, for indices in range and out of it:
// results and run-time errors are the same.
func TestGathers(t *testing.T) {
	llvm.NeedClang(t)
	u := gathers(t)
	var fs []proc.Func
	for _, f := range u.Roots {
		fs = append(fs, f, deriv.VJP.Of(f))
	}
	meaning := interp.New(u.Library.Def)
	for _, name := range []string{"default", "strict"} {
		t.Run(name, func(t *testing.T) {
			e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Variants[name]}
			e.Options.File = "gathers.fun"
			defer e.Close()
			require.NoError(t, e.Prepare(fs...))
			tolerance := 1e-12
			if e.Options.Strict {
				tolerance = 0
			}
			rapid.Check(t, func(r *rapid.T) {
				n, m := rapid.IntRange(1, 8).Draw(r, "n"), rapid.IntRange(0, 40).Draw(r, "m")
				at := rapid.SliceOfN(rapid.IntRange(0, n-1), m, m).Draw(r, "at")
				if m > 0 && rapid.Bool().Draw(r, "wrong") {
					at[rapid.IntRange(0, m-1).Draw(r, "where")] = rapid.SampledFrom([]int{-1, n, 1 << 62, -1 << 63}).Draw(r, "what")
				}
				c := rapid.IntRange(-1, m+1).Draw(r, "c")
				k := rapid.OneOf(rapid.Just(m), rapid.IntRange(-1, 42)).Draw(r, "k")
				ints := make([]int64, m)
				for i, x := range at {
					ints[i] = int64(x)
				}
				zone, arg := []data.Value{reals(n), data.Ints(ints, m)}, data.Tuple(data.Int(int64(c)), data.Int(int64(k)))
				for range 4 {
					f := rapid.SampledFrom(u.Roots).Draw(r, "f")
					y, yErr := meaning.Call(f, zone, arg)
					got, gotErr := e.Call(f, zone, arg)
					agree(r, f.String(), y, yErr, got, gotErr, tolerance)
					if yErr != nil {
						continue
					}
					vjp, both := deriv.VJP.Of(f), data.Tuple(arg, tangentOf(y))
					want, wantErr := meaning.Call(vjp, zone, both)
					got, gotErr = e.Call(vjp, zone, both)
					agree(r, vjp.String(), want, wantErr, got, gotErr, tolerance)
				}
			})
		})
	}
}

// tangentOf is the part of a result that has tangents.
func tangentOf(y data.Value) data.Value {
	if _, ok := y.Type.(*proc.TupleType); !ok {
		return y
	}
	if y.Part(0).Type == proc.Real {
		return data.Tuple(y.Part(0), data.Unit())
	}
	return data.Tuple(data.Unit(), y.Part(1))
}
