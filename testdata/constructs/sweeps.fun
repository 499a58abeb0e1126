-- Data: {"u": [[0.5, -1.1, 2, 1.3], [1.2, 0.25, -0.6, 3], [2.1, 1.4, 0.9, -1.2], [0.3, 1.7, -2.2, 0.7]], "x": [1, -1.1, 0.6, 2, 1.75, -0.9], "at": [2, 0, 2, 1, 0, 2], "steps": 2}
-- in place: sweeps over a grid, a wave, a histogram, least costs, a tridiagonal system
def f(u: Real[m, m], x: Real[n], at: Int[n], steps: Int): Real =
  let w = nTimes(steps, u, \u. fold(\(u, i). fold(\(u, j).
            set(u, i, j, 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])),
            u, [j + 1 for j < m - 2]), u, [i + 1 for i < m - 2]));
      v = nTimes(steps, x, \v. let (v, _) = fold(\((v, left), i).
              let c = v[i];
                  d = if c > 0 then c * (c - left) else c * (v[i + 1] - c)
              in (set(v, i, c - 0.1 * d + 0.2 * (left - 2 * c + v[i + 1])), c),
            (v, v[0]), [i + 1 for i < n - 2]) in v);
      h = fold(\(h, i). set(h, at[i], h[at[i]] + x[i]^2), [0.5 for i < 3], [i for i < n]);
      d = fold(\(d, k). fold(\(d, i). let e = d[i, k] in fold(\(d, j). set(d, i, j, min(d[i, j], e + d[k, j])),
            d, [j for j < m]), d, [i for i < m]), [u[i, j]^2 for i < m, j < m], [k for k < m]);
      (b, r) = fold(\((b, r), i). let q = x[i] / b[i - 1] in (set(b, i, b[i] - q), set(r, i, r[i] - q * r[i - 1])),
            ([x[i]^2 + 3 for i < n], x), [i + 1 for i < n - 1]);
      r = fold(\(r, i). set(r, i, (r[i] - r[i + 1]) / b[i]), set(r, n - 1, r[n - 1] / b[n - 1]), [n - 2 - i for i < n - 1])
  in (sum(i < m, j < m) (w[i, j]^2 + d[i, j])) + (sum(i < n) (v[i]^2 + r[i])) + sum(i < 3) log(h[i])
