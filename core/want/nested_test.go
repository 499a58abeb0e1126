package want_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/optim"
	"procad/interp"
)

// TestNested takes derivatives of programs that drop cotangents: they are those of
// the same programs with all cotangents. What an inner derivative does not
// differentiate in, the outer one does.
func TestNested(t *testing.T) {
	const model = `
def f(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let s = nTimes[binomial(1)](k + 2, a, \s. 0.3 * sin(s * v[0]) + w[0]);
      p = fold[sqrt](\(p, x). p * cos(a * x) + w[1], 1.0, v);
      (y, _) = while[recompute](9, (a, 0), \(y, i). i < k, \(y, i). (y * w[0] + v[1], i + 1));
      q = ccl(n, a, \(i, q). q + v[i] * w[i] * a);
      c = case (if w[0] > v[0] then (Inl w : Real[n] + Real) else Inr (a * w[1])) of Inl u -> u[0] * a, Inr z -> z * v[1]
  in s * p + y * q + c * (max(i < n) v[i] * w[i]) + sum(i < n) stopGradient(v[i]) * w[i] * a
def states(v: Real[n], w: Real[n]): Real[n] =
  nTimes(3, v, \u. fold(\(u, i). set(u, i, u[i] * w[i] + sin(u[(i + 1) mod n])), u, [i for i < n]))
def pair(p: (Real, Real), x: (Real, Real)): Real = let (q, r) = p; (y, z) = x in q * sin(q * y) * r + z * q
def deeper(a: Real, v: Real[n], w: Real[n]): Real =
  let (_, (g, _)) = grad(pair)((a, v[0]), (w[0], w[1])); (_, (h, _)) = vjp(states)(v, w, w) in g * h[1]
def stopped(x: Real, y: Real): Real =
  (case stopGradient((Inl 2 : Int + Real)) of Inl k -> x^k, Inr z -> z) * (case stopGradient((Inr (x * y) : Int + Real)) of Inl k -> y, Inr z -> z * x)
def slopes(v: Real[n], w: Real[n]): Real[n] = let (_, (_, h)) = vjp(states)(v, w, v) in h
`
	const given = `{"a": 0.7, "v": [1.2, 0.5, -0.8], "w": [0.4, -0.3, 0.9], "k": 2}`
	cases := []struct{ name, main string }{
		{"what is not differentiated in", "let (_, g, _, _) = grad(f)(a, v, w, k) in g[0] * g[1] + g[2]"},
		{"a scalar", "let (g, _, _, _) = grad(f)(a, v, w, k) in g^2"},
		{"two of three", "let (g, _, h, _) = grad(f)(a, v, w, k) in g * h[0] + h[2]"},
		{"a part of a vjp", "let (y, (_, _, h, _)) = vjp(f)(a, v, w, k, a) in y + h[0]"},
		{"the value alone", "let (y, _) = vjp(f)(a, v, w, k, a) in y"},
		{"for its errors alone", "let _ = grad(f)(a, v, w, k) in a * v[0]"},
		{"columns", "let (_, j) = jacfwd(states)(v, w) in sum(i < n) j[i, 0]^2 * a"},
		{"rows", "let (j, _) = jacrev(states)(v, w) in sum(i < n) j[1, i]^2 * a"},
		{"a seed", "let (_, (g, _)) = vjp(states)(v, w, w) in g[0] * g[1] * a"},
		{"parts of a parameter", "let (_, (g, h)) = grad(pair)((a, v[0]), (v[1], w[0])) in g * h"},
		{"in a loop", "sum(i < n) (let (g, _) = grad(pair)((a, v[i]), (v[0], w[i])); (x, y) = g in x * y)"},
		{"in a state", "nTimes(3, a, \\s. let (g, _) = grad(pair)((s, w[1]), (v[1], a)); (x, _) = g in 0.1 * x)"},
		{"what is stopped", "let (g, _) = grad(stopped)(a, v[0]) in g * a"},
		{"what is stopped, for its errors alone", "let _ = grad(stopped)(a, v[0]) in a"},
		{"after a choice", "let (_, g, _, _) = if a > 0 then grad(f)(a, v, w, k) else (a, w, v, ()) in g[0] + g[2]^2"},
		{"jvp", "let (_, d) = jvp(deeper)(a, v, w, 1.0, w, v) in d"},
		{"grad of a function that drops", "let (d, _, _) = grad(deeper)(a, v, w) in d"},
		{"jacfwd of a function that drops", "let (j, _) = jacfwd(slopes)(v, w) in a * j[0, 0] * j[2, 1]"},
		{"jacrev of a function that drops", "let (_, j) = jacrev(slopes)(v, w) in a * j[0, 0] * j[2, 1]"},
	}
	text := model
	for i, c := range cases {
		text += fmt.Sprintf("def main%d(a: Real, v: Real[n], w: Real[n], k: Int): Real = %s\n", i, c.main)
	}
	all, some := program(t, text, "main0", given, optim.Wanted), program(t, text, "main0", given)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			numbers := func(r *run) (list []float64) {
				r = r.of(t, fmt.Sprint("main", i))
				y, parts, err := r.unit.Gradient(interp.New(r.unit.Library.Def), r.main, r.args, nil)
				require.NoError(t, err)
				list = reals(y)
				for _, p := range parts {
					list = append(list, reals(p.Value)...)
				}
				return list
			}
			got := numbers(some)
			for i, x := range numbers(all) {
				assert.InDelta(t, x, got[i], 1e-9*math.Max(1, math.Abs(x)), "number %d", i)
			}
			assert.NotZero(t, got[1], "each depends on a")
		})
	}
}
