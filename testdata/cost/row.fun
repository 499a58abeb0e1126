-- a row of a matrix read once
-- Given: {"d": 8, "k": 3}
def f(a: Real[n, d], k: Int): Real =
  fold(\(s, i). let r = a[i] in sin(s + r[k]), 0.5, [i for i < n])
