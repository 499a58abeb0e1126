-- Statistics: logarithms of densities, sums of exponentials, and random numbers by counter.
-- Where a density is 0, its logarithm is -∞, with derivative 0. A parameter that no distribution has is an error.

import linalg

-- The logarithm of 0.
const _never: Real = -1 / 0

-- The mean of a sample. The mean of no elements is NaN.
-- Example: mean([1, 2, 4]) is 2.33333
def mean(v: Real[n]): Real = (sum(i < n) v[i]) / real(n)

-- The variance of a sample: the sum of squares divided by n - 1.
-- Example: variance([1, 2, 3]) is 1
def variance(v: Real[n]): Real =
  let () = assert(n >= 2, "stats.variance: a sample has two elements at least"); m = mean(v) in (sum(i < n) (v[i] - m)^2) / real(n - 1)

-- The covariance matrix of the rows of a sample: sums of products divided by n - 1.
-- Example: covariance([[1, 2], [3, 6]]) is [[2, 4], [4, 8]]
def covariance(v: Real[n, d]): Real[d, d] =
  let () = assert(n >= 2, "stats.covariance: a sample has two rows at least");
      m = [(sum(i < n) v[i, j]) / real(n) for j < d]
  in [(sum(i < n) (v[i, j] - m[j]) * (v[i, k] - m[k])) / real(n - 1) for j < d, k < d]

-- log Σ exp vᵢ, without overflow: the largest vᵢ is taken out.
-- Example: logsumexp([0, 0]) is 0.693147
def logsumexp(v: Real[n]): Real =
  let m = stopGradient(max(i < n) v[i]) in
  if abs(m) == 1 / 0 then m else m + log(sum(i < n) exp(v[i] - m))

-- exp vᵢ / Σ exp vₖ, without overflow.
-- Example: softmax([0, 0, log(2)]) is [0.25, 0.25, 0.5]
def softmax(v: Real[n]): Real[n] =
  let m = stopGradient(max(i < n) v[i]); e = [exp(v[i] - m) for i < n]; s = sum(i < n) e[i] in [e[i] / s for i < n]

derivative softmax(v: Real[n])
  split = let y = softmax(v) in (y, y)
  reverse(y, w) = let mean = sum(i < n) y[i] * w[i] in [y[i] * (w[i] - mean) for i < n]

-- vᵢ - log Σ exp vₖ, the logarithm of softmax.
-- Example: logSoftmax([0, 0]) is [-0.693147, -0.693147]
def logSoftmax(v: Real[n]): Real[n] = let s = logsumexp(v) in [v[i] - s for i < n]

-- log(1 + exp x), without overflow.
-- Example: softplus(0) is 0.693147
def softplus(x: Real): Real = if x > 0 then x + log1p(exp(-x)) else log1p(exp(x))

-- The standard normal distribution function. For x below -5 it loses digits.
-- Example: normalCdf(1) is 0.841345
def normalCdf(x: Real): Real = 0.5 * (1 + erf(x / sqrt(2)))

-- Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions, for those of Reals.

-- Normal, with a mean and a standard deviation above 0.
-- Example: normalLogpdf(1, 0, 1) is -1.41894
def normalLogpdf(x: Real, mean: Real, sd: Real): Real =
  let () = assert(sd > 0, "stats.normalLogpdf: the standard deviation is positive") in
  -0.5 * ((x - mean) / sd)^2 - log(sd) - 0.5 * log(2 * pi)

-- Lognormal: the logarithm of x is normal, with this mean and standard deviation.
-- Example: lognormalLogpdf(1, 0, 1) is -0.918939
def lognormalLogpdf(x: Real, mean: Real, sd: Real): Real =
  let () = assert(sd > 0, "stats.lognormalLogpdf: the standard deviation is positive") in
  if x <= 0 then _never else normalLogpdf(log(x), mean, sd) - log(x)

-- Gamma, with a shape and a rate above 0: the mean is shape / rate. At 0 the density is ∞ for a shape below 1, and the rate for the shape 1.
-- Example: gammaLogpdf(2, 3, 1) is -1.30685
def gammaLogpdf(x: Real, shape: Real, rate: Real): Real =
  let () = assert(shape > 0 && rate > 0, "stats.gammaLogpdf: shape and rate are positive") in
  if x < 0 || x == 0 && shape > 1 then _never else shape * log(rate) + smul(shape - 1, log(x)) - rate * x - lgamma(shape)

-- Beta, with a and b above 0: the mean is a / (a + b). The density is ∞ at 0 for an a below 1, and at 1 for a b below 1.
-- Example: betaLogpdf(0.5, 2, 2) is 0.405465
def betaLogpdf(x: Real, a: Real, b: Real): Real =
  let () = assert(a > 0 && b > 0, "stats.betaLogpdf: a and b are positive") in
  if x < 0 || x > 1 || x == 0 && a > 1 || x == 1 && b > 1 then _never else
  smul(a - 1, log(x)) + smul(b - 1, log1p(-x)) + lgamma(a + b) - lgamma(a) - lgamma(b)

-- Exponential, with a rate above 0: the mean is 1 / rate.
-- Example: exponentialLogpdf(1, 2) is -1.30685
def exponentialLogpdf(x: Real, rate: Real): Real =
  let () = assert(rate > 0, "stats.exponentialLogpdf: the rate is positive") in if x < 0 then _never else log(rate) - rate * x

-- Uniform between lo and hi, where lo is less.
-- Example: uniformLogpdf(1, 0, 4) is -1.38629
def uniformLogpdf(x: Real, lo: Real, hi: Real): Real =
  let () = assert(lo < hi, "stats.uniformLogpdf: lo is less than hi") in if x < lo || x > hi then _never else -log(hi - lo)

-- Cauchy, with a median and a scale above 0.
-- Example: cauchyLogpdf(0, 0, 1) is -1.14473
def cauchyLogpdf(x: Real, median: Real, scale: Real): Real =
  let () = assert(scale > 0, "stats.cauchyLogpdf: the scale is positive") in -log(pi * scale) - log1p(((x - median) / scale)^2)

-- Student's t, with degrees of freedom and a scale above 0, and a median.
-- Example: studentLogpdf(0, 3, 0, 1) is -1.00089
def studentLogpdf(x: Real, dof: Real, median: Real, scale: Real): Real =
  let () = assert(dof > 0 && scale > 0, "stats.studentLogpdf: degrees of freedom and scale are positive") in
  lgamma(0.5 * (dof + 1)) - lgamma(0.5 * dof) - 0.5 * log(pi * dof) - log(scale) - 0.5 * (dof + 1) * log1p(((x - median) / scale)^2 / dof)

-- Laplace, with a median and a scale above 0.
-- Example: laplaceLogpdf(1, 0, 1) is -1.69315
def laplaceLogpdf(x: Real, median: Real, scale: Real): Real =
  let () = assert(scale > 0, "stats.laplaceLogpdf: the scale is positive") in -log(2 * scale) - abs(x - median) / scale

-- Weibull, with a shape and a scale above 0. At 0 the density is ∞ for a shape below 1, and 1 / scale for the shape 1.
-- Example: weibullLogpdf(1, 2, 1) is -0.306853
def weibullLogpdf(x: Real, shape: Real, scale: Real): Real =
  let () = assert(shape > 0 && scale > 0, "stats.weibullLogpdf: shape and scale are positive") in
  if x < 0 || x == 0 && shape > 1 then _never else let t = x / scale in log(shape / scale) + smul(shape - 1, log(t)) - pow(t, shape)

-- Poisson: the probability of k events, if rate events are expected. The rate is above 0.
-- Example: poissonLogpmf(2, 1) is -1.69315
def poissonLogpmf(k: Int, rate: Real): Real =
  let () = assert(rate > 0, "stats.poissonLogpmf: the rate is positive") in
  if k < 0 then _never else real(k) * log(rate) - rate - lgamma(real(k + 1))

-- Bernoulli: p, between 0 and 1, is the probability of 1.
-- Example: bernoulliLogpmf(1, 0.25) is -1.38629
def bernoulliLogpmf(k: Int, p: Real): Real =
  let () = assert(p >= 0 && p <= 1, "stats.bernoulliLogpmf: p is between 0 and 1") in
  if k == 1 then log(p) else if k == 0 then log1p(-p) else _never

-- Bernoulli, with the logit log(p / (1 - p)) instead of p.
-- Example: bernoulliLogitLogpmf(1, 0) is -0.693147
def bernoulliLogitLogpmf(k: Int, logit: Real): Real =
  if k == 1 then -softplus(-logit) else if k == 0 then -softplus(logit) else _never

-- Binomial: k successes in n trials, each with probability p, which is above 0 and below 1.
-- Example: binomialLogpmf(1, 2, 0.5) is -0.693147
def binomialLogpmf(k: Int, n: Int, p: Real): Real =
  let () = assert(n >= 0 && p > 0 && p < 1, "stats.binomialLogpmf: n is not negative, p is between 0 and 1") in
  if k < 0 || k > n then _never else
  lgamma(real(n + 1)) - lgamma(real(k + 1)) - lgamma(real(n - k + 1)) + real(k) * log(p) + real(n - k) * log1p(-p)

-- Normal in n dimensions, with a positive definite covariance matrix. Only its lower triangle is read.
-- Example: multivariateNormalLogpdf([1, 0], [0, 0], [[1, 0], [0, 1]]) is -2.33788
def multivariateNormalLogpdf(x: Real[n], mean: Real[n], cov: Real[n, n]): Real =
  let l = linalg.cholesky(cov); w = linalg.lowerSolve(l, x - mean) in
  -0.5 * (linalg.dot(w, w) + linalg.choleskyLogdet(l) + real(n) * log(2 * pi))

-- The four random words of 32 bits for a counter of four such words and a key of two: Philox4x32-10.
-- Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3. SC 2011.
-- Example: philox([0, 0, 0, 0], [0, 0]) is [1713891541, 3781805453, 3159862348, 2600524760]
def philox(counter: Int[4], key: Int[2]): Int[4] =
  let low(m) = bitAnd(m, 4294967295);
      high(m) = low(shiftRight(m, 32));
      (c0, c1, c2, c3, _, _) = nTimes(10, (counter[0], counter[1], counter[2], counter[3], key[0], key[1]), \(c0, c1, c2, c3, k0, k1).
        let p = 3528531795 * c0; q = 3449720151 * c2 in
        (bitXor(bitXor(high(q), c1), k0), low(q), bitXor(bitXor(high(p), c3), k1), low(p), low(k0 + 2654435769), low(k1 + 3144134277)))
  in [c0, c1, c2, c3]

-- The words of philox for a counter and a key of 64 bits.
def _words(key: Int, counter: Int): Int[4] =
  let low(m) = bitAnd(m, 4294967295) in
  philox([low(counter), low(shiftRight(counter, 32)), 0, 0], [low(key), low(shiftRight(key, 32))])

-- An odd multiple of 2⁻⁵³ below 1, of 26 bits of each of two words.
def _fraction(a: Int, b: Int): Real =
  (real(shiftRight(a, 6)) * 67108864 + real(shiftRight(b, 6)) + 0.5) / 4503599627370496

-- A random number above 0 and below 1, for a key and a counter. Each key and each counter gives another number.
-- Example: randomUniform(7, 0) is 0.954597
def randomUniform(key: Int, counter: Int): Real = let w = _words(key, counter) in _fraction(w[0], w[1])

-- A normal random number with mean 0 and standard deviation 1, for a key and a counter, by Box and Muller's method.
-- Example: randomNormal(7, 0) is 0.229708
def randomNormal(key: Int, counter: Int): Real =
  let w = _words(key, counter) in sqrt(-2 * log(_fraction(w[0], w[1]))) * cos(2 * pi * _fraction(w[2], w[3]))

-- n of randomUniform, for counters from 0.
-- Example: randomUniforms(7, 2) is [0.954597, 0.40696]
def randomUniforms(key: Int, n: Int): Real[n] = [randomUniform(key, i) for i < n]

-- n of randomNormal, for counters from 0.
-- Example: randomNormals(7, 2) is [0.229708, 0.632675]
def randomNormals(key: Int, n: Int): Real[n] = [randomNormal(key, i) for i < n]
