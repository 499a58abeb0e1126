-- A Gaussian process: a smooth function, seen with noise at some places, and what is expected of it at others. What is learnt is how large
-- and how smooth it is. Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 2.1.

import linalg
import stats

-- Logarithms of the size of the function, of how far two places are that still have much in common, and of the noise.
type Kernel = { amplitude: Real, scale: Real, noise: Real }

-- The covariance of the function at two places.
def covariance(k: Kernel, x: Real, z: Real): Real = exp(2 * k.amplitude - 0.5 * ((x - z) / exp(k.scale))^2)

-- The factor of the covariance of what is seen.
def factor(k: Kernel, x: Real[n]): Real[n, n] =
  linalg.cholesky([covariance(k, x[i], x[j]) + (if i == j then exp(2 * k.noise) else 0) for i < n, j < n])

-- What is expected at a place: a mean, and a variance.
type Expected = { mean: Real, variance: Real }

def expected(k: Kernel, x: Real[n], y: Real[n], at: Real): Expected =
  let l = factor(k, x);
      c = [covariance(k, x[i], at) for i < n];
      v = linalg.lowerSolve(l, c)
  in { mean: linalg.dot(c, linalg.choleskySolve(l, y)), variance: covariance(k, at, at) - linalg.dot(v, v) }

-- The negative logarithm of how likely the values y at x are.
def evidence(k: Kernel, x: Real[n], y: Real[n]): Real =
  let l = factor(k, x); w = linalg.lowerSolve(l, y) in
  0.5 * (linalg.dot(w, w) + linalg.choleskyLogdet(l) + real(n) * log(2 * pi))

-- The same of y at x, and then of further values at further places, each by itself.
def loss(k: Kernel, x: Real[n], y: Real[n], further: Real[m], seen: Real[m]): Real =
  let one(i) = let e = expected(k, x, y, further[i]) in stats.normalLogpdf(seen[i], e.mean, sqrt(e.variance + exp(2 * k.noise))) in
  evidence(k, x, y) - sum(i < m) one(i)

def _plain(): Kernel = { amplitude: 0, scale: 0, noise: -8 }

test "without noise the function is what is seen" =
  let e = expected(_plain(), [0, 1, 2], [1, -1, 0.5], 1) in abs(e.mean + 1) < 1e-6 && abs(e.variance) < 1e-6
test "far away nothing is known" =
  let e = expected(_plain(), [0, 1, 2], [1, -1, 0.5], 100) in abs(e.mean) < 1e-12 && abs(e.variance - 1) < 1e-12
test "the evidence is the density of a normal distribution" =
  let k = { amplitude: 0.1, scale: 0.2, noise: -1 }; x = [0, 1, 2.5]; y = [0.3, -0.2, 0.8];
      cov = [covariance(k, x[i], x[j]) + (if i == j then exp(-2) else 0) for i < 3, j < 3]
  in abs(evidence(k, x, y) + stats.multivariateNormalLogpdf(y, [0, 0, 0], cov)) < 1e-12
