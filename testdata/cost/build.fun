-- nested build
-- Given: {"d": 8}
def f(v: Real[n], w: Real[d]): Real =
  let a = [let row = [sin(v[i] * w[j]) for j < d] in [row[j] * row[0] for j < d] for i < n];
      b = [sum(j < d) [a[i, j] * w[j] for j < d][j] for i < n]
  in sum(i < n) b[i]^2
