-- The logarithm of the absolute value of the determinant, by elimination without an exchange of rows.
def lu(a: Real[n, n]): Real =
  let reduced = fold(\(a, k).
        fold(\(a, i).
          let f = a[i, k] / a[k, k] in fold(\(a, j). set(a, i, j, a[i, j] - f * a[k, j]), a, [j for j in k ..< n]),
          a, [i for i in k + 1 ..< n]),
        a, [k for k < n])
  in sum(k < n) log(abs(reduced[k, k]))
