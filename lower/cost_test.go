package lower_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/proc"
)

// TestNothingIsCopied runs functions at arrays of two sizes. What they do does
// not depend on the size, so the procedures must cost the same: reading,
// passing, capturing, choosing and updating arrays copies none.
func TestNothingIsCopied(t *testing.T) {
	for name, text := range map[string]string{
		"read in a loop":                      "def f(a: Real[n], k: Int): Real = sum(i < k) a[i]",
		"passed":                              "def g(a: Real[n], i: Int): Real = a[i] def f(a: Real[n], k: Int): Real = sum(i < k) g(a, i) * g(a, 0)",
		"captured twice":                      "def f(a: Real[n], k: Int): Real = let g(i) = a[i]; h(i) = g(i) * a[0] in sum(i < k, j < i) h(j)",
		"rows":                                "def f(a: Real[n], k: Int): Real = let b = [a[i] * a[j] for i < 2, j < 2] in sum(i < k) (let r = b[i mod 2] in r[0])",
		"updated in a loop":                   "def f(a: Real[n], k: Int): Real[n] = fold(\\(a, i). set(a, i, a[i] + a[0]), a, [i for i < k])",
		"read and updated":                    "def f(a: Real[n], k: Int): Real = let x = a[0]; b = set(a, 0, x + a[1]); c = set(b, 1, b[0] * x) in c[0] + c[1]",
		"updated in a branch":                 "def f(a: Real[n], k: Int): Real[n] = fold(\\(a, i). if a[i] > 0 then set(a, i, 0.0) else a, a, [i for i < k])",
		"updated by a call":                   "def g(a: Real[n], i: Int): Real[n] = set(a, i, a[0]) def f(a: Real[n], k: Int): Real[n] = nTimes(k, a, \\a. g(a, 1))",
		"exchanged":                           "def f(a: Real[n], k: Int): Real[_] = let (a, _) = nTimes(k, (a, [1.0 for i < 3]), \\(x, y). (y, x)) in a",
		"exchanged by if":                     "def f(a: Real[n], k: Int): Real[_] = let (a, _) = nTimes(k, (a, [1.0 for i < 3]), \\(x, y). if x[0] > y[0] then (x, y) else (y, x)) in a",
		"chosen":                              "def f(a: Real[n], k: Int): Real = sum(i < k) (let v = if i > 1 then a else [1.0 for j < 2] in v[0] + a[1])",
		"chosen of chosen":                    "def f(a: Real[n], k: Int): Real = sum(i < k) (let v = if i > 1 then (if i > 2 then a else [1.0 for j < 2]) else a in v[0] + a[1])",
		"a row chosen":                        "def f(a: Real[n], k: Int): Real = let b = [1.0 for i < 2, j < 2] in sum(i < k) (let v = if i > 1 then b[i mod 2] else a in v[0] + a[1])",
		"a payload":                           "def f(a: Real[n], k: Int): Real = let s = if k > 0 then Inl a else Inr k in case s of Inl v -> v[0], Inr n -> real(n)",
		"a payload used on":                   "def f(a: Real[n], k: Int): Real = let s = if k > 0 then Inl a else Inr k; x = (case s of Inl v -> v[0], Inr n -> 0) in case s of Inl v -> v[1] + x, Inr n -> x",
		"a payload in a loop":                 "def f(a: Real[n], k: Int): Real = let s = if k > 0 then Inl a else Inr k in sum(i < k) (case s of Inl v -> v[i], Inr n -> 0)",
		"size":                                "def f(a: Real[n], k: Int): Int = let b = a in size(b) * 0 + k",
		"tuples":                              "def f(a: Real[n], k: Int): Real = let p = (a, (k, a)); (b, (_, c)) = p in b[0] + c[1]",
		"a state unpacked":                    "def f(a: Real[n], k: Int): Real = let (b, x) = fold(\\((b, x), i). let y = b[i] + x in (set(b, i, y), y), (a, 0.0), [i for i < k]) in x + b[0]",
		"read after":                          "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x); y = b[1] in (c, y)) in b",
		"both read after":                     "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x); y = b[1] * c[2] in (c, y)) in b",
		"new and old read":                    "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x); y = c[2] * b[1] in (c, y)) in b",
		"updated by a call that reads others": "def f(a: Real[n], k: Int): Real[_] = let d = [1.0 for i < k]; g(b, i) = set(b, i, d[i] + b[0]); (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = g(b, 1) in (c, b[1] * x)) in b",
		"read in a branch":                    "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x) in (c, if x > 1 then b[1] else 0)) in b",
		"read by a call":                      "def g(a: Real[n], i: Int): Real = a[i] + a[0] def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x) in (c, g(b, 1))) in b",
		"summed after":                        "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(b, 0, x) in (c, sum(i < k) b[i])) in b",
		"in a branch":                         "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). if x > 1 then (b, x) else (let c = set(b, 0, x); y = b[1] in (c, y))) in b",
		"updated by a call, read after":       "def g(a: Real[n], i: Int): Real[n] = set(a, i, a[0]) def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = g(b, 1) in (c, b[1])) in b",
		"from each other":                     "def f(a: Real[n], k: Int): Real[_] = let (b, c, _) = nTimes(k, (a, [1.0 for i < 9], 0), \\(b, c, t). (set(b, t, c[t]), set(c, t, b[t]), t + 1)) in b",
		"updated twice":                       "def f(a: Real[n], k: Int): Real[_] = let (b, _) = nTimes(k, (a, 0.5), \\(b, x). let c = set(set(b, 0, x), 1, x) in (c, b[1] * b[2])) in b",
	} {
		t.Run(name, func(t *testing.T) {
			u := load(t, text)
			assert.Equal(t, cost(t, u, 10), cost(t, u, 1000))
		})
	}
}

// TestRowsAreCopiedAlone runs functions at matrices of few and of many rows. They update four
// rows, of which they read others, so what they do does not depend on how many there are.
func TestRowsAreCopiedAlone(t *testing.T) {
	for name, update := range map[string]string{
		"the row before":        "set(p, i + 1, p[i])",
		"the same row":          "set(p, i, p[i])",
		"bound":                 "let w = p[i] in set(p, i + 1, w)",
		"swapped":               "let a = p[i]; b = p[i + 1] in set(set(p, i, b), i + 1, a)",
		"three in a circle":     "let a = p[i]; b = p[i + 1]; c = p[i + 2] in set(set(set(p, i, b), i + 1, c), i + 2, a)",
		"chosen":                "let w = if c > 0 then p[i] else p[i + 2] in set(p, i + 1, w)",
		"chosen among others":   "let w = if c > 0 then p[i] else q[0] in set(p, i + 1, w)",
		"set in a branch":       "if c > real(i) then set(p, i + 1, p[i]) else p",
		"bound before a branch": "let w = p[i] in if c > real(i) then set(p, i + 1, w) else set(p, i + 2, w)",
		"used after a branch":   "let w = p[i]; r = (if c > real(i) then set(p, i, p[i + 1]) else p) in set(r, i + 1, w)",
		"by a call":             "exchange(p, i, i + 1)",
		"a row that is given":   "put(p, p[i], i + 1)",
		"an element of it":      "let w = p[i]; r = set(p, i, 0, 0.5) in set(r, i + 1, 0, w[0] + r[i, 1])",
		"a row of a row":        "let w = p[i]; r = set(p, i, p[i + 1]) in set(r, i + 1, [w[3 - j] + r[i, j] for j < 4])",
	} {
		t.Run(name, func(t *testing.T) {
			u := load(t, `
def exchange(p: Real[n, d], i: Int, j: Int): Real[n, d] = let a = p[i]; b = p[j] in set(set(p, i, b), j, a)
def put(p: Real[n, d], row: Real[d], i: Int): Real[n, d] = set(p, i, row)
def f(p: Real[n, d], c: Real): Real[n, d] = let q = [1.0 for i < 2, j < 4] in fold(\(p, i). `+update+`, p, [i for i < 4])`)
			assert.Equal(t, matrixCost(t, u, 10), matrixCost(t, u, 1000))
		})
	}
}

// matrixCost counts what f(a, 1.5) costs where a has n rows.
func matrixCost(t *testing.T, u *unit, n int) int64 {
	a := &data.Array{Dims: []int{n, 4}, Leaves: [][]uint64{make([]uint64, 4*n)}}
	return costOf(t, u, data.Value{Type: proc.NewArray(2, proc.Real), Objects: []data.Object{a}}, data.Real(1.5))
}

// cost counts what f(a, 4) costs where a has n elements.
func cost(t *testing.T, u *unit, n int) int64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = float64(i%3) + 0.5
	}
	return costOf(t, u, data.Reals(xs), data.Int(4))
}

// costOf counts what f costs at values.
func costOf(t *testing.T, u *unit, values ...data.Value) int64 {
	args := &data.Args{Interface: u.InterfaceOf(proc.Name("f")), Values: values}
	zone, arg, err := args.For(u.Lookup(proc.Name("f")))
	require.NoError(t, err)
	m := interp.New(u.library.Def)
	_, err = m.Call(proc.Name("f"), zone, arg)
	require.NoError(t, err)
	return m.Ops
}
