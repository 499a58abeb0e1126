-- Equations and minima. What is iterated may use what is around it, and derivatives go to that: they are those of the solution, which
-- does not depend on where the iterations begin, and they are right up to the second.
-- Nocedal and Wright, Numerical Optimization; Griewank and Walther, Evaluating Derivatives, chapter 15.

import linalg

-- The x at which f(x) = 0, near one at which it is almost, by two steps of Newton's method; a singular matrix j = ∂f/∂x is an error. Its derivatives
-- are those of the equation: j dx = -df, where df is the change of f by what it uses. They do not depend on what is given.
-- Example: solution(\x. x * x - 2, [1.4142135]) is [1.41421]
def solution(f: Real[_] -> Real[_], near: Real[n]): Real[n] =
  let step(x) = x - linalg.solve(jacfwd(f)(x), f(x)) in step(step(near))

derivative solution(f: Real[_] -> Real[_], near: Real[n])
  forward(df, _) =
    let x = solution(f, near); (_, dy) = jvp(f)(x, df, [0 for _ < n]) in (x, -linalg.solve(jacfwd(f)(x), dy))
  split = let x = solution(f, near) in (x, x)
  reverse(x, w) =
    let (_, (df, _)) = vjp(f)(x, linalg.solve(transpose(jacfwd(f)(x)), w)) in (-df, [0 for _ < n])

-- The x at which f(x) = x, near the start, by x ← f(x) until no element changes by more than tol; that more than most iterations are needed
-- is an error. The matrix ∂f/∂x - 1 has to have an inverse there, as in solution, which comes last.
-- Example: fixedPoint(\x. [cos(x[0])], [1], 1e-10, 100) is [0.739085]
def fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  solution(\x. f(x) - x, stopGradient(_fixedPoint(f, start, tol, most)))

def _fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  let (x, _) = while(most, (start, true), \(_, more). more, \(x, _). let y = f(x) in (y, (max(i < n) abs(y[i] - x[i])) > tol)) in x
derivative _fixedPoint(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of solution"

-- The x at which f(x) = 0, near the start, by Newton's method until no element changes by more than tol, and then by solution; that more than most
-- iterations are needed is an error, and so is a singular matrix ∂f/∂x.
-- Example: newton(\x. x * x - 2, [1], 1e-10, 20) is [1.41421]
def newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  solution(f, stopGradient(_newton(f, start, tol, most)))

def _newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int): Real[n] =
  let (x, _) = while(most, (start, true), \(_, more). more, \(x, _).
        let d = linalg.solve(jacfwd(f)(x), -f(x)) in (x + d, (max(i < n) abs(d[i])) > tol))
  in x
derivative _newton(f: Real[_] -> Real[_], start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of solution"

-- newton for a function of one number.
-- Example: root(\x. x^2 - 2, 1, 1e-10, 20) is 1.41421
def root(f: Real -> Real, start: Real, tol: Real, most: Int): Real =
  let slope(x) = let s = grad(f)(x); () = assert(s != 0, "optim.root: the slope is 0") in s;
      change(x) = -f(x) / slope(x);
      (x, _) = stopGradient(while(most, (start, true), \(_, more). more, \(x, _). let d = change(x) in (x + d, abs(d) > tol)));
      y = x + change(x)
  in y + change(y)

derivative root(f: Real -> Real, start: Real, tol: Real, most: Int)
  forward(df, _, _, _) = let x = root(f, start, tol, most); (_, dy) = jvp(f)(x, df, 0) in (x, -dy / grad(f)(x))
  split = let x = root(f, start, tol, most) in (x, x)
  reverse(x, w) = let (_, (df, _)) = vjp(f)(x, -w / grad(f)(x)) in (df, 0, 0, ())

-- Where so many steps x ← x - rate ∇f(x) lead from the start. Derivatives are those of the steps, in the start and the rate too.
-- Example: gradientDescent(\x. (x[0] - 3)^2, [0], 0.25, 2) is [2.25]
def gradientDescent(f: Real[_] -> Real, start: Real[n], rate: Real, steps: Int): Real[n] =
  nTimes(steps, start, \x. let g = grad(f)(x) in x - rate * g)

-- The x near the start at which f is least, by the method of limited memory of Broyden, Fletcher, Goldfarb and Shanno, until no element of
-- the gradient is larger than tol; that more than most iterations are needed is an error. The matrix of second derivatives has to have an
-- inverse there: solution comes last, for the gradient.
-- Example: lbfgs(\x. (x[0] - 3)^2 + x[1]^2, [0, 1], 1e-8, 50) is [3, 0]
def lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int): Real[n] =
  solution(grad(f), stopGradient(_lbfgs(f, start, tol, most)))

-- How many changes of x and of the gradient lbfgs remembers.
const _memory: Int = 8

def _lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int): Real[n] =
  let large(g) = (max(i < n) abs(g[i])) > tol;
      first = grad(f)(start);
      none = [0 for _ < _memory, _ < n];
      -- Change k of the last ones, 0 being the newest of count, is in row (count - 1 - k) mod _memory.
      direction(g, s, y, count) =
        let m = min(count, _memory);
            row(k) = (count - 1 - k) mod _memory;
            rho(k) = 1 / linalg.dot(s[row(k)], y[row(k)]);
            (q, a) = fold(\((q, a), k).
              let r = row(k); c = rho(k) * linalg.dot(s[r], q) in (q - c * y[r], set(a, k, c)), (g, [0 for _ < _memory]), [k for k < m]);
            scale = if m == 0 then 1 / linalg.norm(g) else let r = row(0) in linalg.dot(s[r], y[r]) / linalg.dot(y[r], y[r]);
            p = fold(\(p, k). let r = row(k); b = rho(k) * linalg.dot(y[r], p) in p + (a[k] - b) * s[r], scale * q, [m - 1 - k for k < m])
        in -p;
      (x, _, _, _, _) = while(most, (start, first, none, none, 0), \(_, g, _, _, _). large(g), \(x, g, s, y, count).
        let p = direction(g, s, y, count);
            slope = linalg.dot(g, p);
            () = assert(slope < 0, "optim.lbfgs: this is no way down");
            v = f(x);
            -- Armijo's rule, with some space for rounding where nothing is left to gain.
            (t, _) = while(60, (1.0, true), \(_, more). more, \(t, _).
              let enough = f(x + t * p) <= v + 1e-4 * t * slope + 1e-15 * abs(v) in (if enough then t else 0.5 * t, not enough));
            x1 = x + t * p;
            g1 = grad(f)(x1);
            ds = t * p;
            dy = g1 - g;
            r = count mod _memory
        in if linalg.dot(ds, dy) > 1e-300 then (x1, g1, set(s, r, ds), set(y, r, dy), count + 1) else (x1, g1, s, y, count))
  in x
derivative _lbfgs(f: Real[_] -> Real, start: Real[n], tol: Real, most: Int)
  constant
  differs "the derivatives are those of solution"
