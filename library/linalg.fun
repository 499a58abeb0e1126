-- Dense linear algebra: products, triangular systems, factorisations, linear systems, functions of matrices.
-- A matrix is Real[n, m], with n rows. Rules give the derivatives of factorisations, inverse and triangular systems. They cost products and systems again.

-- The inner product Σ uᵢ vᵢ.
-- Example: dot([1, 2], [3, 4]) is 11
def dot(u: Real[n], v: Real[n]): Real = sum(i < n) u[i] * v[i]

-- The Euclidean norm. At 0 its derivative is 0, which is one of its subgradients, and its second derivatives are NaN. For the square of the norm use
-- normSquared: it has all derivatives.
-- Example: norm([3, 4]) is 5
def norm(v: Real[n]): Real = let s = normSquared(v) in if s == 0 then _tip(v, s) else sqrt(s)

-- The norm at 0, where s is 0. Its second derivatives are NaN, also for a cotangent of 0: norm(v)^2 gives the norm this cotangent at 0, and the
-- second derivatives of norm(v)^2 are not 0. The result is s, and not the constant 0: clang before 16 drops NaN times a constant 0 from a sum.
def _tip(_v: Real[n], s: Real): Real = s
derivative _tip(_v: Real[n], s: Real)
  forward(dv, _) = sum(i < n) dv[i] * smul(_v[i], 0 / 0)
  differs "the norm has no second derivative at 0"

-- The square of the Euclidean norm, Σ vᵢ².
-- Example: normSquared([3, 4]) is 25
def normSquared(v: Real[n]): Real = sum(i < n) v[i]^2

-- The matrix u vᵀ.
-- Example: outer([1, 2], [3, 4]) is [[3, 4], [6, 8]]
def outer(u: Real[n], v: Real[m]): Real[n, m] = [u[i] * v[j] for i < n, j < m]

-- a x
-- Example: matvec([[1, 2], [3, 4]], [1, 10]) is [21, 43]
def matvec(a: Real[n, m], x: Real[m]): Real[n] = [sum(k < m) a[i, k] * x[k] for i < n]

-- aᵀ x
-- Example: matvecT([[1, 2], [3, 4]], [1, 10]) is [31, 42]
def matvecT(a: Real[n, m], x: Real[n]): Real[m] = [sum(k < n) a[k, i] * x[k] for i < m]

-- a b
-- Example: matmul([[1, 2], [3, 4]], [[0, 1], [1, 0]]) is [[2, 1], [4, 3]]
def matmul(a: Real[n, m], b: Real[m, p]): Real[n, p] = [sum(k < m) a[i, k] * b[k, j] for i < n, j < p]

-- aᵀ b
-- Example: matmulTN([[1, 2], [3, 4]], [[0, 1], [1, 0]]) is [[3, 1], [4, 2]]
def matmulTN(a: Real[m, n], b: Real[m, p]): Real[n, p] = [sum(k < m) a[k, i] * b[k, j] for i < n, j < p]

-- a bᵀ
-- Example: matmulNT([[1, 2], [3, 4]], [[0, 1], [2, 0]]) is [[2, 2], [4, 6]]
def matmulNT(a: Real[n, m], b: Real[p, m]): Real[n, p] = [sum(k < m) a[i, k] * b[j, k] for i < n, j < p]

-- The identity matrix.
-- Example: identity(2) is [[1, 0], [0, 1]]
def identity(n: Int): Real[n, n] = [if i == j then 1 else 0 for i < n, j < n]

-- The matrix with v on its diagonal, and 0 elsewhere.
-- Example: diagonal([1, 2]) is [[1, 0], [0, 2]]
def diagonal(v: Real[n]): Real[n, n] = [if i == j then v[i] else 0 for i < n, j < n]

-- The diagonal of a square matrix.
-- Example: diagonalOf([[1, 2], [3, 4]]) is [1, 4]
def diagonalOf(a: Real[n, n]): Real[n] = [a[i, i] for i < n]

-- The sum of the diagonal of a square matrix.
-- Example: trace([[1, 2], [3, 4]]) is 5
def trace(a: Real[n, n]): Real = sum(i < n) a[i, i]

-- The solution x of l x = b by forward substitution; only the lower triangle of l is read. A 0 on the diagonal is an error.
-- Example: lowerSolve([[2, 0], [1, 4]], [2, 9]) is [1, 2]
def lowerSolve(l: Real[n, n], b: Real[n]): Real[n] =
  fold(\(x, i).
    let () = assert(l[i, i] != 0, "linalg.lowerSolve: there is a 0 on the diagonal") in
    set(x, i, (b[i] - sum(k < i) l[i, k] * x[k]) / l[i, i]), [0 for _ < n], [i for i < n])

-- The solution x of lᵀ x = b by back substitution; only the lower triangle of l is read. A 0 on the diagonal is an error.
-- Example: lowerSolveT([[2, 0], [1, 4]], [4, 8]) is [1, 2]
def lowerSolveT(l: Real[n, n], b: Real[n]): Real[n] =
  fold(\(x, i).
    let () = assert(l[i, i] != 0, "linalg.lowerSolveT: there is a 0 on the diagonal") in
    set(x, i, (b[i] - sum(k in i + 1 ..< n) l[k, i] * x[k]) / l[i, i]), [0 for _ < n], [n - 1 - i for i < n])

derivative lowerSolve(l: Real[n, n], b: Real[n])
  split = let x = lowerSolve(l, b) in (x, x)
  reverse(x, w) = let c = lowerSolveT(l, w) in ([if j <= i then -c[i] * x[j] else 0 for i < n, j < n], c)

derivative lowerSolveT(l: Real[n, n], b: Real[n])
  split = let x = lowerSolveT(l, b) in (x, x)
  reverse(x, w) = let c = lowerSolve(l, w) in ([if j <= i then -x[i] * c[j] else 0 for i < n, j < n], c)

-- The solution x of u x = b by back substitution; only the upper triangle of u is read. A 0 on the diagonal is an error.
-- Example: upperSolve([[2, 1], [0, 4]], [4, 8]) is [1, 2]
def upperSolve(u: Real[n, n], b: Real[n]): Real[n] =
  fold(\(x, i).
    let () = assert(u[i, i] != 0, "linalg.upperSolve: there is a 0 on the diagonal") in
    set(x, i, (b[i] - sum(k in i + 1 ..< n) u[i, k] * x[k]) / u[i, i]), [0 for _ < n], [n - 1 - i for i < n])

derivative upperSolve(u: Real[n, n], b: Real[n])
  split = let x = upperSolve(u, b) in (x, x)
  reverse(x, w) = let c = _upperSolveT(u, w) in ([if j >= i then -c[i] * x[j] else 0 for i < n, j < n], c)

-- The solution x of uᵀ x = b; only the upper triangle of u is read.
def _upperSolveT(u: Real[n, n], b: Real[n]): Real[n] =
  fold(\(x, i). set(x, i, (b[i] - sum(k < i) u[k, i] * x[k]) / u[i, i]), [0 for _ < n], [i for i < n])

derivative _upperSolveT(u: Real[n, n], b: Real[n])
  split = let x = _upperSolveT(u, b) in (x, x)
  reverse(x, w) = let c = upperSolve(u, w) in ([if j >= i then -x[i] * c[j] else 0 for i < n, j < n], c)

-- The solution x of the system whose row i is lower[i] x[i - 1] + diagonal[i] x[i] + upper[i] x[i + 1] = b[i]; lower[0] and the last of upper
-- are not read. Rows are not exchanged, so the diagonal should be larger than the elements beside it. A pivot 0 is an error. Golub and Van Loan, 4.3.
-- Example: tridiagonalSolve([0, 1, 1], [2, 2, 2], [1, 1, 0], [3, 4, 3]) is [1, 1, 1]
def tridiagonalSolve(lower: Real[n], diagonal: Real[n], upper: Real[n], b: Real[n]): Real[n] =
  let (c, d) = fold(\((c, d), i).
        let p = if i == 0 then diagonal[i] else diagonal[i] - lower[i] * c[i - 1];
            () = assert(p != 0, "linalg.tridiagonalSolve: a pivot is 0")
        in (set(c, i, upper[i] / p), set(d, i, (if i == 0 then b[i] else b[i] - lower[i] * d[i - 1]) / p)),
        ([0 for _ < n], [0 for _ < n]), [i for i < n])
  in fold(\(x, i). set(x, i, if i == n - 1 then d[i] else d[i] - c[i] * x[i + 1]), [0 for _ < n], [n - 1 - i for i < n])

derivative tridiagonalSolve(lower: Real[n], diagonal: Real[n], upper: Real[n], b: Real[n])
  split = let x = tridiagonalSolve(lower, diagonal, upper, b) in (x, x)
  reverse(x, w) =
    let c = tridiagonalSolve([if i > 0 then upper[i - 1] else 0 for i < n], diagonal, [if i + 1 < n then lower[i + 1] else 0 for i < n], w) in
    ([if i > 0 then -c[i] * x[i - 1] else 0 for i < n], [-c[i] * x[i] for i < n], [if i + 1 < n then -c[i] * x[i + 1] else 0 for i < n], c)

-- The lower triangular l with a positive diagonal and a = l lᵀ. The matrix a is symmetric. Only its lower triangle is read, so its cotangent
-- is in the lower triangle. A matrix that is not positive definite is an error. Golub and Van Loan, Matrix Computations, 4.2.
-- Example: cholesky([[4, 2], [2, 10]]) is [[2, 0], [1, 3]]
def cholesky(a: Real[n, n]): Real[n, n] =
  let columns = fold(\(u, j).  -- u is lᵀ: its row j is column j of l
        let s(i) = a[i, j] - sum(k < j) u[k, i] * u[k, j];
            d = s(j);
            () = assert(d > 0, "linalg.cholesky: the matrix is not positive definite");
            r = sqrt(d)
        in set(u, j, [if i < j then 0 else if i == j then r else s(i) / r for i < n]), [0 for _ < n, _ < n], [j for j < n])
  in transpose(columns)

-- Column by column from the last one, in row j of g: below the diagonal what belongs to the square root of the pivot by its column, on it that of
-- the pivot. What is summed is what later columns have for entries of this one. The level 2 form of Murray, arXiv 1602.07527, without updates of w.
derivative cholesky(a: Real[n, n])
  split = let l = cholesky(a) in (l, l)
  reverse(l, w) =
    let u = transpose(l);
        g = fold(\(g, j).
          let d = u[j, j];
              c = [if i <= j then 0 else (w[i, j] - (sum(k in j + 1 ..< i + 1) g[k, i] * u[j, k]) - (sum(k in i + 1 ..< n) g[i, k] * u[j, k])) / d for i < n];
              p = (w[j, j] - sum(i in j + 1 ..< n) u[j, i] * c[i]) / d
          in set(g, j, [if i == j then p else c[i] for i < n]), [0 for _ < n, _ < n], [n - 1 - j for j < n])
    in [if j > i then 0 else if i == j then 0.5 * g[i, i] else g[j, i] for i < n, j < n]

-- The solution x of a x = b for a = l lᵀ, where l is that of cholesky.
-- Example: choleskySolve(cholesky([[4, 2], [2, 10]]), [6, 12]) is [1, 1]
def choleskySolve(l: Real[n, n], b: Real[n]): Real[n] = lowerSolveT(l, lowerSolve(l, b))

-- The logarithm of the determinant of l lᵀ, where l is that of cholesky.
-- Example: choleskyLogdet(cholesky([[4, 2], [2, 10]])) is 3.58352
def choleskyLogdet(l: Real[n, n]): Real = 2 * sum(i < n) log(l[i, i])

-- A factorisation with rows exchanged: row order[i] of the matrix is row i of l u. Below the diagonal of factors is l, whose own diagonal is
-- 1, and on and above it u. The sign is 1 if the order is an even permutation, and else -1.
type Lu = { factors: Real[_, _], order: Int[_], sign: Real }

-- The factorisation of a square matrix with partial pivoting. A singular matrix is an error. Golub and Van Loan, Matrix Computations, 3.4.
-- Example: lu([[1, 2], [2, 2]]).factors is [[2, 2], [0.5, 1]]
def lu(a: Real[n, n]): Lu =
  let (factors, order, sign) = fold(\((m, order, sign), k).
        let p = k + argmax(i < n - k) abs(m[k + i, k]);
            () = assert(m[p, k] != 0, "linalg.lu: the matrix is singular");
            swapped = set(set(m, p, m[k]), k, m[p]);
            below = fold(\(m, i).
              let f = m[i, k] / m[k, k] in
              set(m, i, [if j < k then m[i, j] else if j == k then f else m[i, j] - f * m[k, j] for j < n]), swapped, [i for i in k + 1 ..< n])
        in (below, set(set(order, p, order[k]), k, order[p]), if p == k then sign else -sign), (a, [i for i < n], 1.0), [k for k < n])
  in { factors: factors, order: order, sign: sign }

-- With l and u of the factors, and w the cotangent of these: row i of l⁻ᵀ (strict lower(lᵀ w) + upper(w uᵀ)) u⁻ᵀ belongs to row order[i] of a.
-- Seeger, Hetzel, Dai, Meissner and Lawrence, arXiv 1710.08717.
derivative lu(a: Real[n, n])
  split = let f = lu(a) in (f, f)
  reverse(f, w) =
    let m = f.factors; v = w.factors;
        p = [if j < i then v[i, j] + sum(k in i + 1 ..< n) m[k, i] * v[k, j] else sum(k in j ..< n) v[i, k] * m[j, k] for i < n, j < n];
        x = fold(\(x, i). set(x, i, [p[i, j] - sum(k in i + 1 ..< n) m[k, i] * x[k, j] for j < n]), p, [n - 1 - i for i < n]);
        y = fold(\(y, i). set(y, i, [(x[j, i] - sum(k in i + 1 ..< n) m[i, k] * y[k, j]) / m[i, i] for j < n]), p, [n - 1 - i for i < n])
    in fold(\(g, i). set(g, f.order[i], [y[j, i] for j < n]), p, [i for i < n])

-- The solution x of a x = b, where f is lu(a).
-- Example: luSolve(lu([[1, 2], [2, 2]]), [3, 4]) is [1, 1]
def luSolve(f: Lu, b: Real[n]): Real[n] =
  let m = f.factors;
      y = fold(\(y, i). set(y, i, b[f.order[i]] - sum(k < i) m[i, k] * y[k]), [0 for _ < n], [i for i < n])
  in upperSolve(m, y)

-- The solution x of aᵀ x = b, where f is lu(a).
-- Example: luSolveT(lu([[1, 2], [2, 2]]), [3, 4]) is [1, 1]
def luSolveT(f: Lu, b: Real[n]): Real[n] =
  let m = f.factors;
      y = fold(\(y, i). set(y, i, (b[i] - sum(k < i) m[k, i] * y[k]) / m[i, i]), [0 for _ < n], [i for i < n]);
      z = fold(\(z, i). set(z, i, y[i] - sum(k in i + 1 ..< n) m[k, i] * z[k]), [0 for _ < n], [n - 1 - i for i < n])
  in fold(\(x, i). set(x, f.order[i], z[i]), [0 for _ < n], [i for i < n])

-- The solution x of a x = b. A singular matrix is an error.
-- Example: solve([[1, 2], [2, 2]], [3, 4]) is [1, 1]
def solve(a: Real[n, n], b: Real[n]): Real[n] = luSolve(lu(a), b)

-- The solution x of a x = b, a column for each column of b. A singular matrix is an error.
-- Example: solveMatrix([[1, 2], [2, 2]], [[3, 1], [4, 0]]) is [[1, -1], [1, 1]]
def solveMatrix(a: Real[n, n], b: Real[n, m]): Real[n, m] =
  let f = lu(a); columns = [luSolve(f, b[_, j]) for j < m] in transpose(columns)

-- The inverse of a square matrix. A singular matrix is an error. To multiply by it, solve is cheaper and more precise.
-- Example: inverse([[1, 2], [2, 2]]) is [[-1, 1], [1, -0.5]]
def inverse(a: Real[n, n]): Real[n, n] = solveMatrix(a, identity(n))

-- The cotangent w of x = a⁻¹ is -xᵀ w xᵀ of a.
derivative inverse(a: Real[n, n])
  split = let x = inverse(a) in (x, x)
  reverse(x, w) = -matmulTN(x, matmulNT(w, x))

-- The determinant of a square matrix. A singular matrix is an error.
-- Example: det([[1, 2], [2, 2]]) is -2
def det(a: Real[n, n]): Real = let f = lu(a) in f.sign * product(i < n) f.factors[i, i]

-- The logarithm of the absolute value of the determinant. A singular matrix is an error.
-- Example: logdet([[1, 2], [2, 2]]) is 0.693147
def logdet(a: Real[n, n]): Real = let f = lu(a) in sum(i < n) log(abs(f.factors[i, i]))

-- The cotangent w has w a⁻ᵀ of a: row i is w times the column i of a⁻¹.
derivative logdet(a: Real[n, n])
  split = let f = lu(a) in (sum(i < n) log(abs(f.factors[i, i])), f)
  reverse(f, w) = let e = identity(n) in [w * luSolve(f, e[i]) for i < n]

-- A factorisation a = q r: the columns of q are orthonormal, r is upper triangular with a positive diagonal.
type Qr = { q: Real[_, _], r: Real[_, _] }

-- The factorisation q r of a matrix with no more columns than rows. Columns that depend on those before are an error.
-- Gram and Schmidt's method, twice: Giraud, Langou, Rozložník, van den Eshof, Numerische Mathematik 101, 2005.
-- Example: qr([[3, 1], [4, 2]]).r is [[5, 2.2], [0, 0.4]]
def qr(a: Real[m, n]): Qr =
  let () = assert(n <= m, "linalg.qr: there are more columns than rows");
      (qs, rs) = fold(\((q, r), j).  -- row j of q is column j of the result, and so of r
        let column = a[_, j];
            from(v) = [if k < j then sum(i < m) q[k, i] * v[i] else 0 for k < n];
            less(v, c) = [v[i] - sum(k < j) c[k] * q[k, i] for i < m];
            c1 = from(column); v1 = less(column, c1);
            c2 = from(v1); v2 = less(v1, c2);
            d = norm(v2);
            () = assert(d > 1e-14 * norm(column), "linalg.qr: the columns are dependent")
        in (set(q, j, [v2[i] / d for i < m]), set(r, j, [if k == j then d else c1[k] + c2[k] for k < n])),
        ([0 for _ < n, _ < m], [0 for _ < n, _ < n]), [j for j < n])
  in { q: transpose(qs), r: transpose(rs) }

-- With s symmetric, and as r w.rᵀ - w.qᵀ q in its lower triangle: a has the cotangent (w.q + q s) r⁻ᵀ. Walter, Lehmann and Lamour,
-- Optimization Methods and Software 27, 2012.
derivative qr(a: Real[m, n])
  split = let f = qr(a) in (f, f)
  reverse(f, w) =
    let q = f.q; r = f.r;
        lower = [if j > i then 0 else (sum(k in i ..< n) r[i, k] * w.r[j, k]) - (sum(k < m) w.q[k, i] * q[k, j]) for i < n, j < n]
    in [upperSolve(r, [w.q[i, j] + (sum(k < j) q[i, k] * lower[j, k]) + (sum(k in j ..< n) q[i, k] * lower[k, j]) for j < n]) for i < m]

-- The x for which the norm of a x - b is least, for a matrix with no more columns than rows. Dependent columns are an error.
-- Example: leastSquares([[1, 0], [1, 1], [1, 2]], [1, 3, 5]) is [1, 2]
def leastSquares(a: Real[m, n], b: Real[m]): Real[n] =
  let f = qr(a) in upperSolve(f.r, matvecT(f.q, b))

-- The exponential of a square matrix: Padé's approximation of degree 13 of a / 2ˢ, squared s times.
-- Higham, SIAM Journal on Matrix Analysis 26, 2005.
-- Example: expm([[0, 1], [-1, 0]]) is [[0.540302, 0.841471], [-0.841471, 0.540302]]
def expm(a: Real[n, n]): Real[n, n] =
  let size = max(j < n) (sum(i < n) abs(a[i, j]));
      s = if size > 5.371920351148152 then int(log(size / 5.371920351148152) / log(2)) + 1 else 0;
      h = 0.5^s * a;
      h2 = matmul(h, h); h4 = matmul(h2, h2); h6 = matmul(h2, h4);
      e = identity(n);
      p = matmul(h6, h6 + 16380 * h4 + 40840800 * h2) + 33522128640 * h6 + 10559470521600 * h4 + 1187353796428800 * h2 + 32382376266240000 * e;
      u = matmul(h, p);
      v = matmul(h6, 182 * h6 + 960960 * h4 + 1323241920 * h2) + 670442572800 * h6 + 129060195264000 * h4 + 7771770303897600 * h2
          + 64764752532480000 * e
  in nTimes(s, solveMatrix(v - u, v + u), \x. matmul(x, x))

-- Eigenvalues in ascending order, and in row k of vectors the eigenvector of values[k], of norm 1; its entry of largest size is positive.
type Eigen = { values: Real[_], vectors: Real[_, _] }

-- The eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations, for small matrices. Both triangles are read. A matrix that
-- is not finite is an error. Vectors of equal eigenvalues have no derivatives, and a gradient through eigh is NaN there, also if only its values
-- are used: take eigenvalues for these, and funm for functions of matrices. Golub and Van Loan, Matrix Computations, 8.5.
-- Example: eigh([[2, 1], [1, 2]]).values is [1, 3]
def eigh(a: Real[n, n]): Eigen =
  let off(m) = sum(p < n, q < p) m[p, q]^2;
      () = assert((sum(i < n, j < n) (if abs(a[i, j]) <= 1.7976931348623157e308 then 0 else 1)) == 0, "linalg.eigh: the matrix is not finite");
      small = 1e-30 * sum(i < n, j < n) a[i, j]^2;
      -- Where the matrix is diagonal already, its derivative is not: two sweeps more rotate the first and the second one.
      (m, vs, _) = while(60, ([0.5 * (a[i, j] + a[j, i]) for i < n, j < n], identity(n), 0), \(_, _, more). more < 2,
        \(m, vs, more). let (m1, vs1) = _sweep(m, vs) in (m1, vs1, if off(m) <= small then more + 1 else 0));
      order = argsort([m[i, i] for i < n]);
      signs = [let v = vs[order[k]] in if v[argmax(i < n) abs(v[i])] < 0 then -1 else 1 for k < n]
  in { values: [m[order[k], order[k]] for k < n], vectors: [signs[k] * vs[order[k], i] for k < n, i < n] }

-- With the vectors in the rows of u, and g[l, k] = w.vectors[k] · u[l] / (values[k] - values[l]), or on the diagonal w.values: the symmetric
-- part of uᵀ g u. Vectors of one eigenvalue have no derivatives: NaN. Giles, Collected Matrix Derivative Results, 2008.
derivative eigh(a: Real[n, n])
  split = let e = eigh(a) in (e, e)
  reverse(e, w) =
    let u = e.vectors;
        t = matmulNT(w.vectors, u);
        gap(k, l) = e.values[k] - e.values[l];
        g = [if k == l then w.values[k] else if gap(k, l) == 0 then t[k, l] * (0 / gap(k, l)) else t[k, l] / gap(k, l) for l < n, k < n];
        m = matmulTN(u, matmul(g, u))
    in [0.5 * (m[i, j] + m[j, i]) for i < n, j < n]

-- The eigenvalues of a symmetric matrix in ascending order, as eigh gives them. A symmetric function of them, such as Σ f(λ), has its derivatives
-- also where eigenvalues are equal, but second ones are NaN there.
-- Example: eigenvalues([[2, 1], [1, 2]]) is [1, 3]
def eigenvalues(a: Real[n, n]): Real[n] = let e = eigh(a) in e.values

-- Σ_k w[k] u[k] u[k]ᵀ for the vectors u[k]: dλ = u dA uᵀ. Giles, Collected Matrix Derivative Results, 2008.
derivative eigenvalues(a: Real[n, n])
  split = let e = eigh(a) in (e.values, e.vectors)
  reverse(u, w) = matmulTN(u, [w[k] * u[k, j] for k < n, j < n])

-- The function f of a symmetric matrix: f of each eigenvalue, with the vectors of eigh. Both triangles are read. Its derivatives are right where
-- eigenvalues are equal, too; second ones are NaN there.
-- Example: funm(exp, [[0, 1], [1, 0]]) is [[1.54308, 1.1752], [1.1752, 1.54308]]
def funm(f: Real -> Real, a: Real[n, n]): Real[n, n] =
  let e = eigh(a); u = e.vectors; y = [f(e.values[k]) for k < n] in matmulTN(u, [y[k] * u[k, j] for k < n, j < n])

-- By divided differences of f, which between eigenvalues that are almost equal are its slope in the middle. Higham, Functions of Matrices, 3.2.
derivative funm(f: Real -> Real, a: Real[n, n])
  split =
    let e = eigh(a); u = e.vectors; y = [f(e.values[k]) for k < n] in (matmulTN(u, [y[k] * u[k, j] for k < n, j < n]), (e.values, u, y))
  reverse((v, u, y), w) =
    let c = matmul(u, matmulNT(w, u));
        slope(k, l) =
          if abs(v[k] - v[l]) <= 1e-5 * (abs(v[k]) + abs(v[l])) then grad(f)(0.5 * (v[k] + v[l])) else (y[k] - y[l]) / (v[k] - v[l]);
        m = matmulTN(u, matmul([slope(k, l) * c[k, l] for k < n, l < n], u));
        df = sum(k < n) (let (_, (df, _)) = vjp(f)(v[k], c[k, k]) in df)
    in (df, [0.5 * (m[i, j] + m[j, i]) for i < n, j < n])

-- The symmetric square root of a symmetric matrix, by funm. A negative eigenvalue is an error. At a singular matrix derivatives are infinite or NaN.
-- Example: sqrtm([[5, 4], [4, 5]]) is [[2, 1], [1, 2]]
def sqrtm(a: Real[n, n]): Real[n, n] =
  funm(\x. let () = assert(x >= 0, "linalg.sqrtm: an eigenvalue is negative") in sqrt(x), a)

-- Rotations that make each entry above the diagonal 0, one after the other.
def _sweep(m: Real[n, n], vs: Real[n, n]): (Real[n, n], Real[n, n]) =
  fold(\((m, vs), k).
    let p = k div n; q = k mod n in
    if q <= p then (m, vs) else
    let d = m[q, q] - m[p, p];
        b = 2 * m[p, q];
        t = if b == 0 && d == 0 then 0 else b / (if d < 0 then d - sqrt(d^2 + b^2) else d + sqrt(d^2 + b^2));
        c = 1 / sqrt(1 + t^2);
        s = t * c;
        rotated(x) = set(set(x, p, [c * x[p, i] - s * x[q, i] for i < n]), q, [s * x[p, i] + c * x[q, i] for i < n]);
        rows = rotated(m);
        columns = fold(\(x, i). let u = x[i, p]; v = x[i, q] in set(set(x, i, p, c * u - s * v), i, q, s * u + c * v), rows, [i for i < n])
    in (columns, rotated(vs)), (m, vs), [k for k < n * n])
