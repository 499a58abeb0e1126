-- Data: {"s": {"Inr": [0.5, 2]}, "y": 3}
-- a value that is one of two things
def f(s: Real + (Real, Int), y: Real): Real =
  let t = if y > 2 then (case s of Inl x -> Inr (x, 1), Inr (x, n) -> Inr (x * y, n)) else s
  in case t of Inl x -> x * y, Inr (x, n) -> x^n + y
