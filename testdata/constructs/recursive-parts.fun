-- Data: {"x": 0.9, "v": [0.5, -1.5], "n": 2}
-- recursive calls in local functions, in sums of arrays and tuples, and where they need not be evaluated
def all(x: Real, v: Real[k], n: Int): Real =
  if n <= 0 then x
  else
    let local(y) = y * all(y, v, n - 2);
        plain(y) = y * v[0];
        arrays = sum(i < 2, j < i + 1) [all(x, v, n - 2) * real(i + j), x];
        both = sum(i < 2) (all(x, v, n - 2), real(i));
        chosen = if x > 0 && all(x, v, n - 2) > 0 then plain(all(x, v, n - 2)) else 3;
        changed = set(v, 0, all(x, v, n - 2));
        deeper = all(x, changed, n - 2);
        (p, q) = both
    in local(x) + arrays[0] * arrays[1] + p + q + chosen + changed[0] * changed[1] * deeper

def f(x: Real, v: Real[k], n: Int): Real = all(x, v, n)
