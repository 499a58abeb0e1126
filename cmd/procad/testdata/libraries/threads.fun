-- A logistic regression: threads share its rows.
def loss(w: Real[d], x: Real[n, d], y: Real[n]): Real =
  sum(i < n) let z = sum(j < d) w[j] * x[i, j] in log(1 + exp(-y[i] * z))


-- Its loop is in order: threads can only share the problems of a batch.
def picked(w: Real[d], at: Int): Real = nTimes(5000, 0, \s. sin(s) + w[0]) + w[at]
