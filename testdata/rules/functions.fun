-- Custom derivatives of functions that take functions, whose numbers are known.

def near(x: Real, y: Real): Bool = abs(x - y) <= 1e-9 * max(1, abs(y))
def close(x: Real[n], y: Real[n]): Bool = near(0, sum(i < n) abs(x[i] - y[i]))

-- The x at which f(x) = x. Its derivative is that of the solution, which does not depend on the start.
def fix(f: Real -> Real, start: Real, tol: Real): Real =
  let (x, _) = while(1000, (start, true), \(_, more). more, \(x, _). let y = f(x) in (y, abs(y - x) > tol)) in x
derivative fix(f: Real -> Real, start: Real, tol: Real)
  split = let x = fix(f, start, tol) in (x, x)
  reverse(x, w) =
    let u = fix(\v. let (_, (_, dx)) = vjp(f)(x, v) in w + dx, w, tol);
        (_, (df, _)) = vjp(f)(x, u)
    in (df, 0, 0)
  linear "the limit of the iteration is linear in w"

def root(a: Real, start: Real): Real = fix(\x. (x + a / x) / 2, start, 1e-13)

test "the root by an iteration" =
  near(root(2, 1), sqrt(2)) && close((let a = [2, 0.25, 9, 0.001] in [let (d, _) = grad(root)(a[i], 1) in d for i < 4]), [0.353553390593274, 1, 1 / 6, 15.8113883008419])
test "the start has no derivative" = (let (_, d) = grad(root)(2, 1.5) in d == 0)
test "the second derivative of the root" =
  near(grad(\a. let (d, _) = grad(root)(a, 1) in d)(2), -0.0883883476483184)
test "the root forwards" =
  (let (_, d) = jvp(root)(2, 1, 1, 1) in near(d, 0.353553390593274)) && near(jacfwd(grad(\a. root(a, 1)))(2), -0.0883883476483184)

-- The equation of Kepler.
def kepler(m: Real, e: Real): Real = fix(\x. m + e * sin(x), m, 1e-14)

test "the equation of Kepler" =
  let (dm, de) = grad(kepler)(1, 0.3) in near(kepler(1, 0.3), 1.28809131321184) && near(dm, 1.09132930115042) && near(de, 1.04800830504994)
test "the second derivatives of the equation of Kepler" =
  let h = hessian(\v. kepler(v[0], v[1]))([1, 0.3]) in near(h[0, 0], -0.374453255325404) && near(h[0, 1], -0.0273546255470066)

-- f of each element, with the traces of f in the place of the elements.
def map(f: Real -> Real, v: Real[n]): Real[n] = [f(v[i]) for i < n]
derivative map(f: Real -> Real, v: Real[n])
  split = let p = [split(f)(v[i]) for i < n] in ([let (y, _) = p[i] in y for i < n], [let (_, t) = p[i] in t for i < n])
  reverse(t, w) =
    let p = [pull(f)(t[i], w[i]) for i < n] in (sum(i < n) (let (df, _) = p[i] in df), [let (_, d) = p[i] in d for i < n])

def total(v: Real[n]): Real = sum(i < n) v[i]

test "a linear function of elements" = grad(\a. total(map(\x. a * x, [1, 2, 3])))(5) == 6
test "a linear function that captures nothing" =
  grad(\a. total(map(\x. 7 * x, [a, a^2])))(3) == 49 && grad(grad(\a. total(map(\x. 7 * x, [a, a^2]))))(3) == 14
test "a function of elements" = grad(\a. total(map(\x. a * x^2, [1, 2, 3])))(5) == 14
test "in what is captured and in the elements" =
  grad(\b. total(map(\x. 7 * x^2, [1, b])))(3) == 42 && grad(\b. total(map(\x. b * x^2, [1, b])))(3) == 28
test "in no elements" = close(grad(\a. total(each(\x. a[0] * x, [0.0 for _ < 0])) + a[1])([5, 1]), [0, 1])
-- The same without arrays of cotangents of what f captures, which may then be arrays.
def each(f: Real -> Real, v: Real[n]): Real[n] = [f(v[i]) for i < n]
derivative each(f: Real -> Real, v: Real[n])
  reverse(w) =
    (sum(i < n) (let (_, (df, _)) = vjp(f)(v[i], w[i]) in df), [let (_, (_, d)) = vjp(f)(v[i], w[i]) in d for i < n])

test "arrays that are captured" =
  close(grad(\a. total(each(\x. a[0] * x + a[1] * x^2, [1, 2, 3])))([5, 7]), [6, 14])
test "a function that data chooses" =
  let g(c, a) = grad(\a. total(each(if c > 0 then \x. a * x else \x. sin(a) * x^2, [1, 2])))(a)
  in g(1, 2) == 3 && near(g(-1, 2), 5 * cos(2))
test "functions in each other" =
  let s(a) = total(map(\x. a * total(map(\y. a * x * y, [1, x])), [1, 2])) in near(grad(s)(3), 48)
test "the second derivative in what is captured" =
  near(grad(grad(\a. total(map(\x. sin(a * x), [1, 2]))))(0.5), -(sin(0.5) + 4 * sin(1)))
test "elements forwards" =
  (let (_, d) = jvp(\(a, b). total(map(\x. a * x^2, [1, b])))(5, 2, 1, 0.5) in near(d, 5 + 10)) && near(jacfwd(grad(\a. total(map(\x. sin(a * x), [1, 2]))))(0.5), -(sin(0.5) + 4 * sin(1)))

-- A checkpoint: the reverse computes f once more.
def again(f: Real -> Real, x: Real): Real = f(x)
derivative again(f: Real -> Real, x: Real)
  reverse(w) = let (_, d) = vjp(f)(x, w) in d

test "a checkpoint" =
  let f(a) = again(\x. sin(exp(a * sin(x))), 0.5) in f(1) == sin(exp(sin(0.5))) && near(grad(\x. again(\x. sin(exp(sin(x))), x))(0.5), -0.0628421157121)
   && near(grad(f)(1), cos(exp(sin(0.5))) * exp(sin(0.5)) * sin(0.5))

-- The tangent alone: its transposed is the reverse.
def twice(f: Real -> Real, x: Real): Real = f(f(x))
derivative twice(f: Real -> Real, x: Real)
  forward(df, dx) = let (y, dy) = jvp(f)(x, df, dx); (z, dz) = jvp(f)(y, df, dy) in (z, dz)

test "a forward rule of a function of functions" =
  (let (_, d) = jvp(\a. twice(\x. a * x^2, 2))(3, 1) in d == 144 * 3) && grad(\a. twice(\x. a * x^2, 2))(3) == 432
    && near(grad(\x. twice(\x. 3 * x^2, x))(2), 4 * 27 * 8) && grad(grad(\a. twice(\x. a * x^2, 2)))(3) == 288

-- What is captured is counted once, and scaled.
def same(f: Real -> Real, x: Real): Real = f(x)
derivative same(f: Real -> Real, x: Real)
  reverse(w) = let (_, (df, dx)) = vjp(f)(x, w / 2) in (2 * df + (zero(f) - df) + df - -df / 1 - df, 2 * dx)

test "sums and products of what is captured" = grad(\a. same(\x. a * x, 1))(2) == 1 && grad(\a. grad(\x. same(\x. a * x^2, x))(5))(2) == 10

-- For any types.
def mapped(f: a -> b, v: a[n]): b[n] = [f(v[i]) for i < n]
derivative mapped(f: a -> b, v: a[n])
  split = let p = [split(f)(v[i]) for i < n] in ([let (y, _) = p[i] in y for i < n], [let (_, t) = p[i] in t for i < n])
  reverse(t, w) =
    let p = [pull(f)(t[i], w[i]) for i < n] in (sum(i < n) (let (df, _) = p[i] in df), [let (_, d) = p[i] in d for i < n])
test "at two types" =
  let f(a) = total(mapped(\(x, y). a * x * y, mapped(\x. (x, a * x), [1, 2, 3]))) in near(f(2), 4 * 14) && near(grad(f)(2), 4 * 14)
def kept(x: a): a = x
derivative kept(x: a) forward(dx) = dx
def g(x: Real): Real = let (y, z) = kept((x, x)) in y * z * kept(x)
test "of the first order" = grad(g)(2) == 12
def iterate(f: a -> a, x: a, k: Int): a = if k == 0 then x else iterate(f, f(x), k - 1)
derivative iterate(f: a -> a, x: a, k: Int)
  split = let y = iterate(f, x, k) in (y, y)
  reverse(y, w) = let (_, (df, dx)) = vjp(f)(y, w) in (df, dx, ())
  differs "of the last iteration"
test "a recursive function" = grad(\a. iterate(\x. a * x, 1.0, 3))(2) == 8

-- At many places, of functions that capture values of many types.
def app(f: Real -> Real, x: Real): Real = f(x)
derivative app(f: Real -> Real, x: Real)
  split = split(f)(x)
  reverse(t, w) = pull(f)(t, w)
def sq(x: Real): Real = x * x
test "definition" = near(grad(\x. app(sq, x))(3), 6)
test "builtin" = near(grad(\x. app(sin, x))(3), cos(3))
test "derivative" = near(grad(\x. app(grad(sq), x))(3), 2)
test "derivative of lambda" = near(grad(\a. app(grad(\x. a * x^3), 2))(3), 12)
type P = { a: Real, b: Real[_] }
test "record" = let (d, e) = grad(\(u, v). let p = { a: u, b: [v, u] } in app(\x. p.a * x + p.b[0] * p.b[1] * x, 2))(3, 4) in near(d, 2 + 8) && near(e, 6)
test "int and bool" = let k = 3; c = true in near(grad(\a. app(\x. if c then a * x^k else x, 2))(3), 8)
def comb(f: (Real, Real) -> Real, g: Real -> (Real, Real), x: Real): Real = f(g(x))
derivative comb(f: (Real, Real) -> Real, g: Real -> (Real, Real), x: Real)
  split = let ((u, v), t) = split(g)(x); (y, s) = split(f)(u, v) in (y, (s, t))
  reverse((s, t), w) = let (df, (du, dv)) = pull(f)(s, w); (dg, dx) = pull(g)(t, (du, dv)) in (df, dg, dx)
test "two functions" = let h(a, b, x) = comb(\(u, v). a * u * v, \x. (b * x, x^2), x); (da, db, dx) = grad(h)(2, 3, 5)
  in near(da, 375) && near(db, 250) && near(dx, 2 * 3 * 3 * 25)
def vec(f: Real[_] -> Real[_], x: Real[n]): Real[n] = f(x)
derivative vec(f: Real[_] -> Real[_], x: Real[n])
  split = split(f)(x)
  reverse(t, w) = pull(f)(t, w)
test "vectors" = let h(m, x) = let y = vec(\x. [sum(j < 2) m[i, j] * x[j]^2 for i < 2], x) in y[0] + 2 * y[1]; (dm, dx) = grad(h)([[1, 2], [3, 4]], [5, 6])
  in near(dm[1, 0], 50) && near(dx[1], 12 * (2 + 8)) && near(dm[0, 1], 36)
def lazy(f: () -> Real): Real = f()
derivative lazy(f: () -> Real) reverse(w) = let (_, (df, _)) = vjp(f)(w) in df
test "no arguments" = near(grad(\a. lazy(\(). a * a))(3), 6)
type Shape = Circle(Real) | Box(Real, Real)
test "sums" = let area(s, x) = case s of Circle(r) -> r * r * x, Box(a, b) -> a * b * x; h(r) = app(\x. area(Circle(r), x), 2) + app(\x. area(Box(r, 3), x), 2) in near(grad(h)(5), 20 + 6)
test "in a fold" = near(grad(\a. fold(\(s, i). app(\x. a * s * x, real(i)), 1, [i + 1 for i < 3]))(2), 6 * 12)
test "in a while" = near(grad(\a. while(10, a, \s. s < 100, \s. app(\x. s * x, a)))(3), 5 * 81)
test "in nTimes twice" = near(grad(grad(\a. nTimes(2, a, \s. app(\x. s * x, a))))(3), 18)
def loopy(f: Real -> Real, x: Real, k: Int): Real = nTimes(k, x, \x. f(x))
derivative loopy(f: Real -> Real, x: Real, k: Int)
  split = let xs = scan(\(x, _). f(x), x, [0 for _ < k]) in (loopy(f, x, k), concat([x], xs))
  reverse(xs, w) = let (df, dx) = fold(\((df, w), i). let (_, (d, dx)) = vjp(f)(xs[k - 1 - i], w) in (df + d, dx), (zero(f), w), [i for i < k]) in (df, dx, ())
test "a loop reversed by hand" = near(grad(\a. loopy(\x. a * x, 1, 4))(3), 4 * 27) && near(grad(grad(\a. loopy(\x. a * x, 1, 4)))(3), 12 * 9)
test "a loop of arrays" = near(grad(\v. loopy(\x. v[0] * x + v[1], 1, 3))([2, 3])[1], 7)
test "hessian" = let h = hessian(\v. app(\x. v[0] * sin(v[1] * x), v[2]))([2, 3, 0.5]) in near(h[0, 1], 0.5 * cos(1.5)) && near(h[1, 2], 2 * cos(1.5) - 2 * 1.5 * sin(1.5))
test "jacrev, jacfwd" = near(jacrev(\a. app(\x. a * x, a))(3), 6) && near(jacfwd(\a. app(\x. a * x, a))(3), 6)
