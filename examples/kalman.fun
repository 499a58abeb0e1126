-- A Kalman filter for a target that moves in the plane: the negative log-likelihood of noisy
-- positions, as a function of the noise and of where the target begins.

const dim: Int = 4       -- position and velocity
const seen: Int = 2      -- what is measured: the position

-- What is believed of the target: a mean and its covariance.
type Belief = { mean: Real[dim], cov: Real[dim, dim] }

-- How the target moves and how it is measured.
type Model = { step: Real, process: Real, sensor: Real }

def matmul(a: Real[n, m], b: Real[m, p]): Real[n, p] = [sum(k < m) a[i, k] * b[k, j] for i < n, j < p]
def matvec(a: Real[n, m], x: Real[m]): Real[n] = [sum(k < m) a[i, k] * x[k] for i < n]

-- Positions move by velocities.
def transition(m: Model): Real[dim, dim] =
  [if i == j then 1 else if j == i + seen then m.step else 0 for i < dim, j < dim]

-- The noise of a random acceleration.
def noise(m: Model): Real[dim, dim] =
  let q = m.process^2; h = m.step in
  [if i mod seen == j mod seen then
     q * (if i < seen && j < seen then h^4 / 4 else if i < seen || j < seen then h^3 / 2 else h^2)
   else 0 for i < dim, j < dim]

def predict(m: Model, b: Belief): Belief =
  let f = transition(m) in
  { mean: matvec(f, b.mean), cov: matmul(matmul(f, b.cov), transpose(f)) + noise(m) }

-- The inverse of a symmetric 2 by 2 matrix, and the logarithm of its determinant.
def inverse(s: Real[seen, seen]): { inv: Real[seen, seen], logdet: Real } =
  let d = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0] in
  { inv: [[s[1, 1] / d, -s[0, 1] / d], [-s[1, 0] / d, s[0, 0] / d]], logdet: log(d) }

-- The belief after a measurement z, and its negative log-likelihood.
def update(m: Model, b: Belief, z: Real[seen]): { belief: Belief, loss: Real } =
  let s = [b.cov[i, j] + (if i == j then m.sensor^2 else 0) for i < seen, j < seen];
      { inv, logdet } = inverse(s);
      r = [z[i] - b.mean[i] for i < seen];
      gain = [sum(k < seen) b.cov[i, k] * inv[k, j] for i < dim, j < seen];
      w = matvec(inv, r)
  in { belief: { mean: b.mean + matvec(gain, r), cov: [b.cov[i, j] - sum(k < seen) gain[i, k] * b.cov[k, j] for i < dim, j < dim] },
       loss: 0.5 * (logdet + (sum(i < seen) r[i] * w[i])) + log(2 * pi) }

-- The negative log-likelihood of all measurements.
def loss(m: Model, start: Belief, zs: Real[n, seen]): Real =
  let (_, total) = fold(\((b, l), z). let u = update(m, predict(m, b), z) in (u.belief, l + u.loss), (start, 0.0), zs) in total

-- Where the target is believed to be k steps after the last measurement.
def _forecast(m: Model, start: Belief, zs: Real[n, seen], k: Int): Belief =
  let last = fold(\(b, z). (update(m, predict(m, b), z)).belief, start, zs) in nTimes(k, last, \b. predict(m, b))

-- How far a belief is uncertain: the trace of the covariance of the position.
def _spread(b: Belief): Real = sum(i < seen) b.cov[i, i]

def _vague(): Belief = { mean: [0 for _ < dim], cov: [if i == j then 100 else 0 for i < dim, j < dim] }

test "the transition keeps a target that rests where it is" =
  let b = predict({ step: 1, process: 0, sensor: 1 }, { mean: [1, 2, 0, 0], cov: [0 for i < dim, j < dim] }) in
  b.mean[0] == 1 && b.mean[1] == 2
test "a precise measurement is believed" =
  let u = update({ step: 1, process: 1, sensor: 1e-6 }, { mean: [0, 0, 0, 0], cov: [if i == j then 1 else 0 for i < dim, j < dim] }, [3, 4]) in
  abs(u.belief.mean[0] - 3) < 1e-9 && abs(u.belief.mean[1] - 4) < 1e-9
test "a target with a constant speed is followed" =
  let m = { step: 1, process: 1e-3, sensor: 1e-3 };
      b = _forecast(m, _vague(), [[real(k), 2 * real(k)] for k < 10], 3)
  in abs(b.mean[0] - 12) < 1e-2 && abs(b.mean[1] - 24) < 1e-2 && abs(b.mean[2] - 1) < 1e-2
test "what is farther ahead is less certain" =
  let m = { step: 1, process: 0.1, sensor: 0.5 }; zs = [[real(k), 0] for k < 5];
      ahead(k) = _spread(_forecast(m, _vague(), zs, k))
  in ahead(0) < ahead(1) && ahead(1) < ahead(5)
