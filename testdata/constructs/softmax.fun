-- Data: {"a": [[1, 2], [3, 5]]}
-- rows that are arrays with a value of their own
def softmax(v: Real[n]): Real[n] =
  let m = max(i < n) v[i];
      e = [exp(v[i] - m) for i < n];
      s = sum(i < n) e[i]
  in [e[i] / s for i < n]

def f(a: Real[n, d]): Real = let p = [softmax(a[i]) for i < n] in sum(i < n) p[i, 0] * p[i, 1]
