-- Data: {"x": 0.7, "y": -1.2}
def f(x: Real, y: Real): Real = x^3 * y - 2 * x / (1 + y^2) + -x
