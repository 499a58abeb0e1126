-- updates in a while
def f(a: Real, v: Real[n]): Real =
  let (_, h) = while(n + 5, (0, [v[0] for i < n + 1]), \(t, h). t < n, \(t, h). (t + 1, set(h, t + 1, sin(a * h[t])))) in h[n]
