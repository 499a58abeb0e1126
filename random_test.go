package procad_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/interp"
	"procad/pipeline"
	"procad/proc/deriv"
)

// TestRandom compares the derivatives of random programs by native code with those by the
// interpreter. PROCAD_RANDOM is how many programs there are.
func TestRandom(t *testing.T) {
	needNative(t)
	programs, err := strconv.Atoi(os.Getenv("PROCAD_RANDOM"))
	if err != nil {
		programs = 2
	}
	compared := 0
	for seed := range uint64(programs) {
		p := gen.New(gen.FromSeed(11_000_000+seed), gen.Options{Kinks: true, Stop: true, Derivatives: true, Size: 50})
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			if compareEngines(t, p, rand.New(rand.NewPCG(seed, 1))) {
				compared++
			}
		})
	}
	assert.Positive(t, compared)
}

// direction is a random tangent of a value.
func direction(v data.Value, r *rand.Rand) any {
	dot := data.ZeroTangent(v)
	for _, x := range data.RealWords(dot) {
		*x = math.Float64bits(r.NormFloat64())
	}
	return procad.GoValue(dot)
}

// compareEngines says whether the program has derivatives that could be compared.
func compareEngines(t *testing.T, p *gen.Program, r *rand.Rand) bool {
	u, err := pipeline.Load(&diag.Source{Name: "k.fun", Text: p.Text})
	require.NoError(t, err)
	d, err := u.Entry(p.Main)
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: p.Data}, face)
	require.NoError(t, err)
	result, err := u.Run(interp.New(u.Library.Def), d, args)
	require.NoError(t, err)
	var values, tangents []any
	for i, v := range args.Values {
		values = append(values, procad.GoValue(v))
		if !deriv.Discrete(face.Params[i].Type) {
			tangents = append(tangents, direction(v, r))
		}
	}
	if deriv.Discrete(d.Out.Type) {
		return false
	}
	seed := direction(result, r)
	ctx := t.Context()
	all := map[string][]any{}
	for name, opts := range engines() {
		f := function(t, p.Text, p.Main, append(opts(), procad.File("k.fun"))...)
		list := []any{procad.GoValue(result)}
		value, err := f.Value(ctx, values...)
		require.NoError(t, err)
		list = append(list, value)
		value, g, err := f.VJP(ctx, seed, values...)
		require.NoError(t, err)
		list = append(list, value, g)
		value, trace, err := f.Forward(ctx, values...)
		require.NoError(t, err)
		g, err = trace.Reverse(ctx, seed)
		require.NoError(t, err)
		list = append(list, value, g)
		value, dot, err := f.JVP(ctx, tangents, values...)
		require.NoError(t, err)
		all[name] = append(list, value, dot)
		if f.Result() == "Real" {
			g, h, err := f.HVP(ctx, tangents, values...)
			require.NoError(t, err)
			all[name] = append(all[name], g, h)
		}
	}
	for i, want := range all["interpreter"] {
		near(t, want, all["native"][i])
	}
	return true
}
