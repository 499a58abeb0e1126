-- Custom derivatives whose numbers are known.

def near(x: Real, y: Real): Bool = abs(x - y) <= 1e-12 * max(1, abs(y))
def close(x: Real[n], y: Real[n]): Bool = near(0, sum(i < n) abs(x[i] - y[i]))

-- log(1 + exp(x)), whose automatic derivative is NaN at 1000.
def log1pexp(x: Real): Real = log(1 + exp(x))
derivative log1pexp(x: Real)
  forward(dx) = logistic(x) * dx
def log1pexp'(x: Real): Real = log(1 + exp(x))
derivative log1pexp'(x: Real)
  reverse(w) = w * logistic(x)
def h(x: Real): Real = log1pexp(x)^2

test "the derivative of log1pexp" =
  near(grad(log1pexp)(-3), 0.0474258731775668) && near(grad(log1pexp)(0), 0.5) && near(grad(log1pexp)(2), 0.880797077977882)
    && near(grad(log1pexp')(-3), 0.0474258731775668) && near(grad(log1pexp')(2), 0.880797077977882)
test "the second derivative of log1pexp" =
  near(grad(grad(log1pexp))(0), 0.25) && near(grad(grad(log1pexp))(2), 0.104993585403507) && near(grad(grad(log1pexp'))(2), 0.104993585403507)
test "where the automatic derivative is NaN" =
  grad(log1pexp)(1000) == 1 && grad(grad(log1pexp))(1000) == 0 && grad(log1pexp')(1000) == 1
    && (let (_, d) = jvp(log1pexp')(1000, 1) in d == 1)
test "within another function" = near(h(2), 4.52382276415922) && near(grad(h)(2), 3.74678395439192)

-- A parabola for the sine: to differentiate and to approximate do not commute.
def sinq(x: Real): Real = 4 / pi^2 * x * (pi - abs(x))
def cosq(x: Real): Real = sinq(x + pi / 2)
derivative sinq(x: Real)
  forward(dx) = cosq(x) * dx
  differs "slope of the sine, not of the parabola"
derivative cosq(x: Real)
  forward(dx) = -sinq(x) * dx
  differs "slope of the cosine, not of the parabola"

test "rules that call each other's functions" =
  near(grad(sinq)(0.5), 0.898678816357661) && near(grad(grad(sinq))(0.5), -0.535298588724945) && near(grad(sinq)(1), 0.594715265430648)

-- One-sided at 0.
def ratio(x: Real): Real = x / (1 + sqrt(x))
derivative ratio(x: Real)
  reverse(w) = let z = 1 + sqrt(x) in w * (1 + z) / (2 * z * z)

test "a derivative at the end of the domain" =
  grad(ratio)(0) == 1 && near(grad(ratio)(0.25), 5 / 9) && near(grad(ratio)(1), 0.375) && near(grad(ratio)(4), 2 / 9)
    && near(grad(grad(ratio))(0.25), -(14 / 27)) && near(grad(grad(ratio))(1), -0.125)

-- Products without a division.
def prod(v: Real[n]): Real = product(i < n) v[i]
derivative prod(v: Real[n])
  reverse(w) = [w * (product(j < i) v[j]) * (product(j < n - i - 1) v[i + 1 + j]) for i < n]

test "products with zeros" =
  close(grad(prod)([2, 0, 4]), [0, 8, 0]) && close(grad(prod)([0, 0, 3]), [0, 0, 0]) && close(grad(prod)([2, 3, 4]), [12, 8, 6])

def lse(v: Real[n]): Real = let m = max(i < n) v[i] in m + log(sum(i < n) exp(v[i] - m))
derivative lse(v: Real[n])
  split = let y = lse(v) in (y, [exp(v[i] - y) for i < n])
  reverse(p, w) = [w * p[i] for i < n]

test "the weights are left for the reverse" =
  near(lse([1000, 1000]), 1000.69314718056) && close(grad(lse)([1000, 1000]), [0.5, 0.5]) && close(grad(lse)([0, log(3)]), [0.25, 0.75])

-- Sums by bins: the reverse reads.
def bins(k: Int[n], w: Real[n], m: Int): Real[m] =
  fold(\(c, i). set(c, k[i], c[k[i]] + w[i]), [0.0 for j < m], [i for i < n])
derivative bins(k: Int[n], w: Real[n], m: Int)
  reverse(c) = ((), [c[k[i]] for i < n], ())

test "sums by bins" =
  let (c, (_, w, _)) = vjp(bins)([0, 2, 0, 1], [1, 2, 3, 4], 3, [10, 20, 30]) in close(c, [4, 4, 2]) && close(w, [10, 30, 10, 20])

-- A linear system, whose reverse is a transposed one.
def solve(a: Real[2, 2], b: Real[2]): Real[2] =
  let d = a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0] in [(b[0] * a[1, 1] - b[1] * a[0, 1]) / d, (a[0, 0] * b[1] - a[1, 0] * b[0]) / d]
derivative solve(a: Real[2, 2], b: Real[2])
  split = let x = solve(a, b) in (x, x)
  reverse(x, w) = let u = solve([a[j, i] for i < 2, j < 2], w) in ([-u[i] * x[j] for i < 2, j < 2], u)

test "a linear system" =
  let (x, (a, b)) = vjp(solve)([[4, 1], [2, 3]], [1, 2], [1, 1]) in
  close(x, [0.1, 0.6]) && close(b, [0.1, 0.3]) && near(a[0, 1], -0.06) && near(a[1, 0], -0.03) && near(a[0, 0], -0.01) && near(a[1, 1], -0.18)

-- A function with its own automatic derivative as a rule: that of a copy.
def scaled(a: Real, x: Real): Real = a * x
def scaled'(a: Real, x: Real): Real = a * x
derivative scaled(a: Real, x: Real)
  reverse(w) = let (_, d) = vjp(scaled')(a, x, w) in d
def once(a: Real): Real = scaled(a, 1)
def slope(a: Real): Real = grad(\x. scaled(a, x) * x)(5)

test "what a function captures is counted once" = grad(once)(2) == 1 && grad(slope)(2) == 10
test "derivatives in derivatives are not confused" = grad(\x. x * grad(\y. scaled(x, y))(x))(3) == 6

-- A gradient that is clipped.
def clip(x: Real): Real = x
derivative clip(x: Real)
  reverse(w) = max(-0.75, min(0.75, w))
  nonlinear "the gradient is clipped"
def wave(x: Real): Real = sin(clip(x))
def waves(x: Real): Real = (sum(i < 2) clip(x)) + clip(x) + clip(x)

test "a gradient that is clipped" = near(grad(wave)(0), 0.75) && near(grad(wave)(pi / 3), 0.5) && near(grad(waves)(1), 3)

-- A linear function and its transpose.
def shifted(k: Int, v: Real[n]): Real[n] = [v[(i + k) mod n] for i < n]
derivative shifted(k: Int, v: Real[n])
  transpose(w) = ((), shifted(-k, w))
def bent(v: Real[n]): Real = let u = shifted(1, [v[i]^2 for i < n]) in sum(i < n) real(i) * u[i]

test "a transpose" =
  close(grad(bent)([1, 2, 3]), [2 * 2, 0, 1 * 2 * 3]) && (let (_, d) = jvp(bent)([1, 2, 3], [1, 1, 1]) in near(d, 10))
    && near(hessian(bent)([1, 2, 3])[0, 0], 4) && (let (_, d) = jvp(grad(bent))([1, 2, 3], [1, 1, 1]) in close(d, [4, 0, 2]))
