-- arithmetic of arrays
def f(v: Real[n]): Real = let u = 2 * v + v^2 / 3; w = u * v - 1 / (1 + u * u) in (sum(i < n) w[i] * u[i]) + min(i < n) w[i]
