-- How badly the polynomial with coefficients x fits the sign function:
--   ½ Σ_i (sign t_i - Σ_j x_j t_i^j)²,   t_i = -1 + 2i/(n-1).
def llsq(x: Real[m], n: Int): Real =
  let residual(t) =
        let (p, _) = fold(\((p, power), xj). (p + xj * power, power * t), (0.0, 1.0), x) in
        sign(t) - p
  in 0.5 * sum(i < n) residual(-1 + real(i) * 2 / real(n - 1))^2
