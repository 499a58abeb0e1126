-- A Kalman filter with sizes in the types: the negative logarithm of how likely the measurements are.
const dim: Int = 4
const seen: Int = 2

type Belief = { mean: Real[dim], cov: Real[dim, dim] }

def matmul(a: Real[n, m], b: Real[m, p]): Real[n, p] = [sum(k < m) a[i, k] * b[k, j] for i < n, j < p]
def matvec(a: Real[n, m], x: Real[m]): Real[n] = [sum(k < m) a[i, k] * x[k] for i < n]

def predict(f: Real[dim, dim], q: Real[dim, dim], b: Belief): Belief =
  { mean: matvec(f, b.mean), cov: matmul(matmul(f, b.cov), transpose(f)) + q }

-- The belief after a measurement z, and how unlikely z was.
def update(h: Real[seen, dim], r: Real[seen, seen], b: Belief, z: Real[seen]): (Belief, Real) =
  let ph = matmul(b.cov, transpose(h));
      s = matmul(h, ph) + r;
      d = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0];
      inverse = [[s[1, 1] / d, -s[0, 1] / d], [-s[1, 0] / d, s[0, 0] / d]];
      e = z - matvec(h, b.mean);
      w = matvec(inverse, e);
      gain = matmul(ph, inverse)
  in ({ mean: b.mean + matvec(gain, e), cov: b.cov - matmul(gain, matmul(h, b.cov)) },
      0.5 * ((sum(i < seen) e[i] * w[i]) + log(d)) + log(2 * pi))

def kalman_types(f: Real[dim, dim], q: Real[dim, dim], h: Real[seen, dim], r: Real[seen, seen], x0: Real[dim], p0: Real[dim, dim],
                 zs: Real[t, seen]): Real =
  let step((b, loss), z) = let (c, more) = update(h, r, predict(f, q, b), z) in (c, loss + more);
      (_, loss) = fold(step, ({ mean: x0, cov: p0 }, 0.0), zs)
  in loss
