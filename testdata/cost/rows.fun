-- rows set to other rows
-- Given: {"d": 4}
def f(a: Real[n, d], c: Real[n]): Real =
  let
    b = fold(\(p, i). set(p, i + 1, p[i]), a, [i for i < n - 1]);
    s = fold(\(p, i). let u = p[i]; v = p[i + 1] in set(set(p, i, v), i + 1, u), a, [i for i < n - 1]);
    t = fold(\(p, i). let w = if c[i] > 0 then p[i] else p[0] in if c[i] < 0.5 then set(p, i + 1, w) else p, s, [i for i < n - 1])
  in sum(j < d) b[n - 1, j] * t[n - 1, j]^2
