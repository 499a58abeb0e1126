-- two arrays, each updated from what the other was
def f(a: Real, v: Real[n]): Real =
  let (g, h) = fold(\((g, h), t). (set(g, t + 1, sin(a * h[t])), set(h, t + 1, cos(a * g[t]))),
      ([v[0] for i < n + 1], [v[0] for i < n + 1]), [t for t < n])
  in h[n] + g[n]
