-- Data: {"u": [1, 0, -1.5, 2], "v": [0, 3, 0, 0.5]}
-- Products, with no zero among the factors, with one, with two; and products of products.
def f(u: Real[n], v: Real[n]): Real =
  (product(i < n) (1 + u[i]^2)) + (product(i < n) u[i]) * v[1] + (product(i < n) v[i]) + (product(i < 3, j in i + 1 ..< n) (v[i] - u[j]))
  + (product(_ < 0) v[9]) + real(product(i in 1 ..< n) (2 * i - 3))
