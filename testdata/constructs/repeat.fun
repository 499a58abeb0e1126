-- Data: {"a": 2, "n": 5}
-- Newton's method for the square root of a
def f(a: Real, n: Int): Real = nTimes(n, a, \x. 0.5 * (x + a / x))
