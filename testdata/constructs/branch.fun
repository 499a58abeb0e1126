-- Data: {"x": 0.5, "n": 3}
def leaky(x: Real): Real = if x > 0 then x else 0.1 * x

def f(x: Real, n: Int): Real =
  leaky(x) + leaky(-x) + (if n mod 2 == 1 && x < 1 then x^2 else if n == 0 then x else 0)
