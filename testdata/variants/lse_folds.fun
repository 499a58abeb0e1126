-- Folds for the largest element and for the sum.
def lse(x: Real[n]): Real =
  let m = fold(\(m, y). max(m, y), x[0], x)
  in m + log(fold(\(s, y). s + exp(y - m), 0.0, x))
