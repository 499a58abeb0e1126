-- fold
def f(v: Real[n], x: Real): Real = fold(\(s, y). sin(s * x) + y, 0.0, v)
