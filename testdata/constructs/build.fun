-- Data: {"u": [1, 2], "v": [3, 4, 5]}
-- an outer product, transposed, and its entries by two indices
def f(u: Real[n], v: Real[m]): Real =
  let a = [u[i] * v[j] for i < n, j < m];
      b = [a[i, j]^2 for j < m, i < n]
  in sum(j < m, i < n) (b[j, i] * a[i, j])
