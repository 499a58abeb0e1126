package interp_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/native"
	"procad/interp"
	"procad/prim"
	"procad/proc"
)

var noDefs = interp.InProgram(&proc.Program{})

var (
	inf, nan = math.Inf(1), math.NaN()
	minus0   = math.Copysign(0, -1)
)

type real2 struct{ x, y float64 }
type int2 struct{ a, b int64 }

// value makes a value of a Go one.
func value(x any) data.Value {
	switch x := x.(type) {
	case float64:
		return data.Real(x)
	case int:
		return data.Int(int64(x))
	case int64:
		return data.Int(x)
	case bool:
		return data.Bool(x)
	case real2:
		return data.Tuple(data.Real(x.x), data.Real(x.y))
	case int2:
		return data.Tuple(data.Int(x.a), data.Int(x.b))
	case []any:
		vs := make([]data.Value, len(x))
		for i, e := range x {
			vs[i] = value(e)
		}
		return data.Tuple(vs...)
	}
	return x.(data.Value)
}

// primitives has examples of every primitive. Results of the library's
// functions are within an ulp or two; all others are exact.
var primitives = []struct {
	f         proc.Func
	arg, want any
}{
	{prim.Add, real2{1, 2.5}, 3.5},
	{prim.Add, real2{inf, -inf}, nan},
	{prim.Sub, real2{1, 2.5}, -1.5},
	{prim.Mul, real2{3, 2.5}, 7.5},
	{prim.Div, real2{1, 4}, 0.25},
	{prim.Div, real2{1, minus0}, -inf},
	{prim.Div, real2{0, 0}, nan},
	{prim.SMul, real2{3, 2.5}, 7.5},
	{prim.SMul, real2{0, inf}, 0.0},
	{prim.SMul, real2{minus0, nan}, 0.0},
	{prim.SMul, real2{3, inf}, inf},
	{prim.SMul, real2{nan, 0}, nan},
	{prim.ZMul, real2{3, 2.5}, 7.5},
	{prim.ZMul, real2{0, inf}, 0.0},
	{prim.ZMul, real2{inf, minus0}, 0.0},
	{prim.ZMul, real2{3, inf}, inf},
	{prim.SDiv, real2{1, 4}, 0.25},
	{prim.SDiv, real2{0, 0}, 0.0},
	{prim.SDiv, real2{minus0, 2}, 0.0},
	{prim.SDiv, real2{1, 0}, inf},
	{prim.SDiv, real2{nan, 2}, nan},
	{prim.Neg, 0.0, minus0},
	{prim.Exp, 1.0, math.E},
	{prim.Exp, 710.0, inf},
	{prim.Log, math.E, 1.0},
	{prim.Log, 0.0, -inf},
	{prim.Log, -1.0, nan},
	{prim.Log, 1e-310, -713.8013788281542},
	{prim.Log, 0x1p-1074, -744.4400719213812},
	{prim.Log1p, 1e-20, 1e-20},
	{prim.Expm1, 1e-20, 1e-20},
	{prim.Sqrt, 2.0, math.Sqrt2},
	{prim.Sqrt, -1.0, nan},
	{prim.Sin, 0.5, 0.479425538604203},
	{prim.Cos, 0.5, 0.8775825618903728},
	{prim.Tan, 0.5, 0.5463024898437905},
	{prim.Asin, 0.5, 0.5235987755982989},
	{prim.Asin, 2.0, nan},
	{prim.Acos, 0.5, 1.0471975511965979},
	{prim.Atan, 0.5, 0.4636476090008061},
	{prim.Sinh, 0.5, 0.5210953054937474},
	{prim.Sinh, 710.0, 1.1169973830808557e308},
	{prim.Sinh, -710.0, -1.1169973830808557e308},
	{prim.Sinh, 711.0, inf},
	{prim.Cosh, 0.5, 1.1276259652063807},
	{prim.Cosh, -710.0, 1.1169973830808557e308},
	{prim.Tanh, 0.5, 0.46211715726000973},
	{prim.Abs, minus0, 0.0},
	{prim.Abs, -2.5, 2.5},
	{prim.Floor, -2.5, -3.0},
	{prim.Floor, 2.5, 2.0},
	{prim.Sign, -2.5, -1.0},
	{prim.Sign, 2.5, 1.0},
	{prim.Sign, minus0, 0.0},
	{prim.Sign, nan, nan},
	{prim.Erf, 0.5, 0.5204998778130465},
	{prim.Lgamma, 0.5, 0.5723649429247001},
	{prim.Lgamma, -0.5, 1.2655121234846454},
	{prim.Lgamma, -1e-310, 713.8013788281542},
	{prim.Digamma, 1.0, -0.5772156649015329},
	{prim.Polygamma, []any{1, 1.0}, math.Pi * math.Pi / 6},
	{prim.Polygamma, []any{-1, 1.0}, nan},
	{prim.Logistic, 0.0, 0.5},
	{prim.Logistic, -1000.0, 0.0},
	{prim.Pow, real2{2, 0.5}, math.Sqrt2},
	{prim.Pow, real2{-8, 1. / 3}, nan},
	{prim.Pow, real2{nan, 0}, 1.0},
	{prim.Pow, real2{0x1p-1074, 0x1p-10}, 0.4833606301123984},
	{prim.Pow, real2{-0x1p-1023, -1}, -0x1p1023},
	{prim.Pow, real2{0x1p-1040, inf}, 0.0},
	{prim.Atan2, real2{-1, -1}, -3 * math.Pi / 4},
	{prim.Atan2, real2{minus0, -1}, -math.Pi},
	{prim.Min, real2{1, 2}, 1.0},
	{prim.Min, real2{nan, 2}, 2.0},
	{prim.Min, real2{2, nan}, nan},
	{prim.Min, real2{0, minus0}, minus0},
	{prim.Max, real2{1, 2}, 2.0},
	{prim.Max, real2{nan, 2}, 2.0},
	{prim.Max, real2{2, nan}, nan},
	{prim.Max, real2{0, minus0}, minus0},
	{prim.Powi, []any{3.0, 5}, 243.0},
	{prim.Powi, []any{2.0, -2}, 0.25},
	{prim.Powi, []any{0.0, 0}, 1.0},
	{prim.Powi, []any{nan, 0}, 1.0},
	{prim.Powi, []any{-1.0, math.MinInt64}, 1.0},
	{prim.Powi, []any{0.0, -1}, inf},
	{prim.IAdd, int2{math.MaxInt64, 1}, math.MinInt64},
	{prim.ISub, int2{math.MinInt64, 1}, math.MaxInt64},
	{prim.IMul, int2{1 << 40, 1 << 30}, 0},
	{prim.IMul, int2{-3, 4}, -12},
	{prim.IDiv, int2{7, 2}, 3},
	{prim.IDiv, int2{-7, 2}, -4},
	{prim.IDiv, int2{7, -2}, -4},
	{prim.IDiv, int2{-7, -2}, 3},
	{prim.IDiv, int2{math.MinInt64, -1}, math.MinInt64},
	{prim.IMod, int2{7, 2}, 1},
	{prim.IMod, int2{-7, 2}, 1},
	{prim.IMod, int2{7, -2}, -1},
	{prim.IMod, int2{-7, -2}, -1},
	{prim.IMod, int2{math.MinInt64, -1}, 0},
	{prim.IMin, int2{-1, 2}, -1},
	{prim.IMax, int2{-1, 2}, 2},
	{prim.IAnd, int2{-2, 7}, 6},
	{prim.IAnd, int2{math.MinInt64, -1}, math.MinInt64},
	{prim.IShl, int2{-3, 2}, -12},
	{prim.IShl, int2{1, 63}, math.MinInt64},
	{prim.IShl, int2{5, 64}, 5},
	{prim.IShr, int2{-3, 1}, -2},
	{prim.IShr, int2{math.MinInt64, 63}, -1},
	{prim.IShr, int2{5, -64}, 5},
	{prim.INeg, 5, -5},
	{prim.INeg, math.MinInt64, math.MinInt64},
	{prim.CacheBytes, data.Unit(), 4096}, // as the environment says
	{prim.IAbs, -5, 5},
	{prim.IAbs, 5, 5},
	{prim.IAbs, math.MinInt64, math.MinInt64},
	{prim.Lt, real2{1, 2}, true},
	{prim.Lt, real2{2, 2}, false},
	{prim.Lt, real2{nan, 2}, false},
	{prim.Le, real2{2, 2}, true},
	{prim.Le, real2{2, 1}, false},
	{prim.Le, real2{nan, nan}, false},
	{prim.Eq, real2{0, minus0}, true},
	{prim.Eq, real2{1, 2}, false},
	{prim.Eq, real2{nan, nan}, false},
	{prim.ILt, int2{-1, 1}, true},
	{prim.ILt, int2{1, 1}, false},
	{prim.ILe, int2{1, 1}, true},
	{prim.ILe, int2{1, -1}, false},
	{prim.IEq, int2{1, 1}, true},
	{prim.IEq, int2{1, 2}, false},
	{prim.ToReal, 1<<53 + 1, 0x1p53},
	{prim.ToReal, -3, -3.0},
	{prim.ToInt, -2.5, -3},
	{prim.ToInt, 2.5, 2},
	{prim.ToInt, -0x1p63, math.MinInt64},
}

func TestPrimitives(t *testing.T) {
	t.Setenv(native.CacheVariable, "4096")
	m := interp.New(noDefs)
	seen := map[proc.Func]bool{}
	for _, c := range primitives {
		seen[c.f] = true
		got, err := m.Call(c.f, nil, value(c.arg))
		if !assert.NoError(t, err, "%s %v", c.f, c.arg) {
			continue
		}
		want := value(c.want)
		require.Equal(t, want.Type, got.Type, c.f)
		if want.Type != proc.Real {
			assert.Equal(t, want.Words, got.Words, "%s %v", c.f, c.arg)
			continue
		}
		x, y := want.Float(), got.Float()
		switch {
		case math.IsNaN(x):
			assert.True(t, math.IsNaN(y), "%s %v: %v", c.f, c.arg, y)
		case x == 0 || math.IsInf(x, 0):
			assert.Equal(t, math.Float64bits(x), math.Float64bits(y), "%s %v: %v", c.f, c.arg, y)
		default:
			assert.InEpsilon(t, x, y, 1e-15, "%s %v", c.f, c.arg)
		}
	}
	for _, f := range slices.SortedFunc(maps.Keys(prim.Table), proc.Func.Compare) {
		assert.True(t, seen[f], "%s has no example", f)
	}
}

func TestPrimitiveRuntimeErrors(t *testing.T) {
	m := interp.New(noDefs)
	for _, c := range []struct {
		f    proc.Func
		arg  any
		want prim.RuntimeErrorKind
	}{
		{prim.IDiv, int2{1, 0}, prim.DivideByZero},
		{prim.IMod, int2{1, 0}, prim.DivideByZero},
		{prim.ToInt, nan, prim.IntRange},
		{prim.ToInt, inf, prim.IntRange},
		{prim.ToInt, -inf, prim.IntRange},
		{prim.ToInt, 0x1p63, prim.IntRange},
		{prim.ToInt, -0x1p63 - 2048, prim.IntRange},
	} {
		_, err := m.Call(c.f, nil, value(c.arg))
		var failure *prim.RuntimeError
		if assert.ErrorAs(t, err, &failure, "%s %v", c.f, c.arg) {
			assert.Equal(t, c.want, failure.Kind, "%s %v", c.f, c.arg)
		}
	}
}
