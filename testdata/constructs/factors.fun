-- Data: {"a": [[4, 1, -1, 0.5], [1, 5, 2, 0.25], [-1, 2, 6, 1], [0.5, 0.25, 1, 3]], "y": [1, -2, 0.5, 3]}
-- in place: the factors of Cholesky and of Gauss, and what the first solves
def f(a: Real[n, n], y: Real[n]): Real =
  let l = fold(\(l, j).
            fold(\(l, i).
              let l = fold(\(l, k). set(l, i, j, l[i, j] - l[i, k] * l[j, k]), l, [k for k < j])
              in set(l, i, j, if i == j then sqrt(l[i, i]) else l[i, j] / l[j, j]),
            l, [j + i for i < n - j]), a, [j for j < n]);
      z = fold(\(z, i).
            let z = fold(\(z, k). set(z, i, z[i] - l[i, k] * z[k]), z, [k for k < i])
            in set(z, i, z[i] / l[i, i]), y, [i for i < n]);
      u = fold(\(b, k). fold(\(b, i).
            let m = b[i, k] / b[k, k]
            in fold(\(b, j). set(b, i, j, b[i, j] - m * b[k, j]), set(b, i, k, m), [k + 1 + j for j < n - k - 1]),
          b, [k + 1 + i for i < n - k - 1]), a, [k for k < n])
  in (0.5 * sum(i < n) z[i]^2) + sum(i < n) (log(l[i, i]) + u[i, i] * sin(u[i, n - 1]))
