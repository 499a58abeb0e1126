-- functions chosen by data, with what they capture
def pick(k: Int, a: Real, v: Real[n]): Real -> Real =
  if k mod 3 == 0 then \x. a * x else if k mod 3 == 1 then \x. sin(x + v[k]) else \x. x * v[n - 1 - k] + v[0]
def f(v: Real[n], x: Real): Real =
  let fs = [let c = v[i] in if i mod 2 == 0 then \y. y * c else \y. sin(y + c) for i < n];
      y = fold(\(s, i). pick(i, s, v)(0.5 * s), x, [i for i < n]);
      (g, _) = fold(\((g, z), i). let h = pick(i, z, v) in (if z > 0.5 then h else g, sin(z + g(v[i]))), (\x. x + v[0], 1), [i for i < n]) in
  y + (sum(i < n) fs[i](v[n - 1 - i])) + g(x)
