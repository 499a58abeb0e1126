-- Data: {"a": [1, 2, 3, 4], "x": 0.5}
-- in place: prefix products
def f(a: Real[n], x: Real): Real =
  let b = fold(\(b, i). if i == 0 then set(b, 0, x * b[0]) else set(b, i, b[i] * b[i - 1]), a, [i for i < n])
  in (sum(i < n) b[i]) * a[1]
