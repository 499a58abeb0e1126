package build_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/diag"
)

// TestProcedures compares procedures that no program of the source language becomes.
func TestProcedures(t *testing.T) {
	for _, c := range []struct{ name, program, data string }{
		{"a copy of a stack with arrays", `def f (args : ([Real], [Real])) -> (r : (Real, Real, Int))
  (v, w) = args
  n = Const 2
  e = Call empty{[Real]} n
  p = (e, v)
  s1 = Call push{[Real]} p
  q = (s1, w)
  s2 = Call push{[Real]} q
  d = Dup s2
  (a, b) = d
  bb = Call bytes{Stack [Real]} b
  (b1, k) = bb
  ta = Call pop{[Real]} a
  (a1, x) = ta
  Elim a1
  tb = Call pop{[Real]} b1
  (b2, y) = tb
  Elim y
  tc = Call pop{[Real]} b2
  (b3, z) = tc
  u = Call drained{[Real]} b3
  Elim u
  x1 = Share x (xs.
    i = Const 1
    m = Read xs i)
  z1 = Share z (zs.
    j = Const 0
    o = Read zs j)
  Elim x1
  Elim z1
  r = (m, o, k)
`, `{"args": [[1, 2], [3, 4]]}`},
		{"a copy of a stack of sums", `def f (args : ([Real], Real, Bool)) -> (r : ((Real + [Real]) + Real + [Real], Int))
  (v, x, c) = args
  n = Const 2
  e = Call empty{(Real + [Real], Bool)} n
  l : Real + [Real] = Inl x
  m : Real + [Real] = Inr v
  cc = Dup c
  (c1, c2) = cc
  lc = (l, c1)
  mc = (m, c2)
  p = (e, lc)
  s1 = Call push{(Real + [Real], Bool)} p
  q = (s1, mc)
  s2 = Call push{(Real + [Real], Bool)} q
  d = Dup s2
  (a, b) = d
  Elim b
  bytes = Call bytes{Stack (Real + [Real], Bool)} a
  (a0, k) = bytes
  ta = Call pop{(Real + [Real], Bool)} a0
  (a1, y) = ta
  (z, c3) = y
  tb = Call pop{(Real + [Real], Bool)} a1
  (a2, w) = tb
  (z0, c4) = w
  Elim c4
  Elim a2
  Case c3 (Inl t
      Elim t
      Elim z0
      z1 : (Real + [Real]) + Real + [Real] = Inl z)
    (Inr g
      Elim g
      Elim z
      z1 : (Real + [Real]) + Real + [Real] = Inr z0)
  r = (z1, k)
`, `{"args": [[1, 2], 3, true]}`},
		{"a copy of a stack of numbers, on a stack", `def f (xy : (Real, Real)) -> (r : Real)
  (x, y) = xy
  n = Const 2
  e = Call empty{Real} n
  p = (e, x)
  s1 = Call push{Real} p
  q = (s1, y)
  s2 = Call push{Real} q
  m = Const 0
  o = Call empty{Stack Real} m
  os = (o, s2)
  o1 = Call push{Stack Real} os
  d = Dup o1
  (a, b) = d
  Elim a
  t = Call pop{Stack Real} b
  (b1, s) = t
  Elim b1
  u = Call pop{Real} s
  (s3, r) = u
  Elim s3
`, `{"xy": [0.5, 0.25]}`},
		{"a loop of a primitive", `def f (x : Real) -> (y : Real)
  n = Const 3
  s = (n, x)
  y = Call nTimes{sin} s
`, `{"x": 0.5}`},
		{"an absolute value of an Int", `def f (n : Int) -> (m : Int)
  m = Call iabs n
`, `{"n": -7}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var n count
			s := newSubject(t, &diag.Source{Name: "x.proc", Text: c.program}, "f", c.data)
			s.compareValue(t, &n)
			assert.Equal(t, 1, n.values)
			s.sameCounts(t, s.def.Name)
		})
	}
}
