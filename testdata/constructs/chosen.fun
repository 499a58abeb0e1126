-- Data: {"a": [1, 2], "b": [[3, 4], [5, 6]], "k": 2}
-- one of several arrays, none of them copied
def f(a: Real[d], b: Real[n, d], k: Int): Real =
  let r(i) = let v = if i > 0 then b[i - 1] else a in sum(j < d) v[j]^2;
      w = if k > 5 then a else [2 * a[j] for j < d]
  in (sum(i < k + 1) (r(i) * real(i + 1))) * w[0]
