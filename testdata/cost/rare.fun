-- a rare Case with a large trace
-- Given: {"k": 100}
def f(v: Real[n], k: Int): Real =
  let long(s) = nTimes(k, s, \s. sin(s) * s + cos(s));
      iteration(s, i) = if i mod k == 0 then long(s) else s + v[i]
  in (fold(\(s, i). iteration(s, i), 0.0, [i for i < n])) * sum(i < n) iteration(v[i], i)
