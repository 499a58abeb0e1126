package library_test

// The values of convolutions are those of scipy.signal.correlate and correlate2d, the others of the formulas in NumPy.
var nnUses = []use{
	{name: "dense", def: "(w: Real[m, n], b: Real[m], x: Real[n]): Real[_] = nn.dense(w, b, x)", data: `{"w": [[1, 2], [3, 4]], "b": [0.5, 1], "x": [1, -1]}`,
		want: "[-0.5, 0]"},
	{name: "denseRows", def: "(w: Real[m, n], b: Real[m], x: Real[r, n]): Real[_, _] = nn.denseRows(w, b, x)",
		data: `{"w": [[1, 2], [3, 4]], "b": [0.5, 1], "x": [[1, -1], [0, 1]]}`, want: "[[-0.5, 0], [2.5, 5]]"},
	{name: "relu", def: "(x: Real[n]): Real[_] = [nn.relu(x[i]) for i < n]", data: `{"x": [-1, 2]}`, want: "[0, 2]", ratio: 7},
	{name: "gelu", def: "(x: Real[n]): Real[_] = [nn.gelu(x[i]) for i < n]", data: `{"x": [1, 2, 4]}`, want: "[0.8413447460685429, 1.9544997361036416, 3.9998733150326675]"},
	{name: "conv1d", def: conv1d + "1)", data: signals, want: "[[-1, 4.5, 3, 3], [2.5, 1, -1, 0]]"},
	{name: "conv1dBare", def: conv1d + "0)", data: signals, want: "[[4.5, 3], [1, -1]]",
		bad: []bad{{`{"x": [[1]], "w": [[[1, 2]]], "b": [0]}`, "nn.conv1d: the filter is longer than the input"},
			{`{"x": [[1, 2]], "w": [[[1], [2]]], "b": [0]}`, "dimension 1 of w and c: 2 and 1"}}},
	{name: "conv1dWide", def: conv1d + "3)", data: `{"x": [[1, 2], [0, 1]], "w": [[[1, 0.5, -1], [2, 1, 0]], [[0, 1, 1], [-1, 0, 0.5]]], "b": [0.5, -1]}`,
		want: "[[0.5, -0.5, -1, 3.5, 4.5, 0.5], [-1, 0, 2.5, 1, -2, -1]]"},
	{name: "conv2d", def: conv2d + "1)", data: images,
		want:  "[[[2.25, 3.75, 8.25, 1.75], [5.25, 15.25, 11.75, 7.25], [11.25, 17.75, 27.25, 9.25], [-5.75, 0.25, -3.75, 10.25]]]",
		flags: native},
	{name: "conv2dBare", def: conv2d + "0)", data: images, want: "[[[15.25, 11.75], [17.75, 27.25]]]",
		bad: []bad{{`{"x": [[[1]]], "w": [[[[1, 2]]]], "b": [0]}`, "nn.conv2d: the filter is larger than the input"}}},
	{name: "maxPool2d", def: "(x: Real[c, h, v]): Real[_, _, _] = nn.maxPool2d(x, 2)", data: `{"x": [[[1, 2, 3], [4, 5, 6], [7, 8, 10]]]}`, want: "[[[5]]]"},
	{name: "meanPool2d", def: "(x: Real[c, h, v]): Real[_] = nn.meanPool2d(x)", data: `{"x": [[[1, 2], [4, 5]], [[0, 0], [0, 2]]]}`, want: "[3, 0.5]"},
	{name: "attention", def: "(q: Real[n, _], k: Real[m, d], v: Real[m, e]): Real[_, _] = nn.attention(q, k, v)", data: queries,
		want: "[[-0.12386223056734413, 0.8761377694326559, 1.7079540768557813], [0.435946100171984, 1.435946100171984, 2.007984525732842]," +
			"[0.8223255946526424, 1.8223255946526427, 2.552875023741931]]",
		bad: []bad{{`{"q": [[1]], "k": [[1, 2]], "v": [[1]]}`, "dimension 1 of k and d: 2 and 1"}}},
	{name: "causalAttention", def: "(q: Real[n, d], k: Real[n, d], v: Real[n, e]): Real[_, _] = nn.causalAttention(q, k, v)", data: queries,
		want: "[[1, 2, 3], [0.6697615493266569, 1.6697615493266569, 2.0092846479799706], [0.8223255946526424, 1.8223255946526427, 2.552875023741931]]"},
	{name: "layerNorm", def: "(x: Real[n], g: Real[n], b: Real[n]): Real[_] = nn.layerNorm(x, g, b, 1e-5)", data: `{"x": [1, 2, 4], "g": [1, 2, 0.5], "b": [0.1, 0, -1]}`,
		want: "[-0.9690415314502977, -0.5345207657251491, -0.3318490428435641]"},
	{name: "crossEntropy", def: "(v: Real[n], label: Int): Real = nn.crossEntropy(v, label)", data: `{"v": [1, 2, 4], "label": 1}`, want: "2.169846019556286",
		bad: []bad{{`{"v": [1], "label": 1}`, "index 1 is out of range"}}},
}

const (
	conv1d  = "(x: Real[c, n], w: Real[o, _, k], b: Real[o]): Real[_, _] = nn.conv1d(x, w, b, "
	conv2d  = "(x: Real[c, h, v], w: Real[o, c, k, l], b: Real[o]): Real[_, _, _] = nn.conv2d(x, w, b, "
	signals = `{"x": [[1, 2, -1, 3], [0, 1, 2, -2]], "w": [[[1, 0.5, -1], [2, 1, 0]], [[0, 1, 1], [-1, 0, 0.5]]], "b": [0.5, -1]}`
	images  = `{"x": [[[1, 2, 3], [4, 5, 6], [7, 8, 10]], [[0, 1, 0], [2, -1, 1], [1, 1, -2]]], "w": [[[[1, -1], [0.5, 2]], [[0, 1], [1, -1]]]], "b": [0.25]}`
	queries = `{"q": [[1, 0.5], [0, 1], [-1, 2]], "k": [[0.5, 1], [1, 0], [2, -1]], "v": [[1, 2, 3], [0, 1, 0], [-1, 0, 2]]}`
)

// The matrix of the elements a, in a pattern of four rows and columns.
const (
	four     = "{ columns: 4, starts: [0, 2, 5, 7, 10], at: [0, 1, 0, 1, 3, 2, 3, 1, 2, 3], values: [a[e[k]] for k < 10] }"
	symmetry = "let e = [0, 1, 1, 2, 3, 4, 5, 3, 5, 6] in "
	pattern  = `{"a": [4, 1, 3, -1, 2, 0.5, 5]}`
	fourData = `{"a": [4, 1, 3, -1, 2, 0.5, 5], "x": [1, 2, 3, 4]}`
)

// The values are those of NumPy for the dense matrix.
var sparseUses = []use{
	{name: "toDense", def: "(a: Real[n]): Real[_, _] = " + symmetry + "sparse.toDense(" + four + ")", data: pattern, want: "[[4, 1, 0, 0], [1, 3, 0, -1], [0, 0, 2, 0.5], [0, -1, 0.5, 5]]"},
	{name: "fromDense", def: "(a: Real[n, m]): Real[_] = sparse.fromDense(a).values", data: `{"a": [[4, 0, 1], [0, 0, 0], [0, 2, 0]]}`, want: "[4, 1, 2]"},
	{name: "pattern", def: "(a: Real[n, m]): (Int, Int, Int[_], Int[_]) = let s = sparse.fromDense(a) in (sparse.rows(s), s.columns, s.starts, s.at)",
		data: `{"a": [[4, 0, 1], [0, 0, 0], [0, 2, 0]]}`, want: "[3, 3, [0, 2, 2, 3], [0, 2, 1]]", flags: discrete},
	{name: "matvec", def: "(a: Real[n], x: Real[m]): Real[_] = " + symmetry + "sparse.matvec(" + four + ", x)", data: fourData, want: "[6, 3, 8, 19.5]", flags: native,
		bad: []bad{{`{"a": [4, 1, 3, -1, 2, 0.5, 5], "x": [1]}`, "sparse.matvec: there is not one element for each column"}}},
	{name: "matvecT", def: "(a: Real[n], x: Real[m]): Real[_] = " + symmetry + "sparse.matvecT(" + four + ", x)", data: fourData, want: "[6, 3, 8, 19.5]",
		bad: []bad{{`{"a": [4, 1, 3, -1, 2, 0.5, 5], "x": [1]}`, "sparse.matvecT: there is not one element for each row"}}},
	// numpy.linalg.solve
	{name: "conjugateGradients", def: `(a: Real[n], x: Real[m]): Real[_] = ` + symmetry + `let m = ` + four + ` in sparse.conjugateGradients(\v. sparse.matvec(m, v), x, 1e-14, 20)`,
		data: fourData, want: "[0.01259445843828716, 0.9496221662468514, 1.2846347607052897, 0.8614609571788413]", flags: native,
		bad: []bad{{`{"a": [-4, 1, 3, -1, 2, 0.5, 5], "x": [1, 0, 0, 0]}`, "sparse.conjugateGradients: the matrix is not positive definite"},
			{`{"a": [4, 1, 3, -1, 2, 0.5, 5], "x": [1, "NaN", 0, 0]}`, "sparse.conjugateGradients: the product or b is not finite"}}},
	{name: "colours", def: "(a: Real[n]): Int[_] = " + symmetry + "sparse.colours(" + four + ")", data: pattern, want: "[0, 1, 0, 2]", flags: discrete},
	{name: "jacobian", def: `(a: Real, x: Real[m]): Real[_] = let f(x) = [x[i] * x[min(i + 1, 3)]^2 * a for i < 4];
		p = sparse.fromDense([if i == j || i + 1 == j then 1 else 0 for i < 4, j < 4]) in sparse.jacobian(f, x, p, sparse.colours(p)).values`,
		data: `{"a": 4, "x": [1, 2, 3, 4]}`, want: "[16, 16, 36, 48, 64, 96, 192]",
		bad: []bad{{`{"a": 1, "x": [1, 2, 3, 4, 5]}`, "dimension 0 of colour and m: 4 and 5"}}},
}
