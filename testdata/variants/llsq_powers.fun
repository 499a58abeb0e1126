-- Powers in the place of a running product.
def llsq(x: Real[m], n: Int): Real =
  let t(i) = -1 + real(i) * 2 / real(n - 1);
      residual(i) = sign(t(i)) - sum(j < m) (x[j] * t(i)^j)
  in 0.5 * sum(i < n) residual(i)^2
