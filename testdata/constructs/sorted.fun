-- Data: {"v": [3, 1, 2.5, -1, 0.5, 7], "k": [3, 1, 2, 1, 0, 3]}
-- What is sorted is a function of what was not; an order is Ints, in which what is equal keeps its places.
def f(v: Real[n], k: Int[n]): Real =
  let s = sort(v); o = argsort(v); p = argsort(k); t = sort(k) in
  (sum(i < n) s[i] * s[i] * real(i + 1)) + v[o[0]] * v[o[n - 1]] + (sum(i < n) v[p[i]] * real(i * i)) + s[2] * real(t[1] + t[n - 1]) + sort([v[2]])[0]
