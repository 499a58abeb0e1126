package llvm_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

func argmaxFolds(t *testing.T) *pipeline.Unit {
	text, err := os.ReadFile("../testdata/llvm/argmaxes.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "argmaxes.fun", Text: string(text)})
	require.NoError(t, err)
	return u
}

// TestArgMaxes demands that folds for the largest number, and their gradients, give what the interpreter
// gives, to the bit, with NaNs and zeros of both signs anywhere. Small products do not count as zero here, and all sums round in one way.
func TestArgMaxes(t *testing.T) {
	llvm.NeedClang(t)
	u := argmaxFolds(t)
	meaning := interp.New(u.Library.Def)
	nan, minus0 := math.NaN(), math.Copysign(0, -1)
	elements := rapid.SampledFrom([]*rapid.Generator[float64]{
		rapid.Float64Range(-10, 10),
		rapid.OneOf(rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{nan, math.Inf(1), math.Inf(-1)})),
		rapid.OneOf(rapid.Float64Range(-10, -1), rapid.SampledFrom([]float64{0, minus0})),
		rapid.OneOf(rapid.Float64Range(1, 10), rapid.SampledFrom([]float64{0, minus0})),
		rapid.SampledFrom([]float64{nan, 0, minus0, 1, -1, math.Inf(-1), math.Inf(1)}),
		rapid.SampledFrom([]float64{0, minus0}),
		rapid.Just(nan),
	})
	exact := optim.Of(optim.Flush, optim.Contract, optim.Reorder)
	options := map[string]llvm.Options{
		"default": {Without: exact}, "strict": {Strict: true}, "vectors": {Without: exact, Vector: new(toolchain.Compiler).VectorMath(t.Context())},
	}
	for name, opts := range options {
		t.Run(name, func(t *testing.T) {
			e := &engine.Engine{Lookup: u.Library.Def, Options: opts}
			defer e.Close()
			fs := slices.Clone(u.Roots)
			for _, f := range u.Roots {
				fs = append(fs, deriv.VJP.Of(f))
			}
			require.NoError(t, e.Prepare(fs...))
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 150)).Draw(r, "n")
				x := elements.Draw(r, "of")
				xs, a := rapid.SliceOfN(x, n, n).Draw(r, "x"), x.Draw(r, "a")
				for _, f := range u.Roots {
					args := &data.Args{Interface: u.Program.InterfaceOf(f), Values: []data.Value{data.Real(a), data.Reals(xs, n)}}
					zone, arg, err := args.For(u.Program.Lookup(f))
					require.NoError(r, err)
					for f, arg := range map[proc.Func]data.Value{f: arg, deriv.VJP.Of(f): data.Tuple(arg, data.Real(2))} {
						want, err := meaning.Call(f, zone, arg)
						require.NoError(r, err)
						got, err := e.Call(f, zone, arg)
						require.NoError(r, err)
						require.Equal(r, wordsOf(want), wordsOf(got), "%s", f)
					}
				}
			})
		})
	}
}

// wordsOf are the Reals of a value, with one NaN for all.
func wordsOf(v data.Value) (words []uint64) {
	_ = data.Walk(v, func(l data.Leaf) error {
		w := *l.Word
		if l.Kind == data.RealLeaf && math.IsNaN(math.Float64frombits(w)) {
			w = math.Float64bits(math.NaN())
		}
		words = append(words, w)
		return nil
	})
	return words
}
