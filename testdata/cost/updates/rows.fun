-- a row that is copied and updated
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). let r = fold(\(r, j). set(r, j, sin(r[j] * a)), h[t], [j for j < 4]) in fold(\(h, j). set(h, t + 1, j, r[j]), h, [j for j < 4]),
      [v[0] + real(j) for i < n + 1, j < 4], [t for t < n])
  in h[n, 1]
