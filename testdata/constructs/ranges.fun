-- Data: {"v": [1, 2, -3, 0.5], "start": [0, 1, 1, 4]}
-- Loops that begin elsewhere than at 0: in all forms, at places that are computed, at an index of another.
def f(v: Real[n], start: Int[m]): Real =
  let w = [v[i] * v[i - 1] for i in 1 ..< n]; c = [v[i] * v[j] for i in 2 ..< n, j in n - 2 ..< n] in
  (sum(r in 0 ..< m - 1, i in start[r] ..< start[r + 1]) v[i] * real(r + 1)) + (sum(i in size(w) - 2 ..< size(w)) w[i])
  + (max(i in 1 ..< n) v[i]) * c[1, 0] + (max(i < n, j in i ..< n) (v[i] * v[j])) + v[argmax(i in 1 ..< 3) (v[i] * v[i])]
  + (min(i in (sum(k < 2) k) ..< n) v[i]) * v[argmin(i in 0 ..< 2) v[i]] + (product(i in 2 ..< 2) v[i])
