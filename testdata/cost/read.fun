-- read in a loop
def f(v: Real[n]): Real =
  let (_, s) = nTimes(n, (0, 0.5), \(i, s). (i + 1, sin(s + v[i]))) in s
