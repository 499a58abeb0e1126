-- Components in the outer loop, points in the inner one.
def logsumexp(v: Real[n]): Real =
  let m = max(i < n) v[i] in
  m + log(sum(i < n) exp(v[i] - m))

def logGammaD(d: Int, a: Real): Real =
  real(d * (d - 1)) / 4 * log(pi) + sum(j < d) lgamma(a - real(j) / 2)

def gmm(alpha: Real[k], mu: Real[k, d], q: Real[k, d], l: Real[k, t],
        x: Real[n, d], m: Int, gamma: Real): Real =
  let diagonal = [exp(q[c, r]) for c < k, r < d];
      logDet = [sum(r < d) q[c, r] for c < k];
      low = [if j < r then l[c, j * (2 * d - j - 1) div 2 + r - j - 1] else 0 for c < k, r < d, j < d];
      scores = [(let u = [x[i, r] - mu[c, r] for r < d];
                     y(r) = diagonal[c, r] * u[r] + sum(j < r) (low[c, r, j] * u[j])
                 in alpha[c] + logDet[c] - 0.5 * sum(r < d) y(r)^2) for c < k, i < n];
      total = sum(i < n) logsumexp([scores[c, i] for c < k]);
      likelihood = -real(n * d) / 2 * log(2 * pi) + total - real(n) * logsumexp(alpha);
      df = real(d + m + 1);
      normal = df * real(d) * (log(gamma) - 0.5 * log(2)) - logGammaD(d, df / 2);
      frobenius(c) = (sum(r < d) diagonal[c, r]^2) + sum(j < t) l[c, j]^2
  in likelihood + real(k) * normal - sum(c < k) (gamma^2 / 2 * frobenius(c) - real(m) * logDet[c])
