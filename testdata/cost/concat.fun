-- concat, transpose and addAt
def f(v: Real[n]): Real =
  let w = concat(v, [sin(v[i]) for i < n div 2], v, 2 * v); t = transpose([v, v]); h = addAt([0 for _ < n], [(i * 7) mod n for i < n], v) in
  (sum(i < size(w)) w[i]^2) + (sum(i < n) t[i, 0] * t[n - 1 - i, 1] * h[i])
