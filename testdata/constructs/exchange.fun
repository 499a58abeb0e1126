-- Data: {"a": [1, 2], "b": [3, 4], "n": 3}
-- two arrays that change places in each iteration
def f(a: Real[m], b: Real[m], n: Int): Real =
  let (x, y) = nTimes(n, (a, b), \(a, b). (set(b, 0, b[0] * a[1]), a)) in x[0] * y[0] + x[1]
