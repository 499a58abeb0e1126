-- updates in a ccl
def f(a: Real, v: Real[n]): Real =
  let h = ccl(n, [v[0] for i < n + 1], \(i, h). set(h, i, sin(a * h[i]))) in h[n - 1]
