-- A logistic regression: threads share its rows.
def loss(w: Real[d], x: Real[n, d], y: Real[n]): Real =
  sum(i < n) let z = sum(j < d) w[j] * x[i, j] in log(1 + exp(-y[i] * z))
