-- each element from the one before
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). set(h, t + 1, sin(a * h[t])),
      [v[0] for i < n + 1], [t for t < n])
  in h[n]
