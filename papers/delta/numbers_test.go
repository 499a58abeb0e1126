package delta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// load is a program of .fun text with data.
func load(t testing.TB, text, data string) *compare.Subject {
	t.Helper()
	s, err := compare.Load(&diag.Source{Name: "in.fun", Text: text}, "", data)
	require.NoError(t, err, text)
	return s
}

func start(t testing.TB, s *compare.Subject, order delta.Order, fuse ...string) *delta.Run {
	t.Helper()
	l, err := delta.NewLibrary(s.Program, order, fuse...)
	require.NoError(t, err)
	r, err := delta.Start(l, s.Func, s.Args, number.Float())
	require.NoError(t, err)
	return r
}

// near compares numbers with 15 digits that are given.
func near(t testing.TB, want, got eval.Value, what string) {
	t.Helper()
	d, err := compare.Differ(want, got)
	require.NoError(t, err, what)
	require.LessOrEqual(t, d, 2e-14, "%s: %v, want %v", what, got, want)
}

func vector(xs ...eval.Value) *eval.Array {
	return &eval.Array{Dims: []int64{int64(len(xs))}, Elems: xs}
}

type list = eval.Tuple

func inl(x eval.Value) eval.Value { return &eval.Variant{Con: 0, Of: x} }
func inr(x eval.Value) eval.Value { return &eval.Variant{Con: 1, Of: x} }

const chain = "def f(x: Real): Real = x * (sin(x) + x * cos(x))\n"

// An example is a program with what the paper or a prototype says of it: value,
// gradient at a seed, number of bindings.
type example struct {
	name, text, data string
	seed             eval.Value
	value, gradient  eval.Value
	binds            int
}

var examples = []example{
	{"E1", `def f(x: Real): Real = let y = x * sin(x) in y + y`, `{"x": 0.7}`, 1.0, 0.901904762132767, 2.35921443667367, 3},
	{"E2 doubling", `def f(x: Real): Real = nTimes(10, x, \s. s + s)`, `{"x": 0.5}`, 1.0, 512.0, 1024.0, 10},
	{"E2 squaring", `def f(x: Real): Real = nTimes(5, x, \s. s * s)`, `{"x": 1.1}`, 1.0, 21.1137767453526, 614.218959864803, 5},
	{"E3", rotate, rotateData, 1.0, 71.874, list{list{91.96, 58.08, -77.44, 38.72}, list{4.84, -24.2, 26.62}}, 38},
	{"E4 sin", `def f(x: Real): Real = sin(x)`, `{"x": 0.7}`, 1.0, 0.644217687237691, 0.764842187284488, 1},
	{"E4 cos", `def f(x: Real): Real = cos(x)`, `{"x": 0.7}`, 1.0, 0.764842187284488, -0.644217687237691, 1},
	{"E4 atan2", `def f(y: Real, x: Real): Real = atan2(y, x)`, `{"y": 1, "x": 2}`, 1.0, 0.463647609000806, list{0.4, -0.2}, 1},
	{"E5", `def f(x: Real): Real = x * sin(x)`, `{"x": 0.7}`, 1.0, 0.450952381066384, 1.17960721833683, 2},
	{"E9 inl", either, `{"s": {"Inl": 3}}`, 1.0, 9.0, inl(6.0), 1},
	{"E9 inr", either, `{"s": {"Inr": [3, 0.5]}}`, 1.0, 1.43827661581261, inr(list{0.479425538604203, 2.63274768567112}), 2},
	{"E10", `def f(p: Real, q: Real): Real + (Real, Real) = if p < 0 then Inl(p * p) else Inr((p * q, sin(q)))`, `{"p": 2, "q": 0.3}`,
		inr(list{1.0, -2.0}), inr(list{0.6, 0.29552020666134}), list{0.3, 0.089327021748788}, 2},
	{"E11", `def f(a: (Real, Real), k: Int, b: (Real, Real, Real)): Real =
  let (a1, a2) = a; (b1, b2, b3) = b in real(k) * a1 * b1 + a2 * b2 + b3`, `{"a": [1.5, -2], "k": 3, "b": [0.5, 4, 7]}`,
		1.0, 1.25, list{list{1.5, 4.0}, list{}, list{4.5, -2.0, 1.0}}, 5},
	{"E12", `def f(x: Real, y: Real, z: Real): (Real, Real) = let w = x * sin(y) in (atan2(z, w), z * x)`, `{"x": 1.1, "y": 2.2, "z": 3.3}`,
		list{1.0, 1.0}, list{1.30755169516042, 3.63}, list{3.07159038930086, 0.182884229909484, 1.17613653689971}, 4},
	{"E13", `def f(a: Real[n], b: Real[n]): Real = fold(\(s, p). (let (x, y) = p in s + x * y), 0.0, [(a[i], b[i]) for i < n])`,
		`{"a": [1, 2, 3], "b": [4, -5, 6]}`, 1.0, 12.0, list{vector(4.0, -5.0, 6.0), vector(1.0, 2.0, 3.0)}, 6},
	{"E14", `def f(x: Real, v: Real[3]): Real = let a = [x * sin(v[i]) for i < 3] in a[0] + a[2] * a[2]`, `{"x": 2, "v": [0.1, 0.2, 0.3]}`,
		1.0, 0.5489956034743, list{0.449162186827471, vector(1.99000833055605, 0.0, 2.25856989358014)}, 8},
	{"E15", `def f(x: Real, v: Real[n]): Real[n] = [x * v[i] + 1.0 for i < n]`, `{"x": 2.5, "v": [1, -2, 3, 0.5]}`,
		vector(1.0, 2.0, 3.0, 4.0), vector(3.5, -4.0, 8.5, 2.25), list{8.0, vector(2.5, 5.0, 7.5, 10.0)}, 8},
	{"E17 constant", `def f(x: Real, y: Real): Real = 3.0`, `{"x": 1, "y": 2}`, 1.0, 3.0, list{0.0, 0.0}, 0},
	{"E17 snd", `def f(p: (Real, Real)): Real = let (_, y) = p in y`, `{"p": [1, 2]}`, 5.0, 2.0, list{0.0, 5.0}, 0},
	{"E18", `def f(x: Real): Real = let d = sin(sin(sin(x))) in x * x`, `{"x": 3}`, 1.0, 9.0, 6.0, 4},
	{"E21 unreached", `def f(x: Real): Real = let d = sqrt(x) in x * x`, `{"x": 0}`, 1.0, 0.0, 0.0, 2},
	{"E22", chain + `def g(x: Real): Real = nTimes(10, x, \s. f(s))`, `{"x": 0.7}`, 1.0, nil, nil, 50},
}

const either = `def f(s: Real + (Real, Real)): Real = case s of Inl a -> a * a, Inr (p, q) -> p * sin(q)`

// TestExamples runs each example by each of the translations.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			s := load(t, e.text, e.data)
			r := start(t, s, delta.Order{})
			assert.Len(t, r.Tape.Binds, e.binds)
			if e.value == nil {
				return
			}
			near(t, e.value, r.Value, "value")
			g, err := r.Reverse(e.seed)
			require.NoError(t, err)
			near(t, e.gradient, g, "gradient")

			l, err := delta.NewLibrary(s.Program, delta.Order{})
			require.NoError(t, err)
			y, g, _, err := delta.AllAtOnce(l, s.Func, s.Args, e.seed, number.Float())
			require.NoError(t, err)
			near(t, e.value, y, "value of Figure 6")
			near(t, e.gradient, g, "gradient of Figure 6")
			y, g, _, err = delta.WithoutSharing(l, s.Func, s.Args, e.seed, number.Float())
			require.NoError(t, err)
			near(t, e.value, y, "value of Figure 8")
			near(t, e.gradient, g, "gradient of Figure 8")
		})
	}
}

// TestDotProduct counts the bindings that the dot product of Figure 16 adds, which
// changes nothing else.
func TestDotProduct(t *testing.T) {
	binds := map[string]int{"E10": 5, "E12": 7}
	for _, e := range examples {
		n, ok := binds[e.name]
		if !ok {
			continue
		}
		delete(binds, e.name)
		r := start(t, load(t, e.text, e.data), delta.Order{})
		u, err := r.Dot(e.seed)
		require.NoError(t, err)
		assert.Len(t, r.Tape.Binds, n, e.name)
		g, err := r.ReverseOf(u)
		require.NoError(t, err)
		near(t, e.gradient, g, e.name)
	}
	assert.Empty(t, binds)
}

// TestFusion is Figure 15 on E5 and E22: one binding for each call of a closed
// function, and the same gradient.
func TestFusion(t *testing.T) {
	s := load(t, `def f(x: Real): Real = x * sin(x)
def g(x: Real): Real = f(x)`, `{"x": 0.7}`)
	r := start(t, s, delta.Order{}, "f")
	require.Len(t, r.Tape.Binds, 1)
	assert.Equal(t, delta.Var{ID: 1}, r.Tape.Binds[0].(*delta.Scale).Of)
	near(t, 1.17960721833683, r.Tape.Binds[0].(*delta.Scale).By, "the one partial derivative")
	for _, n := range []struct {
		calls string
		binds int
	}{{"1", 1}, {"10", 10}, {"100", 100}} {
		s := load(t, chain+`def g(x: Real): Real = nTimes(`+n.calls+`, x, \s. f(s))`, `{"x": 0.7}`)
		plain, fused := start(t, s, delta.Order{}), start(t, s, delta.Order{}, "f")
		assert.Len(t, plain.Tape.Binds, 5*n.binds)
		assert.Len(t, fused.Tape.Binds, n.binds)
		assert.Equal(t, int64(5*n.binds), fused.Fused)
		want, err := plain.Reverse(1.0)
		require.NoError(t, err)
		got, err := fused.Reverse(1.0)
		require.NoError(t, err)
		near(t, want, got, "gradient")
	}
	closed := load(t, `def g(x: Real, y: Real): Real = let h(z: Real) = z * sin(z) in h(x) + h(h(y))`, `{"x": 0.7, "y": 0.5}`)
	plain, fused := start(t, closed, delta.Order{}), start(t, closed, delta.Order{}, "h")
	assert.Len(t, fused.Tape.Binds, 4)
	want, _ := plain.Reverse(1.0)
	got, err := fused.Reverse(1.0)
	require.NoError(t, err)
	near(t, want, got, "gradient")
}

// TestFusionOfOpen is E23: an id of the outer tape would be taken for one of the inner.
func TestFusionOfOpen(t *testing.T) {
	for _, c := range []struct{ text, data, fuse, message string }{
		{`def g(x: Real, y: Real): Real = let h(z: Real) = x * z in h(y)`, `{"x": 3, "y": 5}`, "h",
			"1:50: error: delta cannot say the fusion of h, which uses x of the function around it (paper 2, Figure 15) [cannot-say]"},
		{`def f(x: Real): (Real, Real) = (x, x)
def g(x: Real): Real = let (a, _) = f(x) in a`, `{"x": 3}`, "f",
			"1:5: error: delta cannot say the fusion of f, whose result is (Real, Real) and not Real [cannot-say]"},
		{chain, `{"x": 3}`, "g", "there is no function g to fuse"},
	} {
		p := load(t, c.text, c.data).Program
		_, err := delta.NewLibrary(p, delta.Order{}, c.fuse)
		assert.EqualError(t, err, c.message)
	}
}

// TestVisits is E2: what eval sees is linear with the sharing of Figure 9, and
// exponential without it.
func TestVisits(t *testing.T) {
	for n, want := range map[string][2]int64{"5": {21, 63}, "10": {41, 2047}, "15": {61, 65535}, "20": {81, 2097151}} {
		s := load(t, `def f(x: Real): Real = nTimes(`+n+`, x, \s. s + s)`, `{"x": 0.5}`)
		r := start(t, s, delta.Order{})
		m := delta.NewMap(number.Float())
		m.Eval(1.0, r.Tape.Nested(r.Result.(*delta.Dual).Second.(delta.Delta)))
		assert.Equal(t, want[0], m.Visits, "Figure 11, n = %s", n)
		l, err := delta.NewLibrary(s.Program, delta.Order{})
		require.NoError(t, err)
		_, _, slots, err := delta.WithoutSharing(l, s.Func, s.Args, 1.0, number.Float())
		require.NoError(t, err)
		assert.Equal(t, want[1], slots.Visits, "Figure 8, n = %s", n)
	}
}

// TestVectors is E25: Figure 5 adds and scales 4a² - a elements for the sum of a squares.
func TestVectors(t *testing.T) {
	for _, c := range []struct {
		a    int
		want int64
	}{{10, 390}, {100, 39900}, {1000, 3999000}} {
		s := load(t, `def f(v: Real[n]): Real = sum(i < n) v[i] * v[i]`, `{"v": [`+strings.Repeat("2, ", c.a-1)+`2]}`)
		l, err := delta.NewLibrary(s.Program, delta.Order{})
		require.NoError(t, err)
		_, _, v, err := delta.AllAtOnce(l, s.Func, s.Args, 1.0, number.Float())
		require.NoError(t, err)
		assert.Equal(t, c.want, v.Operations, "a = %d", c.a)
	}
}
