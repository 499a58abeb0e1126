-- Case in a loop
def f(v: Real[n]): Real =
  (fold(\(s, x). if s < x then sin(s + x) else cos(s) * x, 0.0, v)) + sum(i < n) (if v[i] < 1 then exp(v[i]) else v[i])
