-- The logarithm of the determinant of a positive definite matrix, by its Cholesky factor l, row by row.
def factor(a: Real[n, n]): Real[n, n] =
  fold(\(l, i).
    fold(\(l, j).
      let s = a[i, j] - sum(k < j) l[i, k] * l[j, k] in set(l, i, j, if i == j then sqrt(s) else s / l[j, j]),
      l, [j for j < i + 1]),
    [0 for _ < n, _ < n], [i for i < n])

def cholesky(a: Real[n, n]): Real = let l = factor(a) in 2 * sum(i < n) log(l[i, i])
