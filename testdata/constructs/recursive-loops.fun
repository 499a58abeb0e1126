-- Data: {"x": 0.9, "v": [0.5, -1.5], "n": 2}
-- recursive calls in each kind of loop, in local functions, and where they need not be evaluated
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
        folded = fold(\(acc, y). acc * 0.5 + y * all(x, v, n - 2), 1.0, v);
        times = nTimes(2, x, \s. s * 0.3 + all(s, v, n - 3));
        until = while(10, x, \s. s < 2 + abs(all(x, v, n - 2)), \s. s * 2 + abs(all(x, v, n - 3)));
        any = ccl(2, x, \(i, s). s + real(i) * all(x, v, n - 2));
        local(y) = y * all(y, v, n - 2);
        plain(y) = y * v[0];
        arrays = sum(i < 2, j < i + 1) [all(x, v, n - 2) * real(i + j), x];
        both = sum(i < 2) (all(x, v, n - 2), real(i));
        factors = product(i < 2) all(x + real(i), v, n - 2);
        chosen = if x > 0 && all(x, v, n - 2) > 0 then plain(all(x, v, n - 2)) else 3;
        changed = set(v, 0, all(x, v, n - 2));
        deeper = all(x, changed, n - 2);
        (p, q) = both
    in 0.1 * (sum(i < 2, j < 3) b[i, j]) + 0.01 * (sum(i < 2, j < n, l < n) rows[i, j, l]) + known[1, k - 1] + most + x * real(least)
       + folded + times + until + any + local(x) + arrays[0] * arrays[1] + p + q + factors + chosen + changed[0] * changed[1] * deeper

def f(x: Real, v: Real[k], n: Int): Real = all(x, v, n)
