-- The loop over the coefficients is outside: an iteration adds a power of all points.
def llsq(x: Real[m], n: Int): Real =
  let t = [-1 + real(i) * 2 / real(n - 1) for i < n];
      (p, _) = fold(\((p, power), xj). ([p[i] + xj * power[i] for i < n], [power[i] * t[i] for i < n]),
                    ([0.0 for i < n], [1.0 for i < n]), x)
  in 0.5 * sum(i < n) (sign(t[i]) - p[i])^2
