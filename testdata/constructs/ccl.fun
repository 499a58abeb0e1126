-- Data: {"v": [1, 2, 3], "x": 0.3}
-- iterations that commute
def f(v: Real[n], x: Real): Real = ccl(n, x, \(i, s). s + sin(v[i] * x))
