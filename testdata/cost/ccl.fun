-- ccl
-- Given: {"d": 8}
def f(v: Real[n], bins: Real[d]): Real =
  let s = ccl(n, 0.0, \(i, s). s + sin(v[i]));
      h = ccl(n, bins, \(i, h). set(h, i mod d, h[i mod d] + sin(v[i])))
  in s * h[0]
