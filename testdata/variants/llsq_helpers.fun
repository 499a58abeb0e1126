-- A function for each step.
def point(i: Int, n: Int): Real = -1 + real(i) * 2 / real(n - 1)
def polynomial(x: Real[m], t: Real): Real =
  let (p, _) = fold(\((p, power), xj). (p + xj * power, power * t), (0.0, 1.0), x) in p
def residual(x: Real[m], t: Real): Real = sign(t) - polynomial(x, t)
def square(r: Real): Real = r^2
def llsq(x: Real[m], n: Int): Real = 0.5 * sum(i < n) square(residual(x, point(i, n)))
