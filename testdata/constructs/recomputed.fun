-- Data: {"x": 1.25, "n": 4}
-- the branches of an iteration that runs again for its trace make what only its value needs
def f(x: Real, n: Int): Real =
  let (y, _) = nTimes[recompute](n, (x, x), \(y, z).
        (sin(y * z), case (Inl z : Real + Real) of Inl a -> a, Inr b -> b)) in y
