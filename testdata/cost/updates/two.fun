-- two arrays, updated in turn
def f(a: Real, v: Real[n]): Real =
  let (g, h) = fold(\((g, h), t). let g2 = set(g, t + 1, sin(a * h[t])) in (g2, set(h, t + 1, cos(a * g2[t]))),
      ([v[0] for i < n + 1], [v[0] for i < n + 1]), [t for t < n])
  in h[n] + g[n]
