package loops_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc"
	"procad/split"
)

// TestNestedSweeps: a sum that is not the last one of an objective is fused where its traces are no smaller than what it reads,
// whatever the sizes are; and nowhere else.
func TestNestedSweeps(t *testing.T) {
	const square = "(let b = [exp(a[r + 1, c] + a[r, j]) for r < n - 1, c < n - 1] in sum(k < n - 1) b[k, k] * b[0, k])"
	for _, c := range []struct {
		name, text string
		want       split.PlanName
	}{
		{"as many iterations as rows", "g(a: Real[n, n], k: Int): Real = sum(j < n) a[0, j] * " + square, split.OneSweep},
		{"three iterations", "g(a: Real[n, n], k: Int): Real = sum(j < 3) a[0, j] * " + square, split.OneSweep},
		{"one iteration", "g(a: Real[n, n], k: Int): Real = sum(j < 1) a[0, j] * " + square, split.OneSweep},
		{"perhaps no iteration", "g(a: Real[n, n], k: Int): Real = sum(j < k) a[0, j] * " + square, split.StoreStack},
		{"sizes that agree", "g(a: Real[n, m], k: Int): Real = let () = assert(n == m, \"\"); c = [a[i, i] for i < n] in h(a, k)\ndef h(a: Real[n, n], k: Int): Real = sum(j < n) a[0, j] * " + square, split.OneSweep},
		{"an array may have no elements where what is read has some", "g(a: Real[n, m], k: Int): Real = sum(j < 3) a[0, j] * (let b = [exp(a[r + 1, c] + a[r, j]) for r < n - 1, c < m] in sum(c < m) b[0, c] * b[1, c])", split.StoreStack},
		{"a row of what is read", "g(a: Real[n, m], k: Int): Real = sum(j < 9) a[0, j] * (let b = [exp(a[j, c] + a[k, c]) for c < m] in sum(c < m) b[0] * b[c])", split.StoreStack},
		{"known sizes", "g(a: Real[20, 20], k: Int): Real = sum(j < 20) a[0, j] * (let b = [exp(a[r + 1, c] + a[r, j]) for r < 19, c < 19] in sum(k < 19) b[k, k] * b[0, k])", split.OneSweep},
		{"known sizes, small arrays", "g(a: Real[20, 20], k: Int): Real = sum(j < 10) a[0, j] * (let b = [exp(a[r + 1, j] + a[r, j]) for r < 19] in sum(k < 19) b[k] * b[0])", split.StoreStack},
		{"an array in a branch alone", "g(a: Real[n, n], k: Int): Real = sum(j < 3) (if a[0, j] > 0 then " + square + " else a[0, j])", split.StoreStack},
		{"only numbers are read", "g(a: Real[n, n], k: Int): Real = let x = a[0, 0] in sum(j < k) (let b = [exp(x * real(r + j)) for r < n] in sum(r < n) b[r] * b[0])", split.OneSweep},
	} {
		size := "p"
		if strings.HasPrefix(c.name, "known") {
			size = "20"
		}
		text := strings.ReplaceAll("def f(a: Real[P, P], x: Real): Real = sum(i < P) sin(x * g([a[r, s] * a[i, r] for r < P, s < P], i))\ndef ", "P", size) + c.text
		_, list := plans(t, "f.fun", text)
		var got []split.PlanName
		for _, p := range list[1:] {
			if p.Kind == proc.SumOf && p.Plan.Name != split.StoreNothing {
				got = append(got, p.Plan.Name)
			}
		}
		require.NotEmpty(t, got, c.name)
		assert.Equal(t, c.want, got[0], c.name)
	}
}
