-- Data: {"x": [0.0, 0.4, 0.9, 1.7, 2.1], "y": [0.3, -0.2, 0.5, 1.1, -0.4], "scale": 1.3, "noise": 0.1}
-- Minus the log-likelihood of a Gaussian process at points x with values y, but
-- for a constant: the covariance is L L^T, and L is made in place, column by column.
def f(x: Real[n], y: Real[n], scale: Real, noise: Real): Real =
  let cov = [exp(-0.5 * ((x[i] - x[j]) / scale)^2) + (if i == j then noise else 0) for i < n, j < n];
      column(l, j) =
        let d = sqrt(l[j, j] - sum(k < j) (l[j, k]^2));
            l = set(l, j, j, d)
        in fold(\(l, i). set(l, i + j + 1, j, (l[i + j + 1, j] - sum(k < j) (l[i + j + 1, k] * l[j, k])) / d),
                l, [i for i < n - j - 1]);
      l = fold(\(l, j). column(l, j), cov, [j for j < n]);
      z = fold(\(z, i). set(z, i, (z[i] - sum(k < i) (l[i, k] * z[k])) / l[i, i]), [y[i] for i < n], [i for i < n])
  in 0.5 * (sum(i < n) z[i]^2) + sum(i < n) log(l[i, i])
