-- an element from a sum over a window
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). set(h, t + 3, sin(a * sum(j < 3) h[t + j])),
      [v[0] + real(i) for i < n + 3], [t for t < n])
  in h[n]
