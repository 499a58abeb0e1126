-- a function that takes an array called in a loop
def g(v: Real[n], i: Int, s: Real): Real = sin(s * v[i]) + v[n - 1 - i]
def f(v: Real[n]): Real = (fold(\(s, i). g(v, i, s), 0.0, [i for i < n])) + sum(i < n) g(v, i, 2.0)
