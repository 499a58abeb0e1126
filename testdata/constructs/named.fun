-- Data: {"v": [0.5, 2, 1.5], "x": 0.3}
-- Functions with names as the lambdas of loops, and local functions with written types as values.
def add(a: Real, b: Real): Real = a + sin(b)
def half(x: Real): Real = 0.5 * x * x
def app(g: Real -> Real, k: Int): Real = real(k) * g(2) * nTimes(2, 0.7, g)
def f(v: Real[n], x: Real): Real =
  let scaled(s: Real) = x * s + 1; row(s: Real, y): Real = s * y
  in fold(add, x, v) * nTimes(2, x, half) + app(scaled, 3) + fold(row, 1.5, v) + fold(max, 0.0, v) + grad(scaled)(x) + ccl(3, x, down)
def down(i: Int, s: Real): Real = s + real(i)
