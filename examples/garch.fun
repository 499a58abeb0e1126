-- A GARCH model: returns of a share whose variance depends on the last return and on the last variance. The negative logarithm of how likely
-- returns are, with tails as those of Student's distribution. Bollerslev, Journal of Econometrics 31, 1986.

import stats

-- The mean return, and parameters that may be any numbers: of the variance that comes in, of the parts of the last return and the last
-- variance that stay, and of how heavy the tails are.
type Garch = { mean: Real, omega: Real, alpha: Real, beta: Real, tail: Real }

-- The parts of a return and of a variance that stay: both positive, and together less than 1.
def parts(g: Garch): (Real, Real) =
  let p = stats.softmax([g.alpha, g.beta, 0]) in (p[0], p[1])

-- The variances of the returns, from the one of the first.
def variances(g: Garch, returns: Real[n]): Real[n] =
  let (a, b) = parts(g);
      first = exp(g.omega) / (1 - a - b)
  in scan(\(v, i). if i == 0 then v else exp(g.omega) + a * (returns[i - 1] - g.mean)^2 + b * v, first, [i for i < n])

-- The negative logarithm of how likely the returns are, and a weak wish for small parameters.
def loss(g: Garch, returns: Real[n]): Real =
  let v = variances(g, returns);
      dof = 2 + exp(g.tail);
      -- of a distribution with variance v[i]
      one(i) = stats.studentLogpdf(returns[i], dof, g.mean, sqrt(v[i] * (dof - 2) / dof))
  in 0.01 * (g.omega^2 + g.alpha^2 + g.beta^2 + g.tail^2) - sum(i < n) one(i)

test "what stays is less than all" = let (a, b) = parts({ mean: 0, omega: 0, alpha: 2, beta: 3, tail: 0 }) in a > 0 && b > a && a + b < 1
test "without returns the variance stays what it is" =
  let g = { mean: 0, omega: -1, alpha: -40, beta: 0, tail: 0 }; v = variances(g, [1, 1, 1]) in
  abs(v[0] - 2 * exp(-1)) < 1e-12 && abs(v[2] - v[0]) < 1e-12
test "a large return makes the next variance large" =
  let v = variances({ mean: 0, omega: -1, alpha: 0, beta: 0, tail: 0 }, [5, 0, 0]) in v[1] > v[0] && v[2] < v[1]
