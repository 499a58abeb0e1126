-- Data: {"c": [1, -2, 0.5, 3], "x": 1.3}
-- Horner's rule, and the derivative beside it
def f(c: Real[n], x: Real): Real =
  let (p, d) = fold(\((p, d), ck). (p * x + ck, d * x + p), (0.0, 0.0), c) in p * d
