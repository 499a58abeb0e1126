-- Sparse matrices in compressed rows, and linear systems that need only products. Saad, Iterative Methods for Sparse Linear Systems.

import linalg

-- A matrix by rows: the elements of row i are values[k] in column at[k], for k from starts[i] to starts[i + 1] - 1.
type Csr = { columns: Int, starts: Int[_], at: Int[_], values: Real[_] }

-- How many rows there are.
-- Example: rows(fromDense([[1, 0], [0, 2]])) is 2
def rows(a: Csr): Int = size(a.starts) - 1

-- The elements of a dense matrix that are not 0.
-- Example: fromDense([[1, 0], [0, 2]]).values is [1, 2]
def fromDense(a: Real[n, m]): Csr =
  let counts = [sum(j < m) (if a[i, j] != 0 then 1 else 0) for i < n];
      starts = fold(\(s, i). set(s, i + 1, s[i] + counts[i]), [0 for _ < n + 1], [i for i < n]);
      (places, _) = fold(\((p, k), e). if a[e div m, e mod m] != 0 then (set(p, k, e), k + 1) else (p, k),
        ([0 for _ < starts[n]], 0), [e for e < n * m])
  in { columns: m, starts: starts, at: [places[k] mod m for k < size(places)], values: [a[places[k] div m, places[k] mod m] for k < size(places)] }

-- All elements, with zeros.
-- Example: toDense(fromDense([[1, 0], [0, 2]])) is [[1, 0], [0, 2]]
def toDense(a: Csr): Real[_, _] =
  let n = rows(a) in
  fold(\(d, i). fold(\(d, k). set(d, i, a.at[k], d[i, a.at[k]] + a.values[k]), d, [k for k in a.starts[i] ..< a.starts[i + 1]]),
    [0 for _ < n, _ < a.columns], [i for i < n])

-- a x, where x has an element for each column; another size is an error.
-- Example: matvec(fromDense([[1, 0], [0, 2]]), [3, 4]) is [3, 8]
def matvec(a: Csr, x: Real[m]): Real[_] =
  let () = assert(m == a.columns, "sparse.matvec: there is not one element for each column") in
  [sum(k in a.starts[i] ..< a.starts[i + 1]) a.values[k] * x[a.at[k]] for i < rows(a)]

-- aᵀ x, where x has an element for each row; another size is an error.
-- Example: matvecT(fromDense([[1, 2], [0, 2]]), [3, 4]) is [3, 14]
def matvecT(a: Csr, x: Real[n]): Real[_] =
  let () = assert(n == rows(a), "sparse.matvecT: there is not one element for each row") in
  fold(\(y, i). fold(\(y, k). set(y, a.at[k], y[a.at[k]] + a.values[k] * x[i]), y, [k for k in a.starts[i] ..< a.starts[i + 1]]),
    [0 for _ < a.columns], [i for i < n])

-- The x with product(x) = b, where product multiplies by a symmetric, positive definite matrix, and can use variables around it. Conjugate gradients
-- begin at 0, and end when the norm of the residual that they carry along is at most tol times that of b. It is an error if more than `most` products are needed, if the matrix is
-- not positive definite, or if a number is not finite. Derivatives solve one more such system each. Saad, algorithm 6.18.
-- Example: conjugateGradients(\x. [2 * x[0], 4 * x[1]], [2, 8], 1e-12, 10) is [1, 2]
def conjugateGradients(product: Real[_] -> Real[_], b: Real[n], tol: Real, most: Int): Real[n] =
  let enough = stopGradient(tol^2 * linalg.dot(b, b));
      (x, _, _, _) = while(most, ([0 for _ < n], b, b, linalg.dot(b, b)), \(_, _, _, s). not (s <= enough), \(x, r, p, s).
        let q = product(p);
            d = linalg.dot(p, q);
            () = assert(abs(d) <= 1.7976931348623157e308, "sparse.conjugateGradients: the product or b is not finite");
            () = assert(d > 0, "sparse.conjugateGradients: the matrix is not positive definite");
            a = s / d;
            r1 = r - a * q;
            s1 = linalg.dot(r1, r1)
        in (x + a * p, r1, r1 + s1 / s * p, s1))
  in x

derivative conjugateGradients(product: Real[_] -> Real[_], b: Real[n], tol: Real, most: Int)
  forward(dp, db, _, _) =
    let x = conjugateGradients(product, b, tol, most);
        (_, dq) = jvp(product)(x, dp, [0 for _ < n])
    in (x, conjugateGradients(product, db - dq, tol, most))
  split = let x = conjugateGradients(product, b, tol, most) in (x, x)
  reverse(x, w) =
    let u = conjugateGradients(product, w, tol, most);
        (_, (dp, _)) = vjp(product)(x, -u)
    in (dp, u, 0, ())
  linear "the solution of a linear system is linear in the right-hand side"

-- A number for each column of a pattern, from 0. Columns that share a row have different numbers. Each column takes the least free number.
-- The values of the pattern are not read. Curtis, Powell and Reid, Journal of the Institute of Mathematics and its Applications 13, 1974.
-- Example: colours(fromDense([[1, 0], [0, 2]])) is [0, 0]
def colours(pattern: Csr): Int[_] =
  let m = pattern.columns; n = rows(pattern); at = pattern.at;
      -- The rows of the elements of column j are row[first[j]] to row[first[j + 1] - 1].
      counts = addAt([0 for _ < m], at, [1 for _ < size(at)]);
      first = fold(\(s, j). set(s, j + 1, s[j] + counts[j]), [0 for _ < m + 1], [j for j < m]);
      (row, _) = fold(\((row, next), i).
        fold(\((row, next), k). let j = at[k] in (set(row, next[j], i), set(next, j, next[j] + 1)), (row, next),
          [k for k in pattern.starts[i] ..< pattern.starts[i + 1]]), ([0 for _ < size(at)], first[0 ..< m]), [i for i < n])
  in fold(\(c, j).
       let used = fold(\(u, e). let i = row[e] in
             fold(\(u, k). if at[k] < j then set(u, c[at[k]], 1) else u, u, [k for k in pattern.starts[i] ..< pattern.starts[i + 1]]),
             [0 for _ < m + 1], [e for e in first[j] ..< first[j + 1]])
       in set(c, j, argmin(k < m + 1) used[k]), [0 for _ < m], [j for j < m])

-- The matrix ∂f/∂x, by one forward derivative for each colour; colour is colours(pattern). The pattern must have all elements that are not 0:
-- elements that it lacks are not found. A pattern of another size is an error.
-- Example: toDense(jacobian(\x. x * x, [1, 2], fromDense([[1, 0], [0, 1]]), [0, 0])) is [[2, 0], [0, 4]]
def jacobian(f: Real[_] -> Real[_], x: Real[m], pattern: Csr, colour: Int[m]): Csr =
  let () = assert(pattern.columns == m, "sparse.jacobian: the pattern has not one column for each element of x");
      n = 1 + max(j < m) colour[j];
      slopes = [let (_, d) = jvp(f)(x, [if colour[j] == c then 1 else 0 for j < m]) in d for c < n];
      values = fold(\(v, i). fold(\(v, k). set(v, k, slopes[colour[pattern.at[k]], i]), v, [k for k in pattern.starts[i] ..< pattern.starts[i + 1]]),
        [0 for _ < size(pattern.at)], [i for i < rows(pattern)])
  in { columns: m, starts: pattern.starts, at: pattern.at, values: values }
