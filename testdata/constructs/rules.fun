-- Data: {"x": 0.7, "a": [0.3, 1.2, -0.4], "m": [[1, 2], [0.5, -1]], "s": 1.3}
-- Derivatives that the program gives: in each form, of scalars and of arrays, and in loops.
type Shape = Disc(Real) | Box(Real, Real)

def soft(x: Real): Real = if x > 0 then x + log1p(exp(-x)) else log1p(exp(x))
derivative soft(x: Real)
  forward(dx) = logistic(x) * dx

def ratio(x: Real, k: Int): Real = x / (1 + x * x) + real(k) * x
derivative ratio(x: Real, k: Int)
  reverse(w) = let z = 1 + x * x in (w * ((1 - x * x) / (z * z) + real(k)), ())

def lse(v: Real[n]): Real = let m = max(i < n) v[i] in m + log(sum(i < n) exp(v[i] - m))
derivative lse(v: Real[n])
  split = let y = lse(v) in (y, [exp(v[i] - y) for i < n])
  reverse(p, w) = [w * p[i] for i < n]

def scaled(a: Real, v: Real[n]): (Real[n], Real) = ([a * v[i] for i < n], a)
derivative scaled(a: Real, v: Real[n])
  forward(da, dv) = ([a * dv[i] + da * v[i] for i < n], da)
  reverse((u, w)) = (w + sum(i < n) u[i] * v[i], [a * u[i] for i < n])

def weighted(p: (Real, Real[n]), v: Real[n]): Real = let (a, u) = p in a * sum(i < n) u[i] * v[i]
derivative weighted(p: (Real, Real[n]), v: Real[n])
  forward(dp, dv) =
    let (a, u) = p; (da, du) = dp in da * (sum(i < n) u[i] * v[i]) + a * (sum(i < n) (du[i] * v[i] + u[i] * dv[i]))

def area(s: Shape): Real = case s of Disc(r) -> r * r, Box(a, b) -> a * b
derivative area(s: Shape)
  reverse(w) = case s of Disc(r) -> Disc(2 * w * r), Box(a, b) -> Box(w * b, w * a)

def level(x: Real): Real = floor(x)
derivative level(x: Real) constant

def mean(v: Real[n]): Real = (sum(i < n) v[i]) / real(n + 1)

def f(x: Real, a: Real[n], m: Real[k, d], s: Real): Real =
  let (b, c) = scaled(x, a); w = weighted((x, b), a) in
  soft(x) + ratio(x, 3) * lse(a) + (sum(i < k) lse(m[i])) + mean(b) + c * w + level(s) * s
    + area(Disc(s)) + nTimes(3, s, \s. ratio(s, 1)) + fold(\(p, y). soft(p * y), s, a)
