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

-- The variance to which variances come back, on average.
def _longRun(g: Garch): Real = let (a, b) = parts(g) in exp(g.omega) / (1 - a - b)

-- The variances that are expected of the k returns after those that are known.
def _forecast(g: Garch, returns: Real[n], k: Int): Real[k] =
  let (a, b) = parts(g);
      next = exp(g.omega) + a * (returns[n - 1] - g.mean)^2 + b * variances(g, returns)[n - 1]
  in [_longRun(g) + (a + b)^i * (next - _longRun(g)) for i < k]

-- So many returns of a share that follows the model, with normal tails; another key gives others.
def _simulated(g: Garch, key: Int, n: Int): Real[n] =
  let (a, b) = parts(g);
      (_, returns) = fold(\((v, rs), i).
        let w = if i == 0 then v else exp(g.omega) + a * (rs[i - 1] - g.mean)^2 + b * v in
        (w, set(rs, i, g.mean + sqrt(w) * stats.randomNormal(key, i))), (_longRun(g), [0 for _ < n]), [i for i < n])
  in returns

-- The share of returns that are below what 1 of 20 should be below, for normal tails: near 0.05 if the variances are right.
def _below(g: Garch, returns: Real[n]): Real =
  let v = variances(g, returns) in (sum(i < n) (if returns[i] < g.mean - 1.6449 * sqrt(v[i]) then 1 else 0)) / real(n)

-- A model whose variance moves, and one of the same size whose variance does not.
def _moving(): Garch = { mean: 0, omega: -2, alpha: 1.5, beta: 2, tail: 4 }
def _still(): Garch = { mean: 0, omega: log(_longRun(_moving())), alpha: -20, beta: -20, tail: 4 }

test "what stays is less than all" = let (a, b) = parts({ mean: 0, omega: 0, alpha: 2, beta: 3, tail: 0 }) in a > 0 && b > a && a + b < 1
test "without returns the variance stays what it is" =
  let g = { mean: 0, omega: -1, alpha: -40, beta: 0, tail: 0 }; v = variances(g, [1, 1, 1]) in
  abs(v[0] - 2 * exp(-1)) < 1e-12 && abs(v[2] - v[0]) < 1e-12
test "a large return makes the next variance large" =
  let v = variances({ mean: 0, omega: -1, alpha: 0, beta: 0, tail: 0 }, [5, 0, 0]) in v[1] > v[0] && v[2] < v[1]
test "the next variance is foretold, and after long the one of long" =
  let g = _moving(); r = _simulated(g, 1, 30); f = _forecast(g, r[0 ..< 29], 400) in
  abs(f[0] - variances(g, r)[29]) < 1e-12 && abs(f[399] - _longRun(g)) < 1e-3 * _longRun(g)
test "returns are more likely by the model that they follow" =
  let r = _simulated(_moving(), 2, 200) in loss(_moving(), r) < loss(_still(), r)
test "one in twenty is below" = let r = _simulated(_moving(), 3, 400) in abs(_below(_moving(), r) - 0.05) < 0.03
test "a step against the gradient makes returns more likely" =
  let r = _simulated(_moving(), 4, 60); g = { _moving() with omega: -1, beta: 1 }; d = grad(\g. loss(g, r))(g); h = 1e-3 in
  loss({ mean: g.mean - h * d.mean, omega: g.omega - h * d.omega, alpha: g.alpha - h * d.alpha, beta: g.beta - h * d.beta, tail: g.tail - h * d.tail }, r) < loss(g, r)
