package library_test

// The values are those of NumPy 1.24 and SciPy 1.10, of the functions that comments name.
var linalgUses = []use{
	{name: "dot", def: "(u: Real[n], v: Real[m]): Real = linalg.dot(u, v)", data: `{"u": [1, 2, 3], "v": [4, -5, 6]}`, want: "12",
		bad: []bad{{`{"u": [1], "v": [1, 2]}`, "dimension 0 of v and n: 2 and 1"}}},
	{name: "norm", def: "(v: Real[n]): Real = linalg.norm(v)", data: `{"v": [3, 4]}`, want: "5"},
	{name: "normSquared", def: "(v: Real[n]): Real = linalg.normSquared(v)", data: `{"v": [3, 4]}`, want: "25", ratio: 6},
	// At 0 the norm has no second derivatives, and its square is computed from them. docs/kinks.md has both in native code.
	{name: "normAtZero", def: `(v: Real[n]): Real[n] = grad(\v. linalg.norm(v)^2)(v)`, data: `{"v": [0, 0]}`, want: "[0, 0]", flags: valued},
	{name: "normTwice", def: `(v: Real[n]): Real[n, n] = hessian(\v. linalg.norm(v)^2)(v)`, data: `{"v": [0, 0]}`, want: `[["NaN", 0], [0, "NaN"]]`, flags: valued},
	{name: "normSquaredTwice", def: `(v: Real[n]): Real[n, n] = hessian(linalg.normSquared)(v)`, data: `{"v": [0, 0]}`, want: "[[2, 0], [0, 2]]", flags: valued},
	{name: "outer", def: "(u: Real[n], v: Real[m]): Real[_, _] = linalg.outer(u, v)", data: `{"u": [1, 2], "v": [3, 4, 5]}`, want: "[[3, 4, 5], [6, 8, 10]]", ratio: 6},
	{name: "matvec", def: "(a: Real[n, m], x: Real[m]): Real[_] = linalg.matvec(a, x)", data: general, want: "[14, 19, 25.5]"},
	{name: "matvecT", def: "(a: Real[n, m], x: Real[n]): Real[_] = linalg.matvecT(a, x)", data: general, want: "[6.5, 10, 34]"},
	{name: "matmul", def: "(a: Real[n, m], b: Real[k, p]): Real[_, _] = linalg.matmul(a, b)", data: two,
		want: "[[7.5, 4, 4.5], [11.5, 0, 10], [7.5, -0.5, 12.25]]", bad: []bad{{`{"a": [[1, 2]], "b": [[1, 2]]}`, "dimension 0 of b and m: 1 and 2"}}},
	{name: "matmulTN", def: "(a: Real[m, n], b: Real[m, p]): Real[_, _] = linalg.matmulTN(a, b)", data: two,
		want: "[[6.25, 6.5, -0.5], [10, 3, 4], [20.5, 11, 10.5]]"},
	{name: "matmulNT", def: "(a: Real[n, m], b: Real[p, m]): Real[_, _] = linalg.matmulNT(a, b)", data: two,
		want: "[[7.5, 4, 4.5], [11.5, 0, 10], [7.5, -0.5, 12.25]]"},
	{name: "diagonal", def: "(v: Real[n]): Real[_, _] = linalg.diagonal(linalg.diagonalOf(linalg.diagonal(v) + linalg.identity(n)))",
		data: `{"v": [2, 3]}`, want: "[[3, 0], [0, 4]]"},
	{name: "trace", def: "(a: Real[n, m]): Real = linalg.trace(a)", data: `{"a": [[1, 2], [3, 4]]}`, want: "5",
		bad: []bad{{`{"a": [[1, 2]]}`, "dimension 1 of a and n: 2 and 1"}}},
	// scipy.linalg.solve_triangular
	{name: "lowerSolve", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.lowerSolve(a, x)", data: definite, want: "[0.25, 0.5833333333333334, 1.7291666666666667]",
		bad: []bad{{`{"a": [[1, 0], [1, 0]], "x": [1, 2]}`, "linalg.lowerSolve: there is a 0 on the diagonal"}}},
	{name: "lowerSolveT", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.lowerSolveT(a, x)", data: definite, want: "[-0.22916666666666669, 1.1666666666666667, 1.5]",
		bad: []bad{{`{"a": [[0, 0], [1, 1]], "x": [1, 2]}`, "linalg.lowerSolveT: there is a 0 on the diagonal"}}},
	{name: "upperSolve", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.upperSolve(a, x)", data: definite, want: "[-0.22916666666666669, 1.1666666666666667, 1.5]",
		bad: []bad{{`{"a": [[0, 0], [1, 1]], "x": [1, 2]}`, "linalg.upperSolve: there is a 0 on the diagonal"}}},
	// numpy.linalg.solve
	{name: "tridiagonalSolve", def: "(l: Real[n], d: Real[n], u: Real[n], b: Real[n]): Real[_] = linalg.tridiagonalSolve(l, d, u, b)",
		data: `{"l": [7, 1, 2], "d": [4, 5, 6], "u": [1, 2, 7], "b": [1, 2, 3]}`, want: "[0.20408163265306123, 0.1836734693877551, 0.4387755102040816]",
		bad: []bad{{`{"l": [7, 1], "d": [1, 1], "u": [1, 7], "b": [1, 2]}`, "linalg.tridiagonalSolve: a pivot is 0"}}},
	// numpy.linalg.cholesky
	{name: "cholesky", def: "(a: Real[n, n]): Real[_, _] = linalg.cholesky(a)", data: definite, flags: native,
		want: "[[2, 0, 0], [0.5, 1.6583123951777, 0], [0.25, -0.6784005252999682, 1.2154310870109943]]",
		bad:  []bad{{`{"a": [[1, 2], [2, 1]]}`, "linalg.cholesky: the matrix is not positive definite"}}},
	// numpy.linalg.solve
	{name: "choleskySolve", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.choleskySolve(linalg.cholesky(a), x)", data: definite,
		want: "[-0.4615384615384615, 1.6307692307692307, 2.4307692307692306]"},
	// numpy.linalg.slogdet
	{name: "choleskyLogdet", def: "(a: Real[n, n]): Real = linalg.choleskyLogdet(linalg.cholesky(a))", data: definite, want: "2.7880929087757464"},
	// scipy.linalg.lu
	{name: "lu", def: "(a: Real[n, n]): (Real[_, _], Real) = let f = linalg.lu(a) in (f.factors, f.sign)", data: general,
		want: "[[[2, 1, 5], [0.25, 1.75, 5.75], [0.5, 0.8571428571428571, -4.428571428571428]], 1]",
		bad:  []bad{{`{"a": [[1, 2], [2, 4]]}`, "linalg.lu: the matrix is singular"}}},
	{name: "order", def: "(a: Real[n, n]): Int[_] = linalg.lu(a).order", data: general, want: "[1, 2, 0]", flags: discrete},
	// numpy.linalg.solve
	{name: "luSolve", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.luSolve(linalg.lu(a), x)", data: general,
		want: "[-0.12903225806451626, -0.1612903225806454, 0.48387096774193555]"},
	{name: "luSolveT", def: "(a: Real[n, n], x: Real[n]): Real[_] = linalg.luSolveT(linalg.lu(a), x)", data: general, want: "[1, 0, 0]"},
	{name: "solve", def: "(a: Real[n, n], x: Real[m]): Real[_] = linalg.solve(a, x)", data: general,
		want: "[-0.12903225806451626, -0.1612903225806454, 0.48387096774193555]", bad: []bad{
			{`{"a": [[0, 0], [1, 4]], "x": [1, 2]}`, "linalg.lu: the matrix is singular"}, {`{"a": [[1]], "x": [1, 2]}`, "dimension 0 of b and n: 2 and 1"}}},
	{name: "solveMatrix", def: "(a: Real[n, n], b: Real[n, m]): Real[_, _] = linalg.solveMatrix(a, b)",
		data: `{"a": [[1, 2, 3], [2, 1, 5], [0.5, 2, 7]], "b": [[1, 0], [2, 1], [3, -1]]}`,
		want: "[[-0.12903225806451618, 0.9677419354838709], [-0.16129032258064513, -0.29032258064516125], [0.4838709677419355, -0.12903225806451613]]"},
	// numpy.linalg.inv
	{name: "inverse", def: "(a: Real[n, n]): Real[_, _] = linalg.inverse(a)", data: general,
		want: "[[0.19354838709677424, 0.5161290322580645, -0.4516129032258065], [0.7419354838709677, -0.3548387096774193, -0.06451612903225801]," +
			"[-0.22580645161290325, 0.06451612903225806, 0.1935483870967742]]",
		bad: []bad{{`{"a": [[0, 1], [0, 2]]}`, "linalg.lu: the matrix is singular"}}},
	// numpy.linalg.det, numpy.linalg.slogdet
	{name: "det", def: "(a: Real[n, n]): Real = linalg.det(a)", data: general, want: "-15.5"},
	{name: "logdet", def: "(a: Real[n, n]): Real = linalg.logdet(a)", data: general, want: "2.740840023925201",
		bad: []bad{{`{"a": [[0]]}`, "linalg.lu: the matrix is singular"}}},
	// numpy.linalg.qr, with the signs of a positive diagonal
	{name: "qr", def: "(a: Real[m, n]): (Real[_, _], Real[_, _]) = let f = linalg.qr(a) in (f.q, f.r)", data: `{"a": [[1, 2], [3, 4], [5, 7]]}`,
		want: "[[[0.16903085094570325, 0.9486832980505138], [0.50709255283711, -0.31622776601683833], [0.8451542547285166, 0]], [[5.916079783099616, 8.282511696339462], [0, 0.632455532033676]]]",
		bad:  []bad{{`{"a": [[1, 2], [2, 4]]}`, "linalg.qr: the columns are dependent"}, {`{"a": [[1, 2]]}`, "linalg.qr: there are more columns than rows"}}},
	// numpy.linalg.lstsq
	{name: "leastSquares", def: "(a: Real[m, n], b: Real[m]): Real[_] = linalg.leastSquares(a, b)", data: `{"a": [[1, 2], [3, 4], [5, 7]], "b": [1, 2, 3]}`,
		want: "[-0.07142857142857131, 0.4999999999999999]"},
	// scipy.linalg.expm, without and with a squaring
	{name: "expm", def: "(a: Real[n, n]): Real[_, _] = linalg.expm(a)", data: `{"a": [[0.1, 0.2], [-0.3, 0.4]]}`,
		want: "[[1.068622788270478, 0.25520305831566287], [-0.3828045874734942, 1.4514273757439724]]"},
	{name: "expmSquared", def: "(a: Real[n, n]): Real[_, _] = linalg.expm(a)", data: definite,
		want: "[[77.00841610513571, 38.28633396234333, 3.0425141879869613], [38.28633396234334, 41.94221270142929, -12.525289493247783]," +
			"[3.0425141879869564, -12.525289493247788, 13.316270414996792]]"},
	// numpy.linalg.eigh
	{name: "eigh", def: "(a: Real[n, n]): (Real[_], Real[_, _]) = let e = linalg.eigh(a) in (e.values, e.vectors)", data: definite,
		want: "[[1.0595504397993136, 3.317544438556552, 4.622905121644135], [[-0.320190469337998, 0.5591235936836924, 0.7647606621233505]," +
			"[0.4442152028504296, -0.6244025091962295, 0.6424907470664492], [0.836750211772703, 0.5454377265056805, -0.04844346811129821]]]",
		bad: []bad{{`{"a": [[1, 0], [0, "NaN"]]}`, "linalg.eigh: the matrix is not finite"}}},
	// numpy.linalg.eigvalsh
	{name: "eigenvalues", def: "(a: Real[n, n]): Real[_] = linalg.eigenvalues(a)", data: definite, want: "[1.0595504397993136, 3.317544438556552, 4.622905121644135]",
		bad: []bad{{`{"a": [[1, 0], [0, "NaN"]]}`, "linalg.eigh: the matrix is not finite"}}},
	// Σ λ³ and its gradient 3 A², at equal eigenvalues.
	{name: "eigenvaluesEqual", def: `(a: Real[n, n]): Real = let v = linalg.eigenvalues(a) in sum(k < n) v[k]^3`, data: same, want: "2", flags: first},
	{name: "eigenvaluesCubed", def: `(a: Real[n, n]): Real[n, n] = grad(\a. let v = linalg.eigenvalues(a) in sum(k < n) v[k]^3)(a)`, data: same, want: "[[3, 0], [0, 3]]", flags: valued},
	{name: "funmTrace", def: `(a: Real[n, n]): Real = linalg.trace(linalg.funm(\x. x^3, a))`, data: same, want: "2", flags: first},
	// The sum of m² and that of m - 1, for m from values and vectors. No gradient says what the vectors of equal eigenvalues do.
	{name: "eighSquared", def: `(a: Real[n, n]): Real[n, n] = grad(\a. ` + back + `linalg.trace(linalg.matmul([1 for _ < n, _ < n], linalg.matmul(m(0), m(0)))))(a)`, data: same, want: none, flags: valued},
	{name: "eighLess", def: `(a: Real[n, n]): Real[n, n] = grad(\a. ` + back + `linalg.trace(linalg.matmul([1 for _ < n, _ < n], m(1))))(a)`, data: same, want: none, flags: valued},
	{name: "funmSquared", def: `(a: Real[n, n]): Real[n, n] = grad(\a. sum(i < n, j < n) linalg.funm(\x. x^2, a)[i, j])(a)`, data: same, want: "[[2, 2], [2, 2]]", flags: valued},
	{name: "funmLess", def: `(a: Real[n, n]): Real[n, n] = grad(\a. sum(i < n, j < n) linalg.funm(\x. x - 1, a)[i, j])(a)`, data: same, want: "[[1, 1], [1, 1]]", flags: valued},
	// scipy.linalg.expm
	{name: "funm", def: `(a: Real[n, n], c: Real): Real[_, _] = linalg.funm(\x. exp(c * x), a)`, data: `{"a": [[4, 1, 0.5], [1, 3, -1], [0.5, -1, 2]], "c": 1}`,
		want: "[[77.00841610513571, 38.28633396234333, 3.0425141879869613], [38.28633396234334, 41.94221270142929, -12.525289493247783]," +
			"[3.0425141879869564, -12.525289493247788, 13.316270414996792]]", flags: native},
	{name: "funmEqual", def: `(a: Real[n, n], c: Real): Real[_, _] = linalg.funm(\x. x^3 - c * x, a)`, data: `{"a": [[2, 0], [0, 2]], "c": 1}`, want: "[[6, 0], [0, 6]]",
		flags: first | differs},
	{name: "funmNearly", def: `(a: Real[n, n], c: Real): Real[_, _] = linalg.funm(\x. x^3 - c * x, a)`, data: `{"a": [[2, 1e-9], [1e-9, 2]], "c": 1}`,
		want: "[[6, 1.1e-8], [1.1e-8, 6]]", flags: first | differs},
	{name: "sqrtm", def: "(a: Real[n, n]): Real[_, _] = linalg.sqrtm(a)", data: `{"a": [[5, 4], [4, 5]]}`, want: "[[2, 1], [1, 2]]",
		bad: []bad{{`{"a": [[1, 2], [2, 1]]}`, "linalg.sqrtm: an eigenvalue is negative"}}},
	{name: "sqrtmEqual", def: "(a: Real[n, n]): Real[_, _] = linalg.sqrtm(a)", data: `{"a": [[4, 0], [0, 4]]}`, want: "[[2, 0], [0, 2]]", flags: first | differs},
	// The derivative of the eigenvectors of a diagonal matrix is not 0.
	{name: "eighDiagonal", def: "(a: Real[n, n]): (Real[_], Real[_, _]) = let e = linalg.eigh(a) in (e.values, e.vectors)", data: `{"a": [[2, 0], [0, 1]]}`,
		want: "[[1, 2], [[0, 1], [1, 0]]]"},
}

const (
	same     = `{"a": [[1, 0], [0, 1]]}`
	none     = `[["NaN", "NaN"], ["NaN", "NaN"]]`
	back     = "let e = linalg.eigh(a); u = e.vectors; m(s) = [sum(k < n) u[k, i] * (e.values[k] - s) * u[k, j] for i < n, j < n] in "
	general  = `{"a": [[1, 2, 3], [2, 1, 5], [0.5, 2, 7]], "x": [1, 2, 3]}`
	definite = `{"a": [[4, 1, 0.5], [1, 3, -1], [0.5, -1, 2]], "x": [1, 2, 3]}`
	two      = `{"a": [[1, 2, 3], [2, 1, 5], [0.5, 2, 7]], "b": [[4, 1, 0.5], [1, 3, -1], [0.5, -1, 2]]}`
)
