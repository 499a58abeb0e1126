-- Data: {"x": 1.25, "v": [0.5, -1.5, 2, 0.75, 1.5], "a": [[1, 2, 0.5], [4, 5, 7], [1, 0.25, 1]]}
-- tail calls
def power(x: Real, n: Int, acc: Real): Real = if n == 0 then acc else power(x, n - 1, acc * x)

-- a call that is no tail call, in an operand, under a function, and around another one
def nested(x: Real, n: Int): Real = if n <= 0 then sin(x) else x / real(n) + 0.5 * sin(nested(x * 0.9 + 0.1 * nested(x, n - 2), n - 1))

-- two calls of one function; v is the same in all
def pairwise(v: Real[n], lo: Int, hi: Int): Real =
  if hi - lo == 1 then v[lo]^2
  else let mid = (lo + hi) div 2 in pairwise(v, lo, mid) * v[lo] + pairwise(v, mid, hi)

-- functions that call each other, with different results
def even(x: Real, n: Int): Real = if n == 0 then x else let (y, z) = odd(x * 1.1, n - 1) in y + 0.5 * z
def odd(x: Real, n: Int): (Real, Real) = if n == 0 then (0, x) else let y = even(x, n - 1) in (2 * y, y * x)

-- a call in a sum, of arrays that get smaller
def det(a: Real[n, n]): Real =
  if n == 0 then 1
  else sum(j < n) ((-1)^j * a[0, j] * det([a[i + 1, if k < j then k else k + 1] for i < n - 1, k < n - 1]))

def f(x: Real, v: Real[m], a: Real[n, n]): Real =
  power(x, 5, v[0]) + nested(x, 3) + pairwise(v, 0, m) + even(x, 4) + det(a)
