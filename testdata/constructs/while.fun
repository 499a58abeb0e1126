-- Data: {"a": [2, 9, 0.5]}
-- Newton's method for square roots, until two steps are close; a sum says
-- whether that has happened
def root(a: Real): Real =
  let step(x) = 0.5 * (x + a / x);
      r = while(50, (Inl a : Real + Real),
            \s. case s of Inl _ -> true, Inr _ -> false,
            \s. case s of
                  Inl x -> let y = step(x) in if abs(y - x) < 1e-12 then (Inr y : Real + Real) else (Inl y : Real + Real),
                  Inr x -> (Inr x : Real + Real))
  in case r of Inl x -> x, Inr x -> x

-- the states are kept in an array, one more in each iteration
def f(a: Real[n]): Real =
  let (v, k) = while(20, ([a[0] for i < 21], 0),
                 \(v, k). k < 20 && abs(v[k] * v[k] - a[0]) > 1e-12,
                 \(v, k). (set(v, k + 1, 0.5 * (v[k] + a[0] / v[k])), k + 1))
  in v[k] + sum(i < n) root(a[i]) * a[i]
