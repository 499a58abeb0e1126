package recursion_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/core/recursion"
	"procad/internal/coretest"
)

// TestGolden makes loops of in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/recursion/*.txtar", "loops.fun", recursion.Program)
}

// TestLoops compares each loop around a recursive call with the evaluator, by values and errors.
func TestLoops(t *testing.T) {
	for _, c := range []struct {
		body  string
		fails bool
	}{
		{body: "sum(i < n) f(x + real(i), n - 1)"},
		{body: "sum(i < 2, j < i + n) f(x * real(i - j), n - 1)"},
		{body: "let (a, b) = sum(i < 3) (f(x, n - 1), i) in a * real(b)"},
		{body: "(sum(i < 3) [f(x, n - 1), real(i)])[n mod 2]"},
		{body: "let (a, v) = sum(i < 3, j < i) (f(x, n - 1), [real(j), x]) in a * v[0] + v[1]"},
		{body: "(sum(i < 0) [f(x, n - 1), real(i)])[0] + x"},
		{body: "(sum(i < 2) [f(x, n - 1) for _ < i])[0]", fails: true},
		{body: "max(i < 3) f(x - real(i), n - 1)"},
		{body: "max(i < 3, j < i) f(x - real(i * j), n - 1)"},
		{body: "max(i < 2, j < 2) (f(x, n - 1) + (if i == 1 && j == 0 then 0 / 0 else real(i + j)))"},
		{body: "max(i < 2, j < 2) (f(x, n - 1) + (if i + j == 0 then 0 / 0 else real(i + j)))"},
		{body: "max(i < n - 2, j < i) f(x, n - 1)", fails: true},
		{body: "real(max(i < 3) int(f(x - real(i), n - 1)))"},
		{body: "real(argmax(i < 3) -f(x - real(i), n - 1))"},
		{body: "let v = [f(x, n - 1 - i) for i < n] in v[0] + v[size(v) - 1]"},
		{body: "let v = [f(x, n - 1) + real(3 * i + j) for i < 2, j < 3] in v[1, 0] * v[0, 2]"},
		{body: "let v = [[f(x, n - 1) + real(i), x, real(j)] for i < 2, j < 3] in v[1, 0, 0] * v[0, 2, 2] + real(size(v, 2))"},
		{body: "let v = [[f(x, n - 1) for _ < n] for i < n - n] in real(size(v, 0) + 10 * size(v, 1))"},
		{body: "let v = [[f(x, n - 1) for _ < 1 + i] for i < 2] in v[1, 0]", fails: true},
		{body: "let v = [(f(x, n - 1), if i > 0 then (Inl x : Real + Int) else Inr i) for i < 2]; (a, b) = v[1] in case b of Inl y -> a + y, Inr _ -> a"},
		{body: "let v = [f(x, n - 1) for i < n - 3] in x", fails: true},
		{body: "let v = [f(x, n - 1) for i < n - 3, j < -2] in x", fails: true},
		{body: "fold(\\(s, y). s * 0.5 + f(y, n - 1), x, [1, 2, 3])"},
		{body: "fold(\\(s, row). s + row[1] * f(row[0], n - 1), x, [[1, 2], [3, 4]])"},
		{body: "fold(\\(_, y). f(y, n - 1), x, [1, 2, 3])"},
		{body: "fold(\\(s, k). s + f(x, k), x, [n - 1 - i for i < 3])"},
		{body: "fold(\\(s, row). s + row[1] * f(row[0], n - 1), x, [x for i < 2, j < 2])"},
		{body: "fold(\\(s, k). s + f(x, k), x, [i for i < n - 3])", fails: true},
		{body: "nTimes(3, x, \\s. s * 0.5 + f(s, n - 1))"},
		{body: "nTimes(n - 3, x, \\s. s * 0.5 + f(s, n - 1))", fails: true},
		{body: "while(9, x, \\s. s < 3 + f(x, n - 1), \\s. s * 2 + 1)"},
		{body: "while(9, x, \\s. s < 3, \\s. abs(s) + 1 + f(x, n - 1)^2)"},
		{body: "while(1, x, \\s. s < 100 + f(x, n - 1), \\s. s + 1)", fails: true},
		{body: "while(-1, x, \\s. s < f(x, n - 1) - 100, \\s. s + 1)", fails: true},
		{body: "ccl(3, x, \\(i, s). s + real(i) * f(x, n - 1))"},
		{body: "ccl(3, x, \\(_, s). s + f(x, n - 1))"},
		{body: "product(i < 3) f(x + real(i), n - 1)"},
		{body: "let z = f(x, n - 2); g(y) = y * f(y, n - 1); h(y) = g(y) + z in g(x) + h(z)"},
		{body: "let g(y) = y * x; h(y) = g(y) + f(y, n - 1) in h(g(f(x, n - 1)))"},
		{body: "if x > 0 && f(x, n - 1) > 0 || f(x, n - 2) > 1 then f(x, n - 1) else 2 * x"},
		{body: "(if x > 0 then f(x, n - 1) else x) + (if f(x, n - 1) > 0 then 1 else f(x, n - 2))"},
		{body: "let (a, b) = (if x > 0 then (f(x, n - 1), x) else (x, f(x, n - 1))) in a - b"},
		{body: "set([x, x], int(abs(f(x, n - 1))) mod 2, f(x, n - 1))[1] - [x, 2 * x][int(abs(f(x, n - 2))) mod 2]"},
		{body: "let _ = assert(f(x, n - 1) < 1000000, \"small\") in stopGradient(f(x, n - 1)) + x"},
		{body: "let _ = assert(f(x, n - 1) > 1000000, \"large\") in x", fails: true},
		{body: "f(f(f(x, n - 1), n - 1), n - 1)"},
		{body: "let (_, d) = jvp(sine)(f(x, n - 1), x) in d"},
		{body: "grad(sine)(f(x, n - 1)) + grad(sine)(x * x) * f(x, n - 2)"},
	} {
		text := "def sine(x: Real): Real = sin(x)\ndef f(x: Real, n: Int): Real = if n <= 0 then sin(x) else " + c.body + "\n"
		want := coretest.Load(t, text)
		got := coretest.Load(t, text)
		recursion.Program(got)
		require.NoError(t, core.Check(got), c.body)
		for n := range int64(4) {
			for _, x := range []float64{0.7, -1.3} {
				args := []eval.Value{x, n}
				v, err := eval.Run(want.Lookup("f"), args, 1_000_000)
				w, failed := eval.Run(got.Lookup("f"), args, 10_000_000)
				if err == eval.ErrSteps {
					continue
				}
				require.Equal(t, err != nil, failed != nil, "%s for %v: %v, %v", c.body, args, err, failed)
				if err == nil && v != v {
					continue
				}
				if err == nil {
					assert.InDelta(t, v, w, 1e-9*(1+abs(v.(float64))), "%s for %v", c.body, args)
				}
				if n == 2 && c.fails {
					assert.Error(t, failed, c.body)
				}
			}
		}
	}
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// TestDepth: a call fails in the loop where it fails in the evaluator, at the same place.
func TestDepth(t *testing.T) {
	for name, text := range map[string]string{
		"tail":   "def f(x: Real, n: Int): Real = if n == 0 then x else f(x, n - 1)\n",
		"other":  "def f(x: Real, n: Int): Real = if n == 0 then x else 2 * f(x, n - 1)\n",
		"loop":   "def f(x: Real, n: Int): Real = if n == 0 then x else sum(i < 2) f(x, n - 1)\n",
		"mutual": "def f(x: Real, n: Int): Real = if n == 0 then x else g(x, n - 1)\ndef g(x: Real, n: Int): Real = if n == 0 then -x else 2 * f(x, n - 1)\n",
		"both":   "def f(x: Real, n: Int): Real = if n == 0 then x else if n mod 2 == 0 then f(x, n - 1) else -f(x, n - 1)\n",
		"local":  "def f(x: Real, n: Int): Real = let g(y) = f(y, n - 1) in if n == 0 then x else g(2 * x)\n",
	} {
		const limit = 7
		want, got := coretest.Load(t, text), coretest.Load(t, text)
		want.Defs[0].Recursion.Limit, got.Defs[0].Recursion.Limit = limit, limit
		recursion.Program(got)
		for n := range int64(10) {
			args := []eval.Value{1.5, n}
			v, err := eval.Run(want.Lookup("f"), args, 1_000_000)
			w, failed := eval.Run(got.Lookup("f"), args, 1_000_000)
			assert.Equal(t, v, w, "%s of %d", name, n)
			assert.Equal(t, err, failed, "%s of %d", name, n)
			assert.Equal(t, n >= limit, err != nil, "%s of %d: %v", name, n, err)
		}
	}
}
