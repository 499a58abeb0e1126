-- log Σ exp(x_i), shifted by the largest x_i so that nothing overflows.
def lse(x: Real[n]): Real =
  let m = max(i < n) x[i] in
  m + log(sum(i < n) exp(x[i] - m))
