-- adds to elements further on
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, t). fold(\(h, k). set(h, t + k + 1, h[t + k + 1] + sin(a * h[t])), h, [k for k < 3]),
      [v[0] for i < n + 3], [t for t < n])
  in h[n]
