-- nTimes with an array in its state
def f(v: Real[n]): Real =
  let (_, w) = nTimes(n, (0, v), \(i, w). (i + 1, set(w, i, w[i] * w[n - 1 - i]))) in w[0] + w[n - 1]
