-- Data: {"x": 0.9, "v": [0.5, -1.5], "n": 2}
-- recursive calls in loops with a state
def all(x: Real, v: Real[k], n: Int): Real =
  if n <= 0 then x
  else
    let folded = fold(\(acc, y). acc * 0.5 + y * all(x, v, n - 2), 1.0, v);
        times = nTimes(2, x, \s. s * 0.3 + all(s, v, n - 3));
        until = while(10, x, \s. s < 2 + abs(all(x, v, n - 2)), \s. s * 2 + abs(all(x, v, n - 3)));
        any = ccl(2, x, \(i, s). s + real(i) * all(x, v, n - 2))
    in folded + times + until + any

def f(x: Real, v: Real[k], n: Int): Real = all(x, v, n)
