-- Data: {"x": 0.5, "v": [1, 2, -0.5], "a": [[1, 0.5], [2, -1], [0.25, 3]]}
-- The states of a fold: numbers, pairs, rows, of rows; and of no elements.
def f(x: Real, v: Real[n], a: Real[n, d]): Real =
  let s = scan(\(s, x). s * x + 1, x, v); p = scan(\((p, k), y). (p + sin(y) * real(k), k + 1), (x, 1), v);
      r = scan(\(r, row). r * row + x, [x, 1], a); none = scan(\(s, y). s * y, 1, v[0 ..< 0]); (q, k) = p[2] in
  s[0] * s[2] + q * real(k) + r[2, 0] * r[1, 1] + real(size(none)) + (sum(i < n) s[i] * r[i, 1])
