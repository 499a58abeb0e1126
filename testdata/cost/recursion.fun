-- recursion
def sines(v: Real[n], x: Real, i: Int): Real = if i == n then x else sin(x * sines(v, x, i + 1)) + v[i]
def halves(v: Real[n], x: Real, lo: Int, hi: Int): Real =
  if hi - lo <= 1 then (if hi > lo then v[lo]^2 else 0)
  else let mid = (lo + hi) div 2 in halves(v, x, lo, mid) + x * sin(halves(v, x, mid, hi)) * v[mid]
def there(v: Real[n], x: Real, i: Int): Real[_] =
  if i == n then v
  else let w = there(set(v, i, sin(v[i]) * x), x, i + 1) in set(w, i, w[i] * x)
def back(v: Real[n], x: Real, i: Int): Real[_] = if i == 0 then v else back(set(v, i - 1, sin(v[i - 1] * x)), x, i - 1)
def f(v: Real[n], x: Real): Real =
  let w = back(there(v, x, 0), x, n) in sines(v, x, 0) + halves(v, x, 0, n) + sum(i < n) w[i]
