import "b.fun" as b
def f(x: Real): Real = b.g(x)
