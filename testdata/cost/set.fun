-- set in a loop
def f(v: Real[n]): Real =
  let w = fold(\(w, i). set(w, i, sin(w[i] + w[max(i - 1, 0)])), v, [i for i < n]) in
  w[n - 1] * w[0]
