-- Data: {"v": [[1, [2, 3]], [4, [1, 0.5]]]}
-- arrays of tuples
def f(v: (Real, (Int, Real))[n]): Real =
  let w = [let (x, (k, y)) = v[i] in (x * y, k + i) for i < n];
      w = let (x, k) = w[0] in set(w, 1, (x^2, k))
  in sum(i < n) (let (x, k) = w[i] in x^2 * real(k))
