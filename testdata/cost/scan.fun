-- scans with numbers and with rows as their states
def f(v: Real[n]): Real =
  let s = scan(\(s, x). s * cos(x) + x, 1, v); p = scan(\(r, x). [r[1], sin(r[0] + x)], [1, 2], v) in
  sum(i < n) s[i] * p[i, 0] * p[i, 1]
