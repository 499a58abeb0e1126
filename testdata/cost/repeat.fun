-- sum inside nTimes
-- Given: {"k": 8}
def f(v: Real[n], x: Real, k: Int): Real = nTimes(k, x, \x. (sum(i < n) sin(v[i] * x)) / real(n))
