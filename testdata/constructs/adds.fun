-- Data: {"v": [1, -2, 0.5, 3, 0.25], "x": 1.3}
-- Folds that only add: one in the other, with a choice, and two parts.
def f(v: Real[n], x: Real): Real =
  let inner(y) = fold(\(s, z). if z > 0 then s + sin(y * z) else s, x, v);
      (a, b) = fold(\((a, b), y). let t = inner(y) in (a + t * t, b - exp(t)), (x, 1.0), v)
  in a * b
