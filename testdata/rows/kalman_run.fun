-- A Kalman filter whose sizes are those of the data: the negative logarithm of how likely the measurements are.
import linalg

type Belief = { mean: Real[_], cov: Real[_, _] }

def predict(f: Real[n, n], q: Real[n, n], b: Belief): Belief =
  { mean: linalg.matvec(f, b.mean), cov: linalg.matmulNT(linalg.matmul(f, b.cov), f) + q }

-- The belief after a measurement z, and how unlikely z was.
def update(h: Real[m, n], r: Real[m, m], b: Belief, z: Real[m]): (Belief, Real) =
  let ph = linalg.matmulNT(b.cov, h);
      l = linalg.cholesky(linalg.matmul(h, ph) + r);
      e = z - linalg.matvec(h, b.mean);
      gain = [linalg.choleskySolve(l, ph[i]) for i < n]
  in ({ mean: b.mean + linalg.matvec(gain, e), cov: b.cov - linalg.matmul(gain, linalg.matmul(h, b.cov)) },
      0.5 * (linalg.dot(e, linalg.choleskySolve(l, e)) + linalg.choleskyLogdet(l) + real(m) * log(2 * pi)))

def kalman_run(f: Real[n, n], q: Real[n, n], h: Real[m, n], r: Real[m, m], x0: Real[n], p0: Real[n, n], zs: Real[t, m]): Real =
  let step((b, loss), z) = let (c, more) = update(h, r, predict(f, q, b), z) in (c, loss + more);
      (_, loss) = fold(step, ({ mean: x0, cov: p0 }, 0.0), zs)
  in loss
