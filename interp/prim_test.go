package interp_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
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
	{"add", real2{1, 2.5}, 3.5},
	{"add", real2{inf, -inf}, nan},
	{"sub", real2{1, 2.5}, -1.5},
	{"mul", real2{3, 2.5}, 7.5},
	{"div", real2{1, 4}, 0.25},
	{"div", real2{1, minus0}, -inf},
	{"div", real2{0, 0}, nan},
	{"neg", 0.0, minus0},
	{"exp", 1.0, math.E},
	{"exp", 710.0, inf},
	{"log", math.E, 1.0},
	{"log", 0.0, -inf},
	{"log", -1.0, nan},
	{"log", 1e-310, -713.8013788281542},
	{"log", 0x1p-1074, -744.4400719213812},
	{"log1p", 1e-20, 1e-20},
	{"expm1", 1e-20, 1e-20},
	{"sqrt", 2.0, math.Sqrt2},
	{"sqrt", -1.0, nan},
	{"sin", 0.5, 0.479425538604203},
	{"cos", 0.5, 0.8775825618903728},
	{"tan", 0.5, 0.5463024898437905},
	{"asin", 0.5, 0.5235987755982989},
	{"asin", 2.0, nan},
	{"acos", 0.5, 1.0471975511965979},
	{"atan", 0.5, 0.4636476090008061},
	{"sinh", 0.5, 0.5210953054937474},
	{"sinh", 710.0, 1.1169973830808557e308},
	{"sinh", -710.0, -1.1169973830808557e308},
	{"sinh", 711.0, inf},
	{"cosh", 0.5, 1.1276259652063807},
	{"cosh", -710.0, 1.1169973830808557e308},
	{"tanh", 0.5, 0.46211715726000973},
	{"abs", minus0, 0.0},
	{"abs", -2.5, 2.5},
	{"floor", -2.5, -3.0},
	{"floor", 2.5, 2.0},
	{"sign", -2.5, -1.0},
	{"sign", 2.5, 1.0},
	{"sign", minus0, 0.0},
	{"sign", nan, nan},
	{"erf", 0.5, 0.5204998778130465},
	{"lgamma", 0.5, 0.5723649429247001},
	{"lgamma", -0.5, 1.2655121234846454},
	{"lgamma", -1e-310, 713.8013788281542},
	{"digamma", 1.0, -0.5772156649015329},
	{"polygamma", []any{1, 1.0}, math.Pi * math.Pi / 6},
	{"polygamma", []any{-1, 1.0}, nan},
	{"logistic", 0.0, 0.5},
	{"logistic", -1000.0, 0.0},
	{"pow", real2{2, 0.5}, math.Sqrt2},
	{"pow", real2{-8, 1. / 3}, nan},
	{"pow", real2{nan, 0}, 1.0},
	{"pow", real2{0x1p-1074, 0x1p-10}, 0.4833606301123984},
	{"pow", real2{-0x1p-1023, -1}, -0x1p1023},
	{"pow", real2{0x1p-1040, inf}, 0.0},
	{"atan2", real2{-1, -1}, -3 * math.Pi / 4},
	{"atan2", real2{minus0, -1}, -math.Pi},
	{"min", real2{1, 2}, 1.0},
	{"min", real2{nan, 2}, 2.0},
	{"min", real2{2, nan}, nan},
	{"min", real2{0, minus0}, minus0},
	{"max", real2{1, 2}, 2.0},
	{"max", real2{nan, 2}, 2.0},
	{"max", real2{2, nan}, nan},
	{"max", real2{0, minus0}, minus0},
	{"powi", []any{3.0, 5}, 243.0},
	{"powi", []any{2.0, -2}, 0.25},
	{"powi", []any{0.0, 0}, 1.0},
	{"powi", []any{nan, 0}, 1.0},
	{"powi", []any{-1.0, math.MinInt64}, 1.0},
	{"powi", []any{0.0, -1}, inf},
	{"iadd", int2{math.MaxInt64, 1}, math.MinInt64},
	{"isub", int2{math.MinInt64, 1}, math.MaxInt64},
	{"imul", int2{1 << 40, 1 << 30}, 0},
	{"imul", int2{-3, 4}, -12},
	{"idiv", int2{7, 2}, 3},
	{"idiv", int2{-7, 2}, -4},
	{"idiv", int2{7, -2}, -4},
	{"idiv", int2{-7, -2}, 3},
	{"idiv", int2{math.MinInt64, -1}, math.MinInt64},
	{"imod", int2{7, 2}, 1},
	{"imod", int2{-7, 2}, 1},
	{"imod", int2{7, -2}, -1},
	{"imod", int2{-7, -2}, -1},
	{"imod", int2{math.MinInt64, -1}, 0},
	{"imin", int2{-1, 2}, -1},
	{"imax", int2{-1, 2}, 2},
	{"ineg", 5, -5},
	{"ineg", math.MinInt64, math.MinInt64},
	{"iabs", -5, 5},
	{"iabs", 5, 5},
	{"iabs", math.MinInt64, math.MinInt64},
	{"lt", real2{1, 2}, true},
	{"lt", real2{2, 2}, false},
	{"lt", real2{nan, 2}, false},
	{"le", real2{2, 2}, true},
	{"le", real2{2, 1}, false},
	{"le", real2{nan, nan}, false},
	{"eq", real2{0, minus0}, true},
	{"eq", real2{1, 2}, false},
	{"eq", real2{nan, nan}, false},
	{"ilt", int2{-1, 1}, true},
	{"ilt", int2{1, 1}, false},
	{"ile", int2{1, 1}, true},
	{"ile", int2{1, -1}, false},
	{"ieq", int2{1, 1}, true},
	{"ieq", int2{1, 2}, false},
	{"real", 1<<53 + 1, 0x1p53},
	{"real", -3, -3.0},
	{"int", -2.5, -3},
	{"int", 2.5, 2},
	{"int", -0x1p63, math.MinInt64},
}

func TestPrimitives(t *testing.T) {
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
	for _, f := range slices.Sorted(maps.Keys(prim.Table)) {
		assert.True(t, seen[f], "%s has no example", f)
	}
}

func TestPrimitiveFaults(t *testing.T) {
	m := interp.New(noDefs)
	for _, c := range []struct {
		f    proc.Func
		arg  any
		want prim.FaultKind
	}{
		{"idiv", int2{1, 0}, prim.DivideByZero},
		{"imod", int2{1, 0}, prim.DivideByZero},
		{"int", nan, prim.IntRange},
		{"int", inf, prim.IntRange},
		{"int", -inf, prim.IntRange},
		{"int", 0x1p63, prim.IntRange},
		{"int", -0x1p63 - 2048, prim.IntRange},
	} {
		_, err := m.Call(c.f, nil, value(c.arg))
		var fault *prim.Fault
		if assert.ErrorAs(t, err, &fault, "%s %v", c.f, c.arg) {
			assert.Equal(t, c.want, fault.Kind, "%s %v", c.f, c.arg)
		}
	}
}
