-- an array that a function gets twice
def g(u: Real[n], w: Real[n], i: Int): Real = u[i] * w[max(i - 1, 0)] * sum(k < 3) (u[min(i, k)] * w[k])
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). set(h, t + 1, sin(a * g(h, h, t))),
      [v[0] for i < n + 1], [t for t < n])
  in h[n]
