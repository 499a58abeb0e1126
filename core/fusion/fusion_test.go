package fusion_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/core/fusion"
	"procad/internal/coretest"
)

// TestGolden fuses in in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/fusion/*.txtar", "fused.fun", fusion.Program)
}

// TestFails says which runs fail, after fusing as before.
func TestFails(t *testing.T) {
	for _, c := range []struct {
		text  string
		args  []eval.Value
		fails bool
	}{
		{"def f(n: Int, k: Int): Real = let a = [real(i + c) for i < n, c < k] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(1)}, false},
		{"def f(n: Int, k: Int): Real = let a = [real(i + c) for i < n, c < k] in sum(i < n) a[i, 0]", []eval.Value{int64(0), int64(-1)}, true},
		{"def f(n: Int, k: Int): Real = let a = [real(i + c) for i < n, c < k] in sum(i < n) a[i, 0]", []eval.Value{int64(-1), int64(1)}, true},
		{"def f(n: Int, k: Int): Real = let a = [real(i + c) for i < n, c < k] in sum(i < n, c < k) a[i, c]", []eval.Value{int64(0), int64(-1)}, true},
		{"def f(n: Int, k: Int): Real = let a = [real(i + c) for i < n, c < k] in sum(i < n, c < k) a[i, c]", []eval.Value{int64(0), int64(0)}, false},
		{"def f(n: Int, k: Int): Real = let a = [(let x = real(i) in [x for c < k]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(0), int64(-1)}, true},
		{"def f(n: Int, k: Int): Real = sum(l < k) (let a = [real(i + c) for i < n, c < k] in sum(i < n) a[i, 0])", []eval.Value{int64(0), int64(1)}, false},
		{"def f(n: Int, k: Int): Real = let a = [(let _ = assert(i < k, \"small\") in real(i)) for i < n] in sum(i < n) (if i < k then a[i] else 0)", []eval.Value{int64(3), int64(2)}, true},
		{"def g(v: Real[n], w: Real[n]): Real = sum(i < n) v[i] * w[i] def f(n: Int, k: Int): Real = g([1.5 for i < n], [2.5 for i < k])", []eval.Value{int64(3), int64(2)}, true},
		{"def g(v: Real[n], w: Real[n]): Real = sum(i < n) v[i] * w[i] def f(n: Int, k: Int): Real = g([1.5 for i < n], [2.5 for i < k])", []eval.Value{int64(2), int64(2)}, false},
		{"def g(v: Real[n], k: Int): Real[k] = let b = 2.5 in [b * v[i] for i < n] def f(n: Int, k: Int): Real = let v = [1.5 for i < n]; a = g(v, k) in sum(i < n) (a[i] * v[n - 1])", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = (if n > 5 then (sum(l < k) real(l)) else 1.5) + (let a = [real(i + c) for i < n, c < k] in sum(i < n) a[i, 0])", []eval.Value{int64(0), int64(-1)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let c = i + 1 in [1.5 for j < c]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let (c, d) = (i + 1, 2.5) in [d for j < c]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let c = i; d = c + 1 in [1.5 for j < d]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let w = [1.5 for j < i + 1] in w) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let w = [1.5 for l < 2, j < i + 1] in w[0]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let a = [(let c = k + 1; x = real(i) in [x for j < c]) for i < n] in sum(i < n) a[i, 0]", []eval.Value{int64(2), int64(3)}, false},
		{"def g(v: Real[n], k: Int): Real[k] = [2 * v[i] for i < n] def f(n: Int, k: Int): Real = let a = g([1.5 for i < n], k) in sum(i < n) a[i]", []eval.Value{int64(2), int64(3)}, true},
		{"def f(n: Int, k: Int): Real = let v = [sqrt(real(i)) for i < n + 1]; s = v[0]; a = [v[k + i] for i < n] in s + (sum(i < n) a[i]) * sum(i < n) a[i]", []eval.Value{int64(3), int64(1)}, false},
		{"def f(n: Int, k: Int): Real = let v = [sqrt(real(i)) for i < n + 1]; s = v[0]; a = [v[k + i] for i < n] in s + (sum(i < n) a[i]) * sum(i < n) a[i]", []eval.Value{int64(3), int64(2)}, true},
		{"def f(n: Int, k: Int): Real = let v = [sqrt(real(i)) for i < n + 1]; s = v[0]; a = [v[i] for i < k] in s + (sum(i < k) a[i]) * sum(i < k) a[i]", []eval.Value{int64(3), int64(-1)}, true},
		{"def f(n: Int, k: Int): Real = let v = [sqrt(real(i)) for i < n + 1]; s = v[0]; a = [v[i + 1] for i < k] in s + (if n > 5 then sum(i < k) a[i] else 0) * sum(i < k) (if i < 1 then a[i] else 0)", []eval.Value{int64(3), int64(4)}, true},
	} {
		before, after := coretest.Load(t, c.text), coretest.Load(t, c.text)
		fusion.Program(after)
		require.NoError(t, core.Check(after))
		for _, p := range []*core.Program{before, after} {
			_, err := eval.Run(p.Lookup("f"), c.args, 1000)
			assert.Equal(t, c.fails, err != nil, "%v of %v in %s: %v", c.text, c.args, coretest.Text(t, p), err)
		}
	}
}

// TestLong inlines no function of more than 1000 terms.
func TestLong(t *testing.T) {
	for terms, inlined := range map[int]bool{100: true, 400: false} {
		p := coretest.Load(t, "def g(v: Real[n]): Real = sum(i < n) ("+strings.Repeat("v[i] + ", terms)+"0) def f(v: Real[n]): Real = g([v[i]^2 for i < n])")
		fusion.Program(p)
		text := coretest.Text(t, p)
		assert.Equal(t, inlined, !strings.Contains(text[strings.Index(text, "def f"):], "g("))
	}
}
