-- A Gaussian process: a smooth function, seen with noise at some places, and what is expected of it at others. What is learnt is how large
-- and how smooth it is. Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 2.1.

import linalg
import optim
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

-- What is expected of the value that was seen at x[i], noise and all, by the others: of the inverse of the covariance, Rasmussen and
-- Williams, 5.10. The mean of the logarithms of these densities is another measure of a kernel than the evidence.
def _leftOut(k: Kernel, x: Real[n], y: Real[n], i: Int): Expected =
  let l = factor(k, x);
      w = linalg.choleskySolve(l, y);
      p = linalg.choleskySolve(l, [if j == i then 1 else 0 for j < n])[i]
  in { mean: y[i] - w[i] / p, variance: 1 / p }
def _crossValidated(k: Kernel, x: Real[n], y: Real[n]): Real =
  (sum(i < n) (let e = _leftOut(k, x, y, i) in stats.normalLogpdf(y[i], e.mean, sqrt(e.variance)))) / real(n)

-- The kernel for which the values are most likely, near the one that is given.
def _learnt(k: Kernel, x: Real[n], y: Real[n]): Kernel =
  let kernel(v) = { amplitude: v[0], scale: v[1], noise: v[2] };
      v = optim.lbfgs(\v. evidence(kernel(v), x, y) + 0.05 * linalg.dot(v, v), [k.amplitude, k.scale, k.noise], 1e-6, 100)
  in kernel(v)

-- A wave, seen at so many places with a little noise.
def _wave(n: Int): (Real[_], Real[_]) =
  let x = [0.6 * real(i) for i < n] in (x, [sin(x[i]) + 0.05 * stats.randomNormal(7, i) for i < n])

def _plain(): Kernel = { amplitude: 0, scale: 0, noise: -8 }

test "without noise the function is what is seen" =
  let e = expected(_plain(), [0, 1, 2], [1, -1, 0.5], 1) in abs(e.mean + 1) < 1e-6 && abs(e.variance) < 1e-6
test "far away nothing is known" =
  let e = expected(_plain(), [0, 1, 2], [1, -1, 0.5], 100) in abs(e.mean) < 1e-12 && abs(e.variance - 1) < 1e-12
test "the evidence is the density of a normal distribution" =
  let k = { amplitude: 0.1, scale: 0.2, noise: -1 }; x = [0, 1, 2.5]; y = [0.3, -0.2, 0.8];
      cov = [covariance(k, x[i], x[j]) + (if i == j then exp(-2) else 0) for i < 3, j < 3]
  in abs(evidence(k, x, y) + stats.multivariateNormalLogpdf(y, [0, 0, 0], cov)) < 1e-12
test "what the others say of a value is what is expected without it" =
  let k = { amplitude: 0.1, scale: 0.2, noise: -1 };
      one = _leftOut(k, [0, 1, 2.5], [0.3, -0.2, 0.8], 1); e = expected(k, [0, 2.5], [0.3, 0.8], 1)
  in abs(one.mean - e.mean) < 1e-12 && abs(one.variance - e.variance - exp(-2)) < 1e-12
test "a kernel that is learnt explains more, and foretells better" =
  let (x, y) = _wave(9); before = { amplitude: 0, scale: -2, noise: -0.5 }; after = _learnt(before, x, y)
  in evidence(after, x, y) < evidence(before, x, y) && _crossValidated(after, x, y) > _crossValidated(before, x, y)
       && abs(expected(after, x, y, 2.1).mean - sin(2.1)) < abs(expected(before, x, y, 2.1).mean - sin(2.1))
test "the gradient is 0 where the kernel is learnt" =
  let (x, y) = _wave(6); k = _learnt({ amplitude: 0, scale: 0, noise: -1 }, x, y); g = grad(\k. evidence(k, x, y))(k)
  in abs(g.scale + 0.1 * k.scale) < 1e-5 && abs(g.noise + 0.1 * k.noise) < 1e-5
