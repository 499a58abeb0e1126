package rev_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/rev"
	"procad/typecheck"
)

// TestRandom says of any definition that rev$f : (S, δT) → (T, δS), and that it is single-use.
func TestRandom(t *testing.T) {
	lib := pipeline.NewLibrary(&proc.Program{})
	rapid.Check(t, func(t *rapid.T) {
		r := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(r.Body, []proc.Var{r.In}, []proc.Var{r.Out}, proc.NewNames(r))
		f := &proc.Def{Name: r.Name, Zone: r.Zone, In: r.In, Body: body, Out: outs[0]}
		d, err := rev.Def(lib, f, proc.Func{})
		require.NoError(t, err, "%s", f)
		require.NoError(t, typecheck.Def(d, lib.Sig), "%s\n%s", f, d)
		require.Equal(t, proc.NewTuple(f.In.Type, deriv.Tangent(f.Out.Type)), d.In.Type)
		require.Equal(t, proc.NewTuple(f.Out.Type, deriv.Tangent(f.In.Type)), d.Out.Type)
	})
}

// TestPairAndStrip says that a tangent is put together with its value and taken apart again.
func TestPairAndStrip(t *testing.T) {
	array := proc.NewArray(1, proc.Real)
	values := map[string]struct{ value, tangent data.Value }{
		"Real":           {data.Real(2), data.Real(3)},
		"Int":            {data.Int(2), data.Unit()},
		"array":          {data.Reals([]float64{1, 2}, 2), data.Reals([]float64{3, 4}, 2)},
		"array of Int":   {data.Ints([]int64{1, 2}, 2), data.Unit()},
		"tuple":          {data.Tuple(data.Real(1), data.Int(2), data.Reals([]float64{5}, 1)), data.Tuple(data.Real(3), data.Unit(), data.Reals([]float64{6}, 1))},
		"tuple of Ints":  {data.Tuple(data.Int(1), data.Int(2)), data.Unit()},
		"sum":            {data.Inl(data.Reals([]float64{1}, 1), proc.Real), data.Inl(data.Reals([]float64{7}, 1), proc.Real)},
		"sum, the right": {data.Inr(array, data.Int(1)), data.Inr(array, data.Unit())},
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, deriv.Tangent(v.value.Type), v.tangent.Type)
			in := proc.Var{Name: "i", Type: proc.NewTuple(v.value.Type, v.tangent.Type)}
			b := &proc.Builder{Names: proc.NewNames(&proc.Def{In: in})}
			parts := b.Untuple(in, "v", "d")
			c := rev.Pair(b, parts[1], parts[0])
			assert.Equal(t, deriv.Cotangent(v.value.Type), c.Type)
			out := rev.Strip(b, c, v.value.Type)
			d := &proc.Def{Name: proc.Name("f"), In: in, Body: b.Body, Out: out}
			lib := pipeline.NewLibrary(&proc.Program{Defs: []*proc.Def{d}})
			require.NoError(t, typecheck.Def(d, lib.Sig), "%s", d)
			result, err := interp.New(interp.InProgram(&proc.Program{Defs: []*proc.Def{d}})).Call(d.Name, nil, data.Tuple(v.value, v.tangent))
			require.NoError(t, err)
			assert.NoError(t, data.Differ(v.tangent, result, 0))
		})
	}
}
