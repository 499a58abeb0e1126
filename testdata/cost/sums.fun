-- sum of sums
-- Given: {"d": 8}
def f(v: Real[n], w: Real[d]): Real = sum(i < n) exp(sum(j < d) sin(v[i] * w[j]))
