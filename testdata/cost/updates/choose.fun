-- a choice between two rows
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). let r = if h[t, 0] > 0.3 then h[t] else h[max(0, t - 1)] in set(h, t + 1, 1, r[0] * sin(a * r[1])),
      [v[0] + real(j) for i < n + 1, j < 4], [t for t < n])
  in h[n, 1]
