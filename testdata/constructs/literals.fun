-- Data: {"a": 0.5, "u": [1, 2.5, -1], "v": [0.25, 3, 2]}
-- Arrays that are written out: numbers, rows of numbers, rows that are computed, pairs, and one row.
def rotation(a: Real): Real[2, 2] = [[cos(a), -sin(a)], [sin(a), cos(a)]]
def rows(u: Real[n], v: Real[n]): Real[3, n] = [u, v, [u[i] * v[i] for i < n]]
def f(a: Real, u: Real[n], v: Real[n]): Real =
  let m = rotation(a); r = rows(u, v); k = [2, 0, 1]; p = [(a, 1), (u[0], 3)]; one = [[a * a, 1, u[1]]]; (x, c) = p[1] in
  (sum(i < 2, j < 2) m[i, j] * r[i, j]) + (sum(i < n) r[k[i], i] * [a, 2, u[k[i]]][i]) + x * real(c) + one[0, 2] * one[0, 0]
