-- Integrals of functions of one number. The functions can use variables around them. There are derivatives in these, and in the ends.

-- A rule for integrals from -1 to 1: the nodes, in ascending order, and their weights.
type Rule = { nodes: Real[_], weights: Real[_] }

-- The rule of Gauss and Legendre with n nodes, which is exact for polynomials up to degree 2n - 1; n is at least 1. Newton's method finds
-- the zeros of Legendre's polynomial. Press, Teukolsky, Vetterling and Flannery, Numerical Recipes, 4.6.
-- Example: legendre(2).nodes is [-0.57735, 0.57735]
def legendre(n: Int): Rule =
  let () = assert(n >= 1, "quad.legendre: a rule has a node at least");
      -- (Pₙ, Pₙ₋₁)
      values(x) = fold(\((p, q), k). (((2 * real(k) + 1) * x * p - real(k) * q) / real(k + 1), p), (1.0, 0.0), [k for k < n]);
      slope(x, p, q) = real(n) * (x * p - q) / (x^2 - 1);
      zeros = [nTimes(10, -cos(pi * (real(i) + 0.75) / (real(n) + 0.5)), \x. let (p, q) = values(x) in x - p / slope(x, p, q)) for i < n];
      weights = [let x = zeros[i]; (p, q) = values(x); d = slope(x, p, q) in 2 / ((1 - x^2) * d^2) for i < n]
  in { nodes: zeros, weights: weights }

-- The integral of f from a to b by a rule, such as legendre(10).
-- Example: integrate(\x. x^2, 0, 3, legendre(2)) is 9
def integrate(f: Real -> Real, a: Real, b: Real, rule: Rule): Real =
  let m = 0.5 * (a + b); h = 0.5 * (b - a) in h * sum(i < size(rule.nodes)) rule.weights[i] * f(m + h * rule.nodes[i])

-- The integral of f from a to b with n nodes of Gauss and Legendre.
-- Example: gaussLegendre(exp, 0, 1, 8) is 1.71828
def gaussLegendre(f: Real -> Real, a: Real, b: Real, n: Int): Real = integrate(f, a, b, legendre(n))

-- The integral of f from a to b by Simpson's rule, with an error near tol. A part is halved as long as its halves give another value.
-- It is an error if a part is halved 50 times, or if the function is not finite at a node. Lyness, Journal of the ACM 16, 1969.
-- Example: simpson(exp, 0, 1, 1e-10) is 1.71828
def simpson(f: Real -> Real, a: Real, b: Real, tol: Real): Real =
  let m = 0.5 * (a + b); fa = f(a); fm = f(m); fb = f(b) in _simpson(f, a, b, fa, fm, fb, tol, 50)

def _simpson(f: Real -> Real, a: Real, b: Real, fa: Real, fm: Real, fb: Real, tol: Real, depth: Int): Real =
  let m = 0.5 * (a + b);
      fl = f(0.5 * (a + m)); fr = f(0.5 * (m + b));
      left = (m - a) / 6 * (fa + 4 * fl + fm);
      right = (b - m) / 6 * (fm + 4 * fr + fb);
      d = left + right - (b - a) / 6 * (fa + 4 * fm + fb)
  in if abs(d) <= 15 * tol then left + right + d / 15
     else let () = assert(abs(d) <= 1.7976931348623157e308, "quad.simpson: the function is not finite");
              () = assert(depth > 0, "quad.simpson: the parts become too small") in
       _simpson(f, a, m, fa, fl, fm, 0.5 * tol, depth - 1) + _simpson(f, m, b, fm, fr, fb, 0.5 * tol, depth - 1)
