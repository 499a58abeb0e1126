-- Data: {"a": [[1, 2, 3], [4, 5, 6], [-1, 0.5, 2]], "k": 1}
-- Rows and matrices set: in a loop, of what is read from the array itself, two that change places, and in three dimensions.
def f(a: Real[n, d], k: Int): Real =
  let b = fold(\(b, i). set(b, i, b[i] * b[max(i - 1, 0)] + 1), a, [i for i < n]);
      c = let r = b[0] in set(set(b, 0, b[k]), k, r);
      t = set([a[i, j] * real(l) for l < 2, i < n, j < d], 1, c); u = set(t, 0, 2, a[k]) in
  (sum(i < n, j < d) c[i, j] * real(i + 2 * j)) + t[1, 0, 2] * u[0, 2, 1] + a[0, 0] * u[1, 1, 1]
