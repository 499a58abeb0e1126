-- Helper functions for everything, and no tables: each score reads what it needs.
def logsumexp(v: Real[n]): Real =
  let m = max(i < n) v[i] in
  m + log(sum(i < n) exp(v[i] - m))

def logGammaD(d: Int, a: Real): Real =
  real(d * (d - 1)) / 4 * log(pi) + sum(j < d) lgamma(a - real(j) / 2)

-- the place in l_c of row r and column j < r
def place(d: Int, r: Int, j: Int): Int = j * (2 * d - j - 1) div 2 + r - j - 1

def squared(u: Real): Real = u * u

-- (Q_c (x_i - mu_c))_r
def rotated(q: Real[d], l: Real[t], mu: Real[d], x: Real[d], r: Int): Real =
  exp(q[r]) * (x[r] - mu[r]) + sum(j < r) (l[place(d, r, j)] * (x[j] - mu[j]))

def score(alpha: Real, q: Real[d], l: Real[t], mu: Real[d], x: Real[d]): Real =
  alpha + (sum(r < d) q[r]) - 0.5 * sum(r < d) squared(rotated(q, l, mu, x, r))

def penalty(q: Real[d], l: Real[t], m: Int, gamma: Real): Real =
  gamma^2 / 2 * ((sum(r < d) exp(2 * q[r])) + sum(j < t) squared(l[j])) - real(m) * sum(r < d) q[r]

def gmm(alpha: Real[k], mu: Real[k, d], q: Real[k, d], l: Real[k, t],
        x: Real[n, d], m: Int, gamma: Real): Real =
  let likelihood = (sum(i < n) logsumexp([score(alpha[c], q[c], l[c], mu[c], x[i]) for c < k]))
                 - real(n * d) / 2 * log(2 * pi) - real(n) * logsumexp(alpha);
      df = real(d + m + 1);
      normal = df * real(d) * (log(gamma) - 0.5 * log(2)) - logGammaD(d, df / 2);
  in likelihood + real(k) * normal - sum(c < k) penalty(q[c], l[c], m, gamma)
