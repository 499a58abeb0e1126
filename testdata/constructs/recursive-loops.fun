-- Data: {"x": 0.9, "v": [0.5, -1.5], "n": 2}
-- recursive calls in comprehensions, maxima and products
def grows(x: Real, n: Int): Real[_, _] =
  if n <= 0 then [[x]] else let m = grows(x, n - 1) in [m[i mod size(m), j mod size(m)] * real(i + 1) for i < n + 1, j < n + 1]

def all(x: Real, v: Real[k], n: Int): Real =
  if n <= 0 then x
  else
    let b = [all(x, v, n - 1 - i) + real(j) for i < 2, j < 3];
        rows = [grows(all(x, v, n - 2) + real(i), n - 1) for i < 2];
        known = ([[all(x, v, n - 2) * v[j] for j < k] for i < 2] : Real[2, k]);
        most = max(i < n, j < i + 1) all(x * real(i + 1), v, n - 2 - j);
        least = argmax(i < n) -all(x + real(i mod 2), v, i - 1);
        factors = product(i < 2) all(x + real(i), v, n - 2)
    in 0.1 * (sum(i < 2, j < 3) b[i, j]) + 0.01 * (sum(i < 2, j < n, l < n) rows[i, j, l]) + known[1, k - 1] + most + x * real(least) + factors

def f(x: Real, v: Real[k], n: Int): Real = all(x, v, n)
