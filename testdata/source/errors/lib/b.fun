import "a.fun" as a
def g(x: Real): Real = a.f(x)
