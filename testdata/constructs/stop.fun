-- Data: {"x": 1.5}
-- a constant as far as derivatives are concerned; here it is 1 whatever x is
def f(x: Real): Real = x^2 * stopGradient(if x > 0 then 1.0 else -1.0)
