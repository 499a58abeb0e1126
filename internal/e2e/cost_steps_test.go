package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/pipeline"
)

// TestCostOfSteps bounds what a gradient of loops that change arrays costs: its operations, over those of the value, and the
// words that live at once, over elements and steps; three times the parameters are not counted.
func TestCostOfSteps(t *testing.T) {
	runsOnce(t)
	const rk4 = `(x: Real[n], y0: Real[n], s: Int): Real =
  let h = 2 / real(s);
      g(y) = [if i == 0 then x[0] else x[i] * y[i - 1] for i < n];
`
	for _, c := range []struct {
		name, text string
		given      map[string]int
		ratio      float64
		words      float64
	}{
		{"linear steps", `(x: Real[n], s: Int): Real = let p = nTimes(s, x, \p. [0.5 * p[i] for i < n]) in sum(i < n) p[i]`,
			map[string]int{"n": 1000, "s": 1000}, 2.4, 0},
		{"linear steps, known size", `(x: Real[1000], s: Int): Real = let p = nTimes(s, x, \p. [0.5 * p[i] for i < 1000]) in sum(i < 1000) p[i]`,
			map[string]int{"n": 1000, "s": 1000}, 2.4, 0},
		{"RK4", rk4 + `      step(y) =
        let k1 = g(y);
            k2 = g([y[i] + h / 2 * k1[i] for i < n]);
            k3 = g([y[i] + h / 2 * k2[i] for i < n]);
            k4 = g([y[i] + h * k3[i] for i < n])
        in [y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i < n]
  in let y = nTimes(s, y0, step) in sum(i < n) y[i]`, map[string]int{"n": 1000, "s": 200}, 4.5, 4.05},
		{"RK4 by axpy", rk4 + `      axpy(a, k, y) = [y[i] + a * k[i] for i < n];
      step(y) =
        let k1 = g(y); k2 = g(axpy(h / 2, k1, y)); k3 = g(axpy(h / 2, k2, y)); k4 = g(axpy(h, k3, y))
        in [y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i < n]
  in let y = nTimes(s, y0, step) in sum(i < n) y[i]`, map[string]int{"n": 1000, "s": 200}, 4.5, 4.05},
		{"wave", `(u0: Real[n, n], c: Real, s: Int, target: Real[n, n]): Real =
  let lap(u, i, j) = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j];
      step(u, v) =
        let w = [if i == 0 || j == 0 || i == n - 1 || j == n - 1 then 0
                 else 2 * u[i, j] - v[i, j] + c^2 * lap(u, i, j) for i < n, j < n]
        in (w, u);
      (u, _) = nTimes(s, (u0, u0), \(u, v). step(u, v))
  in 0.5 * sum(i < n, j < n) (u[i, j] - target[i, j])^2`, map[string]int{"n": 32, "s": 20}, 4.5, 32.1},
		{"LU by ranges", `(a: Real[n, n]): Real =
  let lu = fold(\(a, k). fold(\(a, i). let f = a[i, k] / a[k, k] in
             fold(\(a, j). set(a, i, j, a[i, j] - f * a[k, j]), a, [j for j in k ..< n]), a, [i for i in k + 1 ..< n]), a, [k for k < n])
  in sum(k < n) log(abs(lu[k, k]))`, map[string]int{"n": 64}, 3.5, 22},
		{"LU with a condition", `(a: Real[n, n]): Real =
  let lu = fold(\(a, k). fold(\(a, i). if i > k then let f = a[i, k] / a[k, k] in
             fold(\(a, j). if j >= k then set(a, i, j, a[i, j] - f * a[k, j]) else a, a, [j for j < n]) else a, a, [i for i < n]), a, [k for k < n])
  in sum(k < n) log(abs(lu[k, k]))`, map[string]int{"n": 64}, 4.5, 54},
		{"a Gaussian process", `(x: Real[n], y: Real[n], width: Real, noise: Real): Real =
  let k = [exp(-0.5 * ((x[i] - x[j]) / width)^2) + (if i == j then 0.1 + noise^2 else 0) for i < n, j < n];
      l = fold(\(l, j). let d = sqrt(l[j, j] - sum(m < j) l[j, m]^2) in
            fold(\(l, i). set(l, i, j, (l[i, j] - sum(m < j) l[i, m] * l[j, m]) / d), set(l, j, j, d), [i for i in j + 1 ..< n]), k, [j for j < n]);
      z = fold(\(z, i). set(z, i, (z[i] - sum(m < i) l[i, m] * z[m]) / l[i, i]), y, [i for i < n])
  in 0.5 * (sum(i < n) z[i]^2) + (sum(i < n) log(l[i, i]))`, map[string]int{"n": 150}, 4, 3.1},
		{"a Gaussian process by linalg", `(x: Real[n], y: Real[n], width: Real, noise: Real): Real =
  let l = linalg.cholesky([exp(-0.5 * ((x[i] - x[j]) / width)^2) + (if i == j then 0.1 + noise^2 else 0) for i < n, j < n]);
      z = linalg.lowerSolve(l, y)
  in 0.5 * linalg.normSquared(z) + linalg.choleskyLogdet(l)`, map[string]int{"n": 150}, 4, 5.1},
		// 2 words a swap: the side that the while took, and where. There are about n² / 4 swaps.
		{"insertion sort", `(v: Real[n], weight: Real[n]): Real =
  let insert(a: Real[n], i) =
        let x = a[i];
            (b, at) = while(n, (a, i), \(a, j). j > 0 && a[j - 1] > x, \(a, j). (set(a, j, a[j - 1]), j - 1))
        in set(b, at, x)
  in let sorted = fold(insert, v, [i for i < n]) in sum(i < n) weight[i] * sorted[i]`, map[string]int{"n": 1000}, 2, 0.53},
	} {
		u, err := pipeline.Load(&diag.Source{Name: "steps.fun", Text: "import linalg\ndef f" + c.text})
		require.NoError(t, err, c.name)
		d, err := u.Entry("f")
		require.NoError(t, err, c.name)
		d, err = u.Wrt(d, nil)
		require.NoError(t, err, c.name)
		p := measureOf(t, u, d, c.given)
		steps := c.given["s"]
		if steps == 0 {
			steps = c.given["n"]
		}
		kept := float64(p.peak-3*p.inputs) / float64(c.given["n"]*steps)
		ratio := float64(p.gradient) / float64(p.value)
		t.Logf("%-28s ratio %.2f, %.1f words an element and step", c.name, ratio, kept)
		assert.LessOrEqual(t, ratio, c.ratio, c.name)
		assert.LessOrEqual(t, kept, c.words, c.name)
	}
}
