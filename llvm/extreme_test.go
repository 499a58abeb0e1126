package llvm

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/optim"
	"procad/pipeline"
)

func extremeFolds(t *testing.T) *pipeline.Unit {
	text, err := os.ReadFile("../testdata/llvm/extremes.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "extremes.fun", Text: string(text)})
	require.NoError(t, err)
	return u
}

// TestExtremes demands that folds for the largest number give what the interpreter
// gives, to the bit, with NaNs and zeros of both signs anywhere. Small products do not count as zero here.
func TestExtremes(t *testing.T) {
	needClang(t)
	u := extremeFolds(t)
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
	flush := optim.Of(optim.Flush)
	options := map[string]Options{
		"default": {Without: flush}, "strict": {Strict: true}, "vectors": {Without: flush, Vector: new(Compiler).VectorMath(t.Context())},
	}
	for name, opts := range options {
		t.Run(name, func(t *testing.T) {
			e := &Engine{Lookup: u.Library.Def, Options: opts}
			defer e.Close()
			require.NoError(t, e.Prepare(u.Roots...))
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 150)).Draw(r, "n")
				x := elements.Draw(r, "of")
				xs, a := rapid.SliceOfN(x, n, n).Draw(r, "x"), x.Draw(r, "a")
				for _, f := range u.Roots {
					args := &data.Args{Interface: u.Program.InterfaceOf(f), Values: []data.Value{data.Real(a), data.Reals(xs, n)}}
					zone, arg, err := args.For(u.Program.Lookup(f))
					require.NoError(r, err)
					want, err := meaning.Call(f, zone, arg)
					require.NoError(r, err)
					got, err := e.Call(f, zone, arg)
					require.NoError(r, err)
					w, g := math.Float64frombits(want.Words[0]), math.Float64frombits(got.Words[0])
					if math.IsNaN(w) && math.IsNaN(g) {
						continue
					}
					require.Equal(r, want.Words[0], got.Words[0], "%s: %v, natively %v", f, w, g)
				}
			})
		})
	}
}

// TestExtreme says which folds are found without their order.
func TestExtreme(t *testing.T) {
	u := extremeFolds(t)
	for _, f := range u.Roots {
		text := func(without ...optim.Name) string {
			var out bytes.Buffer
			require.NoError(t, Emit(&out, u.Library.Def, []Entry{{Func: f, Symbol: "f"}}, Options{Strict: true, Without: optim.Of(without...)}))
			return out.String()
		}
		has := strings.Contains(text(), "nnan nsz")
		assert.Equal(t, f != "both" && f != "twice", has, string(f))
		assert.NotContains(t, text(optim.Max), "nnan nsz", string(f))
	}
}
