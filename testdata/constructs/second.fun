-- Data: {"x": 0.5, "v": [1, 2]}
-- the gradient of a function of a gradient
def g(x: Real, v: Real[n]): Real = sum(i < n) sin(x * v[i])

def f(x: Real, v: Real[n]): Real = let (dx, dv) = grad(g)(x, v) in dx^2 + sum(i < n) (dv[i] * v[i])
