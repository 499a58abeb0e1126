-- Data: {"a": [[2, -1, 0.5], [1, 4, -2], [0, 1.5, -3]]}
-- a sum in a sum, over arrays that iterations make
def minor(a: Real[n, n], j: Int): Real[_, _] = [a[r + 1, if c < j then c else c + 1] for r < n - 1, c < n - 1]
def det(a: Real[n, n]): Real = sum(j < n) (let b = minor(a, j) in a[0, j] * (b[0, 0] * b[1, 1] - b[0, 1] * b[1, 0]))
def f(a: Real[n, n]): Real = sum(i < 2) sin(real(i) * a[0, 0]) * det(a)^2
