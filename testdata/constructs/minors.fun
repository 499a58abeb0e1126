-- Data: {"a": [[2, -1, 0.5, 3], [1, 4, -2, 1], [0, 1.5, -3, 2], [-1, 2, 1, 0.25]]}
-- sums in sums over arrays that iterations make: minors, by a chain of definitions, and differences without the ends
def minor(a: Real[n, n], j: Int): Real[_, _] = [a[r + 1, if c < j then c else c + 1] for r < n - 1, c < n - 1]
def det2(a: Real[n, n]): Real = a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
def det3(a: Real[n, n]): Real = sum(j < 3) ((-1)^j * a[0, j] * det2(minor(a, j)))
def det4(a: Real[n, n]): Real = sum(j < n) ((-1)^j * a[0, j] * det3(minor(a, j)))
def bend(a: Real[n], x: Real): Real = sum(i < 5) (let d = [sin(a[k] + a[k + 2] - real(i) * a[k + 1] * x) for k < n - 2] in d[0] * (sum(k < n - 2) d[k]^2))
def f(a: Real[n, n]): Real = det4(a) * (sum(i < n) bend(a[i], a[i, 0]))
