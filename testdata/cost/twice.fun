-- the same array passed twice
def g(u: Real[n], w: Real[n], i: Int): Real = u[i] * w[n - 1 - i]
def dot(u: Real[n], w: Real[n]): Real = sum(i < n) (u[i] * w[i])
def f(v: Real[n]): Real = (fold(\(s, i). sin(s + g(v, v, i)), 0.0, [i for i < n])) + dot(v, v)
