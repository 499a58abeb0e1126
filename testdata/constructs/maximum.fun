-- Data: {"a": [[1, 5, 3], [4, 2, 6]]}
def f(a: Real[n, d]): Real = (sum(i < n) (max(j < d) a[i, j])^2) + max(i < n, j < i) (a[i, j] * a[j, i])
