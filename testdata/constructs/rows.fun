-- Data: {"a": [[1, 2, 3], [4, 5, 6]], "k": 1}
def dot(u: Real[n], v: Real[n]): Real = sum(i < n) (u[i] * v[i])

def f(a: Real[n, d], k: Int): Real = let r = a[k] in sum(i < n) dot(a[i], r)^2
