-- rows set in a loop
-- Given: {"d": 4}
def f(a: Real[n, d]): Real =
  let b = fold(\(b, i). set(b, i, [sin(b[i, j] + b[max(i - 1, 0), j]) for j < d]), a, [i for i < n]) in
  sum(j < d) b[n - 1, j] * b[0, j]
