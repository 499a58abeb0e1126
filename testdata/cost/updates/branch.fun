-- updates in the branches of an if
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). if h[t] > 0 then set(h, t + 1, sin(a * h[t])) else set(h, t + 1, h[t] * h[t]),
      [v[0] for i < n + 1], [t for t < n])
  in h[n]
