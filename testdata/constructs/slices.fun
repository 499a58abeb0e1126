-- Data: {"v": [1, 2, -3, 0.5], "a": [[1, 2, 3], [4, 5, 6], [-1, 0.5, 2]], "lo": 1}
-- Parts of arrays: ranges, columns, blocks, a part that is empty, rows in three dimensions; and a part of what is computed.
def mean(v: Real[n]): Real = (sum(i < n) v[i]) / real(n)
def f(v: Real[n], a: Real[d, d], lo: Int): Real =
  let c = a[_, lo]; b = a[1 ..< d, 0 ..< 2]; r = a[1 ..< d]; none = v[n ..< n]; cube = [a * v[k] for k < d] in
  mean(v[lo ..< lo + 2]) * mean(c) + b[0, 1] * b[1, 0] + r[1, 2] * mean(a[2, _]) + mean(transpose(a)[lo])
  + (sum(i < size(none)) none[i]) + mean((v * v)[0 ..< lo + 1]) * cube[_, 1][2, 0] * cube[1 ..< 3, _, 0][1, 1]
