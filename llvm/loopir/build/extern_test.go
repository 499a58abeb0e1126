package build_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/run"
	"procad/prim"
	"procad/proc"
)

// called does what two functions of C do: scale fills the sums of the rows times k, and says whether all are positive;
// root gives the status 7 where there is none.
func called(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	if strings.Contains(f.Message(), "my_root") {
		if x := arg.Float(); x < 0 {
			return data.Value{}, &prim.RuntimeError{Kind: prim.ExternFailed, A: 7, Message: "my_root"}
		}
		return data.Real(math.Sqrt(arg.Float())), nil
	}
	a, k, positive := zone[0].Array(), arg.Part(0).Int64(), true
	sums := make([]float64, a.Dims[0])
	for i := range sums {
		for j := range a.Dims[1] {
			sums[i] += float64(k) * math.Float64frombits(a.Leaves[0][i*a.Dims[1]+j])
		}
		positive = positive && sums[i] > 0
	}
	return data.Tuple(data.Reals(sums), data.Bool(positive)), nil
}

// TestExtern compares programs that call functions of C.
func TestExtern(t *testing.T) {
	const program = `extern def scale(a: Real[n, m], k: Int): (Real[n], Bool) = "my_scale"
extern def root(x: Real): Real = "my_root" status
def f(a: Real[n, m], c: Real): Real = let (x, positive) = scale(a, m) in if positive then sum(i < n) root(x[i] - c) else x[0]
`
	for name, c := range map[string]struct{ data, want string }{
		"numbers":        {`{"a": [[1, 2], [3, 4]], "c": 2}`, "5.46410161513775"},
		"a bool":         {`{"a": [[1, 2], [-3, -4]], "c": 0}`, "6"},
		"a status":       {`{"a": [[1, 2], [3, 4]], "c": 100}`, "the function my_root of C gives the status 7"},
		"no other error": {`{"a": [[1, 2], [3, 4]], "c": 7}`, "the function my_root of C gives the status 7"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSubject(t, &diag.Source{Name: "extern.fun", Text: program}, "f", c.data)
			p, err := build.Program(s.unit.Library.Def, nil, s.def.Name)
			require.NoError(t, err)
			again(t, p)
			want, wantErr := interp.New(s.unit.Library.Def, interp.Externs(called)).Call(s.def.Name, clones(s.zone), s.arg)
			got, gotErr := run.New(p, run.Externs(called)).Call(s.def, clones(s.zone), s.arg)
			assert.Equal(t, wantErr, gotErr)
			if wantErr != nil {
				assert.ErrorContains(t, gotErr, c.want)
				return
			}
			assert.Empty(t, difference(want, got))
			var text strings.Builder
			require.NoError(t, data.Write(&text, got))
			assert.True(t, strings.HasPrefix(text.String(), c.want), text.String())
		})
	}
	s := newSubject(t, &diag.Source{Name: "extern.fun", Text: program}, "f", `{"a": [[1]], "c": 0}`)
	p, err := build.Program(s.unit.Library.Def, nil, s.def.Name)
	require.NoError(t, err)
	_, err = run.New(p).Call(s.def, s.zone, s.arg)
	assert.ErrorContains(t, err, "my_scale is a function of C, which nothing calls here")
}
