package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/loops"
	"procad/split"
)

// TestUnreadStates says what an iteration of the first ordered loop of a program keeps: dimensions where no reverse
// reads the elements of a state. Loops with a label stay as they are.
func TestUnreadStates(t *testing.T) {
	const rk4 = `def main(x: Real[n], y0: Real[n], s: Int): Real =
  let g(y) = [if i == 0 then x[0] else x[i] * y[i - 1] for i < n];
      step(y) = let k1 = g(y); k2 = g([y[i] + 0.05 * k1[i] for i < n]); k3 = g([y[i] + 0.05 * k2[i] for i < n]); k4 = g([y[i] + 0.1 * k3[i] for i < n])
        in [y[i] + 0.1 / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i < n]
  in let y = nTimes(s, y0, step) in sum(i < n) y[i]`
	for name, c := range map[string]struct {
		text, trace string
		unread      []int
	}{
		"halved": {"def main(p: Real[n], k: Int): Real = let q = nTimes[steps:](k, p, \\p. [0.5 * p[i] for i < n]) in sum(i < n) q[i]", "Int", []int{0}},
		"a matrix": {"def main(p: Real[n, m], k: Int): Real = let q = nTimes[steps:](k, p, \\p. [0.5 * p[i, j] for i < n, j < m]) in sum(i < n, j < m) q[i, j]",
			"(Int, Int)", []int{0}},
		"squared":          {"def main(p: Real[n], k: Int): Real = let q = nTimes[steps:](k, p, \\p. [p[i]^2 for i < n]) in sum(i < n) q[i]", "[Real]", nil},
		"one of a pair":    {"def main(p: Real[n], k: Int): Real = let (q, r) = nTimes[steps:](k, (p, p), \\(p, q). ([0.5 * p[i] for i < n], [q[i]^2 for i < n])) in sum(i < n) q[i] * r[i]", "(Int, [Real])", []int{0}},
		"moved":            {"def main(p: Real[n], k: Int): Real = let (q, _) = nTimes[steps:](k, (p, p), \\(p, q). ([2 * p[i] - q[i] for i < n], p)) in sum(i < n) q[i]", "Int", []int{0, 1}},
		"moved to be read": {"def main(p: Real[n], k: Int): Real = let (q, _) = nTimes[steps:](k, (p, p), \\(p, q). ([2 * p[i] - q[i]^2 for i < n], p)) in sum(i < n) q[i]", "[Real]", nil},
		"set":              {"def main(p: Real[n], k: Int): Real = let q = nTimes(k, p, \\p. set(p, 0, 0.5 * p[1])) in sum(i < n) q[i]", "Real", nil},
		"Runge-Kutta":      {rk4, "([Real], [Real], [Real], [Real])", nil},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := Load(&diag.Source{Name: "main.fun", Text: c.text})
			require.NoError(t, err)
			plan, err := u.Library.Plan(loops.Sequential(u.Program)[0].Name(), split.Recompute)
			require.NoError(t, err)
			assert.Equal(t, c.trace, plan.Trace.String())
			assert.Equal(t, c.unread, plan.Unread)
		})
	}
}
