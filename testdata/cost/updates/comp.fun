-- an array that is made in every iteration
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). let w = [sin(a * h[t + j]) for j < 5] in set(h, t + 5, fold(\(s, x). s * x, 1.0, w)),
      [v[0] + real(i) for i < n + 5], [t for t < n])
  in h[n]
