-- Data: {"a": [[1, 5, 3], [4, 2, 6]], "k": [3, -9007199254740992, 2]}
-- The smallest of Reals and of Ints, where it is, and the smallest of what no row has.
def f(a: Real[n, d], k: Int[d]): Real =
  let at = argmin(j < d) a[1, j]; low = argmin(j < d) k[j]; least = min(j < d) k[j] in
  (sum(i < n) (min(j < d) a[i, j])^2) + (min(i < n, j < i) (a[i, j] * a[j, i] * a[0, low])) + a[0, at] * (if least == k[1] then a[1, 2] else 0)
