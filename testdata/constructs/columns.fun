-- Data: {"a": [[1, 2], [3, 4], [5, 6]], "w": [0.5, 1, 2]}
-- sums of arrays
def f(a: Real[n, d], w: Real[n]): Real =
  let mean = sum(i < n) [w[i] * a[i, j] for j < d];
      moments = sum(i < n) [(a[i, j] - mean[j]) * (a[i, k] - mean[k]) for j < d, k < d]
  in moments[0, 1] * mean[0]
