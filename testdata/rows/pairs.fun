-- The energy of charges in the plane, over all pairs i < j.
def pairs(x: Real[n], y: Real[n], q: Real[n]): Real =
  sum(i < n, j < n)
    (if i < j then let r2 = (x[i] - x[j])^2 + (y[i] - y[j])^2 + 0.01 in q[i] * q[j] / sqrt(r2) else 0)
