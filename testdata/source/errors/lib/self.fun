import "self.fun" as s
def f(x: Real): Real = s.f(x)
