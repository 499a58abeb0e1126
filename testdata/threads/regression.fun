-- Logistic regression: the negative log-likelihood of n rows, and a penalty.
def regression(w: Real[d], x: Real[n, d], y: Real[n]): Real =
  (sum(i < n) log1p(exp(-y[i] * (sum(j < d) w[j] * x[i, j])))) + 0.5 * sum(j < d) w[j]^2
