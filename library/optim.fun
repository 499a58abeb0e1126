-- Equations and minima. The functions can use variables around them, and there are derivatives in these. They are the derivatives of the
-- solution, which does not depend on the start of the iterations. First and second derivatives are right.
-- Nocedal and Wright, Numerical Optimization; Griewank and Walther, Evaluating Derivatives, chapter 15.

import linalg

-- Whether no element is larger than the bound: NaN is.
def _within(x: Real[n], bound: Real): Bool = (sum(i < n) (if abs(x[i]) <= bound then 0 else 1)) == 0
def _finite(x: Real[n]): Bool = _within(x, 1.7976931348623157e308)
def _size(x: Real[n]): Real = max(i < n) abs(x[i])

-- The solution of a x = b, with elements that are not finite where the matrix is singular: a step that may be left out is no error.
def _eliminated(a: Real[n, n], b: Real[n]): Real[n] =
  let (m, v) = fold(\((m, v), k).
        let p = k + argmax(i < n - k) abs(m[k + i, k]);
            m1 = set(set(m, p, m[k]), k, m[p]);
            v1 = set(set(v, p, v[k]), k, v[p])
        in fold(\((m, v), i).
             let f = m[i, k] / m[k, k] in (set(m, i, [if j <= k then 0 else m[i, j] - f * m[k, j] for j < n]), set(v, i, v[i] - f * v[k])),
             (m1, v1), [i for i in k + 1 ..< n]), (a, b), [k for k < n])
  in fold(\(x, i). set(x, i, (v[i] - sum(k in i + 1 ..< n) m[i, k] * x[k]) / m[i, i]), [0 for _ < n], [n - 1 - i for i < n])

-- Two steps of Newton's method for f(x) = 0, each of which is taken where it makes neither the largest element of f nor the height larger, but for
-- rounding of the height. A step that is not taken leaves its derivative. The derivatives are those of the equation: j dx = -df for j = ∂f/∂x,
-- where df is the change of f by what it uses, and a singular j is an error.
def _refined(f: Real[_] -> Real[_], height: Real[_] -> Real, near: Real[n]): Real[n] =
  let step(x) =
        let y = f(x); h = height(x);
            d = _eliminated(jacfwd(f)(x), y);
            x1 = x - d
        in if _finite(x1) && _within(f(x1), _size(y)) && height(x1) <= h + 1e-15 * abs(h) then x1
           else if _finite(d) then x - (d - stopGradient(d)) else x
  in step(step(near))

derivative _refined(f: Real[_] -> Real[_], height: Real[_] -> Real, near: Real[n])
  forward(df, _, _) =
    let x = _refined(f, height, near); (_, dy) = jvp(f)(x, df, [0 for _ < n]) in (x, -linalg.solve(jacfwd(f)(x), dy))
  split = let x = _refined(f, height, near) in (x, x)
  reverse(x, w) =
    let (_, (df, _)) = vjp(f)(x, linalg.solve(transpose(jacfwd(f)(x)), w)) in (-df, zero(height), [0 for _ < n])

-- The x with f(x) = 0 near an x where f(x) is almost 0, by Newton's method. It is an error if four iterations do not bring the steps below
-- 1e-7 (1 + |x|), or if the matrix j = ∂f/∂x is singular. The derivatives come from the equation: j dx = -df, where df is the change of f by the
-- variables that it uses. They do not depend on the x that is given.
-- Example: solution(\x. x * x - 2, [1.4142135]) is [1.41421]
def solution(f: Real[_] -> Real[_], near: Real[n]): Real[n] =
  newton(f, near, stopGradient(1e-7 * (1 + max(i < n) abs(near[i]))), 4)

-- The x with f(x) = x near the start, by x ← f(x) until no element changes by more than tol. It is an error if more than `most` iterations are
-- needed, or if f is not finite on the way. Then up to two steps of Newton's method make the difference smaller. For derivatives the
-- matrix ∂f/∂x - 1 must have an inverse at the solution.
-- Example: fixedPoint(\x. [cos(x[0])], [1], 1e-10, 100) is [0.739085]
def fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  _refined(\x. f(x) - x, \_. 0, stopGradient(_fixedPoint(f, start, tol, most)))

def _fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  let () = assert(_finite(start), "optim.fixedPoint: the start is not finite");
      (x, _) = while(most, (start, true), \(_, more). more, \(x, _).
        let y = f(x); () = assert(_finite(y), "optim.fixedPoint: f is not finite where the iterations lead") in
        if _within(y - x, tol) then (x, false) else (y, true))
  in x
derivative _fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of the equation"

-- The x with f(x) = 0 near the start, by Newton's method, until a step changes no element by more than tol, or by more than rounding does. A step is halved
-- until it makes the largest element of f smaller. It is an error if no step does, as at a minimum of |f| that is not 0. It is also an error if f is not finite
-- at the start, if a derivative is not finite, if the matrix ∂f/∂x is singular, or if more than `most` iterations are needed. Derivatives
-- come from the equation, as for solution. Dennis and Schnabel, Numerical Methods for Unconstrained Optimization and Nonlinear Equations, 6.3.
-- Example: newton(\x. x * x - 2, [1], 1e-10, 20) is [1.41421]
def newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  _refined(f, \_. 0, stopGradient(_newton(f, start, tol, most)))

def _newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  let first = f(start);
      () = assert(_finite(start), "optim.newton: the start is not finite");
      () = assert(_finite(first), "optim.newton: f is not finite at the start");
      (x, _, _) = while(most, (start, first, true), \(_, _, more). more, \(x, y, _).
        let d = linalg.solve(jacfwd(f)(x), y);
            () = assert(_finite(d), "optim.newton: the derivative is not finite, or almost singular")
        in if _within(d, max(tol, 1e-15 * _size(x))) then (x, y, false) else
        let bound = _size(y);
            (x1, y1, t) = while(61, (x, y, 2.0), \(x1, y1, t). t >= 1e-18 && (t > 1 || not _within(y1, (1 - 1e-4 * t) * bound)),
              \(_, _, t). let x1 = x - 0.5 * t * d in (x1, f(x1), 0.5 * t));
            () = assert(t >= 1e-18, "optim.newton: no step makes f smaller: |f| is least here and not 0, or tol is less than rounding allows")
        in (x1, y1, true))
  in x
derivative _newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of the equation"

-- newton for a function of one number.
-- Example: root(\x. x^2 - 2, 1, 1e-10, 20) is 1.41421
def root(f: Real -> Real, start: Real, tol: Real, most: Int): Real =
  let finite(v) = abs(v) <= 1.7976931348623157e308;
      slope(x) =
        let s = grad(f)(x);
            () = assert(s != 0, "optim.root: the slope is 0");
            () = assert(finite(s), "optim.root: the slope is not finite")
        in s;
      found = stopGradient(
        let first = f(start);
            () = assert(finite(start), "optim.root: the start is not finite");
            () = assert(finite(first), "optim.root: f is not finite at the start");
            (x, _, _) = while(most, (start, first, true), \(_, _, more). more, \(x, y, _).
              let d = y / slope(x) in
              if abs(d) <= max(tol, 1e-15 * abs(x)) then (x, y, false) else
              let (x1, y1, t) = while(61, (x, y, 2.0), \(_, y1, t). t >= 1e-18 && (t > 1 || not (abs(y1) <= (1 - 1e-4 * t) * abs(y))),
                    \(_, _, t). let x1 = x - 0.5 * t * d in (x1, f(x1), 0.5 * t));
                  () = assert(t >= 1e-18, "optim.root: no step makes f smaller: |f| is least here and not 0, or tol is less than rounding allows")
              in (x1, y1, true))
        in x);
      step(x) = let y = f(x); d = y / slope(x); x1 = x - d in if abs(f(x1)) <= abs(y) then x1 else x - (d - stopGradient(d))
  in step(step(found))

derivative root(f: Real -> Real, start: Real, tol: Real, most: Int)
  forward(df, _, _, _) = let x = root(f, start, tol, most); (_, dy) = jvp(f)(x, df, 0) in (x, -dy / grad(f)(x))
  split = let x = root(f, start, tol, most) in (x, x)
  reverse(x, w) = let (_, (df, _)) = vjp(f)(x, -w / grad(f)(x)) in (df, 0, 0, ())

-- The x after the given number of steps x ← x - rate ∇f(x) from the start. For a large rate it may be far away, or not finite. Derivatives
-- are those of the steps, also in the start and in the rate.
-- Example: gradientDescent(\x. (x[0] - 3)^2, [0], 0.25, 2) is [2.25]
def gradientDescent(f: Real[_] -> Real, start: Real[n], rate: Real, steps: Int): Real[n] =
  nTimes(steps, start, \x. let g = grad(f)(x) in x - rate * g)

-- The minimum of f near the start, by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno, until no element of the gradient is
-- larger than tol. Two steps of Newton's method follow; each is taken only if it makes neither the gradient nor f larger. It is an error if more than `most`
-- iterations are needed, if f or its gradient is not finite at the start, if f has no lower bound, or if no step makes f smaller. Derivatives
-- come from the equation ∇f(x) = 0. For these the matrix of second derivatives must have an inverse at the minimum.
-- Nocedal and Wright, Numerical Optimization, chapters 3 and 7; Gilbert and Lemaréchal, Some Numerical Experiments with Variable-Storage
-- Quasi-Newton Algorithms, 1989.
-- Example: lbfgs(\x. (x[0] - 3)^2 + x[1]^2, [0, 1], 1e-8, 50) is [3, 0]
def lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int): Real[n] =
  _refined(grad(f), f, stopGradient(_lbfgs(f, start, tol, most)))

-- The number of changes of x and of the gradient that lbfgs stores.
const _memory: Int = 10

def _lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int): Real[n] =
  let first = _at(f, start, [0 for _ < n], 0);
      () = assert(_finite(start), "optim.lbfgs: the start is not finite");
      () = assert(_bounded(first.value), "optim.lbfgs: f is not finite at the start");
      () = assert(_finite(first.gradient), "optim.lbfgs: the gradient is not finite at the start");
      none = [0 for _ < _memory, _ < n];
      (last, _, _, _, _) = while(most, (first, none, none, _unit(first.gradient), 0), \(a, _, _, _, _). not _within(a.gradient, tol), \(a, s, y, h, count).
        let p = _direction(a.gradient, s, y, h, count);
            b = _search(f, a, p);
            -- Where the changes that are remembered lead nowhere, they are forgotten: the next direction is that of the gradient.
            found = b.step > 0;
            () = assert(found || count > 0, "optim.lbfgs: no step makes f smaller: f has no bound below, or tol is less than rounding allows");
            ds = b.x - a.x;
            dy = b.gradient - a.gradient;
            curvature = linalg.dot(ds, dy);
            r = count mod _memory
        in if not found then (a, s, y, _unit(a.gradient), 0)
           else if curvature > 2.3e-16 * abs(linalg.dot(ds, a.gradient)) && curvature > 1e-300
           then (b, set(s, r, ds), set(y, r, dy), _diagonal(ds, dy, curvature, h), count + 1) else (b, s, y, h, count))
  in last.x
derivative _lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of the equation"

def _bounded(v: Real): Bool = abs(v) <= 1.7976931348623157e308

-- A point of a line that lbfgs tries: its distance from the start of the line in steps, and the slope of f along the line.
type Probe = { step: Real, x: Real[_], value: Real, gradient: Real[_], slope: Real }

def _at(f: Real[_] -> Real, x: Real[n], p: Real[n], step: Real): Probe =
  let (v, g) = vjp(f)(x, 1) in { step: step, x: x, value: v, gradient: g, slope: linalg.dot(g, p) }

-- The multiple of the identity with which the first direction is as long as 1.
def _unit(g: Real[n]): Real[n] = let h = 1 / linalg.norm(g) in [h for _ < n]

-- The direction of descent from the last changes s of x and y of the gradient. Change k, 0 being the newest of count, is in row
-- (count - 1 - k) mod _memory. The inverse of the second derivatives before these changes is taken to be the diagonal matrix of h.
def _direction(g: Real[n], s: Real[_, n], y: Real[_, n], h: Real[n], count: Int): Real[n] =
  let m = min(count, _memory);
      row(k) = (count - 1 - k) mod _memory;
      rho(k) = 1 / linalg.dot(s[row(k)], y[row(k)]);
      (q, a) = fold(\((q, a), k).
        let r = row(k); c = rho(k) * linalg.dot(s[r], q) in (q - c * y[r], set(a, k, c)), (g, [0 for _ < _memory]), [k for k < m]);
      p = fold(\(p, k). let r = row(k); b = rho(k) * linalg.dot(y[r], p) in p + (a[k] - b) * s[r], [h[i] * q[i] for i < n], [m - 1 - k for k < m])
  in -p

-- The diagonal h after the changes s of x and y of the gradient: that of the matrix of the method, where the one before is diagonal. First h is
-- multiplied by a number, at least 1, so that the sum of h y² is not below that of s y.
def _diagonal(s: Real[n], y: Real[n], curvature: Real, h: Real[n]): Real[n] =
  let c = max(1, curvature / (sum(i < n) h[i] * y[i]^2));
      length = sum(i < n) s[i]^2 / (c * h[i]);
      scale = curvature / linalg.normSquared(y)
  in [let d = 1 / (1 / (c * h[i]) + y[i]^2 / curvature - (s[i] / (c * h[i]))^2 / length) in if d > 0 && _bounded(d) then d else scale for i < n]

-- A point in direction p that fulfils the strong conditions of Wolfe: f is smaller by 1e-4 of what the slope says, with some space for rounding, and
-- the slope is at most 0.9 of that at the start. Such points are between low and high: at low f is small and falls, and at high it is not finite, or too
-- large, or grows. Until there is a high, steps become longer. If no point that is tried fulfils the conditions, it is the best that fulfils the first,
-- or the start.
def _search(f: Real[_] -> Real, from: Probe, p: Real[n]): Probe =
  let slope = linalg.dot(from.gradient, p);
      start = { step: 0, x: from.x, value: from.value, gradient: from.gradient, slope: slope };
      space = 1e-15 * abs(from.value);
      (best, _, _, _, _) = while(61, (start, start, start, if slope < 0 then 1.0 else 0, 60), \(_, _, _, t, left). t >= 1e-24 && left > 0, \(best, low, high, t, left).
        let a = _at(f, from.x + t * p, p, t);
            () = assert(not (a.value < -1.7976931348623157e308), "optim.lbfgs: f has no bound below");
            fine = _bounded(a.value) && _finite(a.gradient) && _bounded(a.slope);
            small = fine && a.value <= from.value + 1e-4 * t * slope + space && a.value <= low.value + space
        in if small && abs(a.slope) <= -0.9 * slope then (a, low, high, t, 0)
           else let b = if small && (best.step == 0 || a.value <= best.value) then a else best;
                    (l, h) = if small && a.slope < 0 then (a, high) else (low, a);
                    width = h.step - l.step;
                    () = assert(h.step > 0 || left > 1, "optim.lbfgs: f has no bound below: it falls as far as a line was followed")
                in if h.step == 0 then (b, l, h, 4 * t, left - 1)
                   else if width <= 1e-15 * h.step then (b, l, h, t, 0)
                   else (b, l, h, l.step + width * (if _bounded(h.slope) && _bounded(h.value) then _between(l, h) else if l.step > 0 then 0.5 else 0.1), left - 1))
  in best

-- Where between two points of a line the cubic polynomial with their values and slopes is least: a number between 0.1 and 0.9.
def _between(l: Probe, h: Probe): Real =
  let width = h.step - l.step;
      a = l.slope + h.slope - 3 * (h.value - l.value) / width;
      r = sqrt(a^2 - l.slope * h.slope);
      part = 1 - (h.slope + r - a) / (h.slope - l.slope + 2 * r)
  in if not _bounded(part) then 0.5 else max(0.1, min(0.9, part))

-- What leastSquares finds: the parameters, their standard deviations, and the sum of squares of the residuals.
type Fit = { parameters: Real[_], deviations: Real[_], rss: Real }

-- The least sum of squares of the residuals r(x) near the start, by the Levenberg–Marquardt method. It ends when a Gauss–Newton step changes no parameter by more
-- than tol times its size, or tol times its standard deviation. Two steps of Newton's method follow, as in lbfgs. The standard deviations are
-- s sqrt(diag((jᵀj)⁻¹)), where j = ∂r/∂x is the Jacobian, and s² is the sum of squares divided by the number of residuals minus that of parameters. They assume
-- independent errors of equal size, and residuals that are nearly linear. It is an error if there are not more residuals than parameters, if the residuals at the
-- start or a Jacobian is not finite, if j is singular at the minimum, or if more than most steps are needed. Derivatives are those of the equation jᵀr = 0.
-- Moré, The Levenberg-Marquardt Algorithm, in Numerical Analysis, 1978; Nielsen, Damping Parameter in Marquardt's Method, 1999;
-- Transtrum and Sethna, Improvements to the Levenberg-Marquardt Algorithm for Nonlinear Least-Squares Minimization, 2012.
-- Example: leastSquares(\x. [x[0] - 1, x[0] * x[1] - 6, x[0] - 3], [1, 1], 1e-8, 50).parameters is [2, 3]
def leastSquares(r: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Fit =
  let half(x) = 0.5 * linalg.normSquared(r(x));
      x = _refined(grad(half), half, stopGradient(_leastSquares(r, start, tol, most)));
      y = r(x);
      e = linalg.identity(n);
      t = linalg.qr(jacfwd(r)(x)).r;
      inverse = [linalg.upperSolve(t, e[k]) for k < n];  -- row k is column k
      s = linalg.norm(y) / sqrt(real(size(y) - n))
  in { parameters: x, deviations: [s * linalg.norm(inverse[_, j]) for j < n], rss: linalg.normSquared(y) }

-- The triangle R of a = q R and the first n elements of qᵀ b, by Householder's reflections: columns may be dependent. Row j of u is column j of a. Golub and
-- Van Loan, Matrix Computations, 5.2.
def _triangle(a: Real[m, n], b: Real[m]): (Real[n, n], Real[n]) =
  let (u, c) = fold(\((u, c), j).
        let d = linalg.norm([if i < j then 0 else u[j, i] for i < m]);
            -- v is the vector of the reflection, by which column j becomes alpha in row j, and 0 below.
            alpha = if u[j, j] > 0 then -d else d;
            v = [if i < j then 0 else if i == j then u[j, i] - alpha else u[j, i] for i < m];
            h = linalg.normSquared(v);
            reflected(w) = let f = if h == 0 then 0 else 2 * linalg.dot(v, w) / h in [w[i] - f * v[i] for i < m]
        in (fold(\(u, k). set(u, k, reflected(u[k])), u, [k for k in j ..< n]), reflected(c)), (transpose(a), b), [j for j < n])
  in ([if i > j then 0 else u[j, i] for i < n, j < n], [c[i] for i < n])

def _leastSquares(r: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  let first = r(start);
      m = size(first);
      () = assert(_finite(start), "optim.leastSquares: the start is not finite");
      () = assert(m > n, "optim.leastSquares: there are no more residuals than parameters");
      () = assert(_finite(first), "optim.leastSquares: the residuals are not finite at the start");
      -- The step of x with damping by lambda d², and how much smaller it makes the sum of squares of the linear function.
      damped(t, c, d, lambda) =
        let (u, b) = _triangle([if i < n then t[i, j] else if i - n == j then sqrt(lambda) * d[j] else 0 for i < 2 * n, j < n], [if i < n then c[i] else 0 for i < 2 * n]);
            p = linalg.upperSolve(u, b)
        in (p, (sum(i < n) b[i]^2) + lambda * (sum(j < n) (d[j] * p[j])^2), u);
      -- What the second derivative of r along the step p adds to it (geodesic acceleration), with the triangle u of the damped step. If it is not finite, it adds
      -- nothing. A step to which it adds much is too long.
      bend(x, a, u, p) =
        let (_, w) = jvp(\x. let (_, dr) = jvp(r)(x, p) in dr)(x, p);
            q = 0.5 * linalg.upperSolve(u, linalg.lowerSolve(transpose(u), [sum(i < m) a[i, j] * w[i] for j < n]))
        in if _finite(q) then q else [0 for _ < n];
      (x, _, _, _, _, _) = while(most, (start, first, [0 for _ < n], 1e-3, 1 / 0, true), \(_, _, _, _, _, more). more, \(x, y, d0, lambda, best, _).
        let a = jacfwd(r)(x);
            () = assert((sum(i < m) (if _finite(a[i]) then 0 else 1)) == 0, "optim.leastSquares: the derivative is not finite where the iterations lead");
            (t, c) = _triangle(a, y);
            size = [linalg.norm([t[i, j] for i < n]) for j < n];
            d = [if size[j] > d0[j] then size[j] else if d0[j] > 0 then d0[j] else 1 for j < n];
            v = linalg.normSquared(y);
            offset = linalg.normSquared(c);  -- what a Gauss–Newton step would gain if r were linear
            dependent = (sum(j < n) (if abs(t[j, j]) > 1e-14 * size[j] then 0 else 1)) > 0;
            level = (sum(j < n) (if abs(sum(i < n) t[i, j] * c[i]) <= tol * size[j] * sqrt(v) then 0 else 1)) == 0;
            () = assert(not (dependent && level), "optim.leastSquares: the derivative is singular: the residuals do not determine all parameters");
            p = if dependent then d else linalg.upperSolve(t, c)
        in if not dependent && _settled(t, p, x, tol * sqrt(v / real(m - n)), tol) then (x - p, y, d, lambda, offset, false) else
        -- Rounding of large residuals hides how much the last steps gain: they are measured by the offset.
        let near = not dependent && offset <= 1e-8 * v && offset <= 0.5 * best;
            x1 = x - p;
            y1 = if near then r(x1) else y
        in if near && _finite(y1) then (x1, y1, d, lambda, offset, true) else
        let (x1, y1, next, _) = while(40, (x, y, lambda, 2.0), \(_, _, lambda, factor). factor > 0 && lambda < 1e30, \(_, _, lambda, factor).
              let (p, less, u) = damped(t, c, d, lambda);
                  q = bend(x, a, u, p);
                  straight = 2 * linalg.norm([d[j] * q[j] for j < n]) <= 0.75 * linalg.norm([d[j] * p[j] for j < n]);
                  x1 = x - (p + q); y1 = r(x1);
                  gain = (v - linalg.normSquared(y1)) / less
              in if straight && _finite(y1) && gain >= 1e-4
                 then (x1, y1, max(1e-20, lambda * max(1 / 3, 1 - (2 * gain - 1)^3)), 0)
                 else (x, y, lambda * factor, 2 * factor));
            () = assert(next < 1e30 || not dependent, "optim.leastSquares: the derivative is singular: the residuals do not determine all parameters");
            () = assert(next < 1e30, "optim.leastSquares: no step makes the sum of squares smaller: it is flat here, or tol is less than rounding allows")
        in (x1, y1, d, next, min(best, offset), true))
  in x
derivative _leastSquares(r: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of the equation"

-- Whether the Gauss–Newton step p changes no parameter by more than tol times its size, or s times the norm of its row of the inverse of t.
def _settled(t: Real[n, n], p: Real[n], x: Real[n], s: Real, tol: Real): Bool =
  let e = linalg.identity(n);
      inverse = [linalg.upperSolve(t, e[k]) for k < n]
  in (sum(j < n) (if abs(p[j]) <= max(tol * abs(x[j]), s * linalg.norm(inverse[_, j])) then 0 else 1)) == 0
