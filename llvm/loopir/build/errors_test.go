package build_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
	"procad/source"
)

// TestErrors compares the run-time error that comes first, where there could be several, and those that few programs have.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, file, program, data, code string }{
		{"the first index", "x.fun", "def f(a: Real[n, m], i: Int, j: Int): Real = a[i, j]", `{"a": [[1, 2]], "i": 3, "j": 7}`, "index-range"},
		{"the second index", "x.fun", "def f(a: Real[n, m], i: Int, j: Int): Real = a[i, j]", `{"a": [[1, 2]], "i": 0, "j": 7}`, "index-range"},
		{"the first iteration", "x.fun", "def f(a: Real[n], k: Int): Real = sum(i < n) a[i + k] / real(3 div (n - i - 1))", `{"a": [1, 2, 3], "k": 1}`, "index-range"},
		{"an iteration before another array", "x.fun", "def f(a: Real[n]): Real = let b = [a[i + 1] for i < n]; c = [a[i - 1] for i < n] in b[0] + c[0]", `{"a": [1, 2, 3]}`, "index-range"},
		{"a count before the iterations", "x.fun", "def f(a: Real[n], k: Int): Real = sum(i < k) a[n]", `{"a": [1], "k": -1}`, "negative-count"},
		{"a second count", "x.fun", "def f(k: Int): Real[_, _] = [real(1 div 0) for i < 2, j < k]", `{"k": -4}`, "negative-count"},
		{"a size", "x.fun", "def f(k: Int): Real = let a = [1.0 for i < k, j < k, l < 0] in real(size(a))", `{"k": 1073741824}`, "size-overflow"},
		{"a size of one dimension", "x.fun", "def f(k: Int): Real = let a = [real(i) for i < k] in a[k - 1] + a[0]", `{"k": 17592186044417}`, "size-overflow"},
		{"memory", "x.fun", "def f(k: Int, v: Real[n]): Real = let a = set([real(i) for i < k], 0, v[0]) in a[k - 1] + a[0]", `{"k": 1099511627776, "v": [1, 2]}`, "out-of-memory"},
		{"an Int of a NaN", "x.fun", "def f(x: Real): Int = int(x / x)", `{"x": 0}`, "int-range"},
		{"a remainder", "x.fun", "def f(k: Int): Int = 7 mod k", `{"k": 0}`, "divide-by-zero"},
		{"the tag of a seed", "x.fun", "def g(x: Real): Real + Real = Inl x\ndef f(x: Real): Real = let (_, g) = vjp(g)(x, (Inr 1 : Real + Real)) in g", `{"x": 2}`, "seed-tag"},
		{"the size of a seed", "x.fun", "def g(x: Real): Real[_] = [x, x]\ndef f(x: Real): Real = let (_, g) = vjp(g)(x, [1.0]) in g", `{"x": 2}`, "seed-size"},
		{"an error in a function that is called", "x.fun", "def g(a: Real[n], i: Int): Real = a[i]\ndef f(a: Real[n]): Real =\n  sum(i < n) (g(a, i) + g(a, i + 1))", `{"a": [1]}`, "index-range"},
		{"an empty stack", "x.proc", `def f (n : Int) -> (x : Int)
  s = Call empty{Int} n
  t = Call pop{Int} s
  (r, x) = t
  Elim r
`, `{"n": 2}`, "misuse"},
		{"a stack that is full", "x.proc", `def f (n : Int) -> (u : ())
  k = Const 0
  e = Call slots{Int} k
  t = (e, n)
  s = Call push{Int} t
  u = Call drained{Int} s
`, `{"n": 2}`, "misuse"},
		{"a stack with items", "x.proc", `def f (n : Int) -> (u : ())
  k = Const 0
  e = Call empty{Int} k
  t = (e, n)
  s = Call push{Int} t
  u = Call drained{Int} s
`, `{"n": 2}`, "misuse"},
		{"unreachable code", "x.proc", `def f (n : Int) -> (x : Real)
  x = Call unreachable{Int, Real} n
`, `{"n": 2}`, "misuse"},
		{"different tags", "x.proc", `def f (n : (Real, Real)) -> (b : Real + Real)
  (x, y) = n
  v : Real + Real = Inl x
  w : Real + Real = Inr y
  b = Accum v (s.
    Add s w)
`, `{"n": [2, 3]}`, "misuse"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var n count
			newSubject(t, &diag.Source{Name: c.file, Text: c.program, Files: source.System}, "f", c.data).compareValue(t, &n)
			assert.Equal(t, map[string]int{c.code: 1}, n.errors)
		})
	}
}
