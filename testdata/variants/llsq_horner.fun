-- Horner's rule, from the last coefficient to the first.
def horner(x: Real[m], t: Real): Real = fold(\(p, j). p * t + x[m - 1 - j], 0.0, [j for j < m])

def llsq(x: Real[m], n: Int): Real =
  let residual(t) = sign(t) - horner(x, t)
  in 0.5 * sum(i < n) residual(-1 + real(i) * 2 / real(n - 1))^2
