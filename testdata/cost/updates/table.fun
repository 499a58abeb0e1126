-- a table, element by element
def f(a: Real, v: Real[n]): Real =
  let h = fold(\(h, i). fold(\(h, j). set(h, i + 1, j + 1, sin(a * h[i, j] + h[i + 1, j] * h[i, j + 1])), h, [j for j < 4]),
      [v[0] + real(j) for i < n + 1, j < 5], [i for i < n])
  in h[n, 4]
