-- Data: {"v": [1, 2, 3], "x": 0.5}
-- a sum with an array inside, used twice
def norm(s: Real[_] + Real): Real = case s of Inl v -> sum(i < size(v)) v[i]^2, Inr x -> x^2

def f(v: Real[n], x: Real): Real =
  let s = if x > 0 then Inl [x * v[i] for i < n] else Inr x
  in norm(s) * (case s of Inl v -> v[0], Inr x -> x)
