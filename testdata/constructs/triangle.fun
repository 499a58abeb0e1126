-- Data: {"a": [[1, 2, 3], [4, 5, 6], [7, 8, 10]], "x": [1, -1, 0.5]}
-- inner loops as long as the outer index
def f(a: Real[n, n], x: Real[n]): Real = sum(i < n) ((sum(j < i) (a[i, j] * x[j])) - x[i])^2
