package elaborate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/reference"
	"procad/interp"
)

// TestCorners compares the evaluator and the interpreter where a construct has a
// corner: arrays without elements, sizes that differ, ties, the ends of loops.
func TestCorners(t *testing.T) {
	const pair = `def f(v: Real[n]): Real[_] = [if i == 0 then v[0] * v[1] else if i == 1 then v[1]^2 else v[0] for i < 3] `
	const tree = `type Tree = Leaf(Real) | Node(Tree, Tree) def total(t: Tree): Real = case t of Leaf(x) -> x^2, Node(l, r) -> total(l) + 2 * total(r) `
	const discrete = `def f(k: Int, b: Bool, x: Real): Real = if b then x^k else x `
	const net = `type Net = Leaf(Real[3]) | Node(Net[2]) def g(n: Net): Real = case n of Leaf(v) -> v[0] + 10 * v[1] + 100 * v[2], Node(l) -> g(l[0]) * g(l[1]) - g(l[1]) `
	for _, c := range []struct {
		name, text, data string
		code             string // of the run-time error; "" for none
	}{
		{"nodes of one type in those of another, after a parameter of it", `type A = L(Real) | N(A, A) type B = E | C(A, B)
			def product(a: A): Real = case a of L(x) -> x, N(l, r) -> product(l) * product(r) + product(r)
			def total(b: B): Real = case b of E -> 1, C(a, rest) -> product(a) + 2 * total(rest)
			def main(p: A, q: B, r: A): Real = product(p) * total(q) + product(r)`,
			`{"p": {"N": [{"L": 5}, {"L": 6}]}, "q": {"C": [{"N": [{"L": 7}, {"L": 2}]}, {"C": [{"L": 3}, "E"]}]}, "r": {"L": 4}}`, ""},
		{"nodes of one type in those of another that is given", `type A = L(Real) | N(A, A) type B = E | C(A, B) def main(p: A, q: B): (B, A) = (C(L(1), q), p)`,
			`{"p": {"N": [{"L": 5}, {"L": 6}]}, "q": {"C": [{"L": 7}, "E"]}}`, ""},
		{"values that nothing takes apart", `type A = L(Real) | N(A, A) type B = E | C(A, B) def main(p: A, q: B): (B, A) = (q, p)`,
			`{"p": {"N": [{"L": 5}, {"L": 6}]}, "q": {"C": [{"L": 7}, "E"]}}`, ""},
		{"no rows", "def main(n: Int, d: Int): Real[_, _] = [[real(i * j) for j < d] for i < n]", `{"n": 0, "d": 3}`, ""},
		{"no rows of what a loop makes", "def main(n: Int): Real[_, _] = [[real(j) for j < i + 2] for i < n]", `{"n": 0}`, ""},
		{"no rows of a written size", "def main(n: Int): Real[_, _] = ([let k = i + 3 in [real(j) for j < k] for i < n] : Real[_, 3])", `{"n": 0}`, ""},
		{"no rows of a written size that another array has not", "def main(n: Int, v: Real[k]): Real[_, _] = ([v for i < n] : Real[_, 3])", `{"n": 0, "v": []}`, ""},
		{"rows of a size that is not the written one", "def main(n: Int, v: Real[k]): Real[_, _] = ([v for i < n] : Real[_, 3])", `{"n": 1, "v": [1]}`, "sizes-disagree"},
		{"the sum of no arrays of a written size that another has not", "def main(n: Int, v: Real[k]): Real[_] = (sum(i < n) v : Real[3])", `{"n": 0, "v": []}`, ""},
		{"the start of an inner loop that does not run", "def main(k: Int[n]): Real = sum(i < n, j in k[0] ..< 3) real(j)", `{"k": []}`, ""},
		{"the start of an inner loop that depends on the outer one", "def main(n: Int): Real = sum(i < n, j in 2 * i + 1 ..< 9) real(i * j)", `{"n": 4}`, ""},
		{"the start of a loop that is not there", "def main(k: Int[n]): Real = sum(j in k[0] ..< 3) real(j)", `{"k": []}`, "index-range"},
		{"no views", "def main(m: Real[n, d], k: Int): Real[_, _] = [m[i] for i < k]", `{"m": [[1, 2, 3]], "k": 0}`, ""},
		{"no views of views", "def main(m: Real[n, d, e], k: Int): Real[_, _] = [m[i, 0] for i < k]", `{"m": [[[1, 2, 3]]], "k": 0}`, ""},
		{"the sum of no rows", "def main(m: Real[n, d]): Real[_] = sum(i < n) m[i]", `{"m": {"shape": [0, 3], "data": []}}`, ""},
		{"the sum of no tuples", "def main(m: Real[n, d], k: Int): (Real, Real[_], Int) = sum(i < k) (1.5, m[i], 2)", `{"m": [[1, 2]], "k": 0}`, ""},
		{"the sum of no rows of a written size", "def g(i: Int): Real[_] = [real(i) for j < 3] def main(k: Int): Real[_] = (sum(i < k) g(i) : Real[3])", `{"k": 0}`, ""},
		{"the sum of no rows of unknown size", "def g(i: Int): Real[_] = [real(i) for j < 3] def main(k: Int): Real[_] = sum(i < k) g(i)", `{"k": 0}`, "assert"},
		{"the sum of rows that differ", "def main(k: Int): Real[_] = sum(i < k) [1.0 for j < i]", `{"k": 3}`, "sizes-disagree"},
		{"rows that differ", "def main(k: Int): Real[_, _] = [[1.0 for j < i] for i < k]", `{"k": 3}`, "sizes-disagree"},
		{"a written size that is wrong", "def main(v: Real[n]): Real[_] = let w : Real[n] = [1.0 for i < n + 1] in w", `{"v": [1]}`, "sizes-disagree"},
		{"a size of a parameter that is wrong", "def g(v: Real[n], w: Real[n]): Real = v[0] + w[0] def main(v: Real[n]): Real = g(v, [1.0 for i < n + 1])", `{"v": [1]}`, "sizes-disagree"},
		{"a size in a tuple that is wrong", "def g(p: (Int, Real[2])): Int = let (k, _) = p in k def main(v: Real[n]): Int = g((1, v))", `{"v": [1]}`, "sizes-disagree"},
		{"a size in a sum that is wrong", "def g(s: Real[2] + Int): Int = case s of Inl _ -> 0, Inr k -> k def main(v: Real[n], c: Bool): Int = g(if c then Inl v else Inr 1)", `{"v": [1], "c": true}`, "sizes-disagree"},
		{"a size in the other side of a sum", "def g(s: Real[2] + Int): Int = case s of Inl _ -> 0, Inr k -> k def main(v: Real[n], c: Bool): Int = g(if c then Inl v else Inr 1)", `{"v": [1], "c": false}`, ""},
		{"an array in a node", net + `def main(v: Real[n]): Real = g(Node([Leaf(v), Node([Leaf(2 * v), Leaf(v)])]))`, `{"v": [1, 2, 4]}`, ""},
		{"an array in a node of another size", net + `def main(v: Real[n]): Real = g(Leaf(v))`, `{"v": [1, 2, 4, 8]}`, "sizes-disagree"},
		{"a tangent of another size", pair + "def main(v: Real[n]): Real[_] = let (_, d) = jvp(f)(v, [1.0 for i < n + 1]) in d", `{"v": [2, 3]}`, "seed-size"},
		{"a tangent on the other side", "def f(s: Real + Real): Real = case s of Inl x -> x^2, Inr x -> x def main(x: Real): Real = let (_, d) = jvp(f)(Inl x, Inr 1.0) in d", `{"x": 2}`, "seed-tag"},
		{"a tangent of another shape", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = jvp(total)(t, u) in y + d", `{"t": {"Node": [{"Leaf": 1}, {"Leaf": 2}]}, "u": {"Leaf": 1}}`, "seed-tag"},
		{"a tangent that is larger", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = jvp(total)(t, u) in y + d", `{"u": {"Node": [{"Leaf": 1}, {"Leaf": 2}]}, "t": {"Leaf": 1}}`, "seed-tag"},
		{"a tangent of the shape", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = jvp(total)(t, u) in y + d", `{"t": {"Node": [{"Leaf": 1}, {"Leaf": 2}]}, "u": {"Node": [{"Leaf": 3}, {"Leaf": 4}]}}`, ""},
		{"a seed with fewer Reals", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = vjp(\\t. Node(t, t))(t, u) in total(d)", `{"t": {"Leaf": 2}, "u": {"Leaf": 1}}`, "seed-size"},
		{"a seed of another shape", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = vjp(\\t. Node(Node(t, t), t))(t, u) in total(d)", `{"t": {"Leaf": 2}, "u": {"Node": [{"Leaf": 3}, {"Node": [{"Leaf": 3}, {"Leaf": 4}]}]}}`, "seed-tag"},
		{"a seed of the shape", tree + "def main(t: Tree, u: Tree): Real = let (y, d) = vjp(\\t. Node(t, t))(t, u) in total(d)", `{"t": {"Leaf": 2}, "u": {"Node": [{"Leaf": 3}, {"Leaf": 4}]}}`, ""},
		{"derivatives in discrete parameters", discrete + "def main(k: Int, b: Bool, x: Real): ((), ((), (), Real), Real) = let (_, h, r) = hessian(f)(k, b, x) in (h, r, (let (_, _, g) = grad(f)(k, b, x) in g))", `{"k": 3, "b": true, "x": 2}`, ""},
		{"Jacobians in discrete parameters", discrete + "def main(k: Int, b: Bool, x: Real): (((), (), Real), ((), (), Real)) = (jacfwd(f)(k, b, x), jacrev(f)(k, b, x))", `{"k": 3, "b": true, "x": 2}`, ""},
		{"tangents and seeds of discrete parameters", discrete + "def main(k: Int, b: Bool, x: Real): (Real, Real, Real) = let (y, d) = jvp(f)(k, b, x, (), (), 2); (_, (_, _, w)) = vjp(f)(k, b, x, 3) in (y, d, w)", `{"k": 3, "b": true, "x": 2}`, ""},
		{"derivatives in discrete parameters alone", "def f(k: Int, b: Bool): Real = if b then real(k) else 0 def main(k: Int, b: Bool): (((), ()), ((), ()), (), Real, ()) = let (y, d) = jvp(f)(k, b, (), ()) in (hessian(f)(k, b), jacrev(f)(k, b), grad(f)(k, b), y + d, hessian(\\k. real(k)^2)(k))", `{"k": 3, "b": true}`, ""},
		{"a second derivative along nothing", "def main(k: Int): Real = let (_, ()) = hvp(\\k. real(k)^2)(k, ()) in 1", `{"k": 3}`, ""},
		{"scans of functions that have names", "def add(x: Real, y: Real): Real = x + y def each(f: (Real, Real) -> Real, v: Real[n]): Real[_] = scan(f, 1, v) def main(v: Real[n], k: Real): (Real[_], Real[_], Real[_]) = let s(a, x) = a * k + x in (scan(add, 0, v), scan(s, 0, scan(max, v[0], v)), each(\\(a, x). a * x, v))", `{"v": [2, 3, 1], "k": 2}`, ""},
		{"a scan of nothing by a name", "def main(v: Real[n]): Real[_] = scan(min, 0, v)", `{"v": []}`, ""},
		{"a Jacobian by columns", pair + "def main(v: Real[2]): Real[_, _] = jacfwd(f)(v)", `{"v": [2, 3]}`, ""},
		{"a Jacobian by rows", pair + "def main(v: Real[2]): Real[_, _] = jacrev(f)(v)", `{"v": [2, 3]}`, ""},
		{"Jacobians in two parameters", "def f(a: Real, k: Int, v: Real[n]): Real[_] = [if i == 0 then a * v[0] + real(k) else if i == 1 then v[1]^2 else a^2 for i < 3] def main(v: Real[2]): (Real[_], (), Real[_, _]) = jacfwd(f)(v[0], 2, v)", `{"v": [2, 3]}`, ""},
		{"a loop with a label in a function at two types", "def main(x: Real, k: Int): (Real, Int) = let f(y) = nTimes[steps:](3, y, \\s. s + s) in (f(x), f(k))", `{"x": 1, "k": 2}`, ""},
		{"a loop of -1 iterations", "def main(n: Int, x: Real): Real = nTimes(n, x, \\y. y * y)", `{"n": -1, "x": 1}`, "negative-count"},
		{"a sum over -1 indices", "def main(n: Int, x: Real): Real = sum(i < n) x", `{"n": -1, "x": 1}`, "negative-count"},
		{"-1 rows", "def main(n: Int, d: Int): Real[_, _] = [[1.0 for j < d] for i < n]", `{"n": 0, "d": -1}`, "negative-count"},
		{"a size that nothing uses", "def main(v: Real[n]): Real = let _ = size(v); _ = v[0] in v[1]", `{"v": [1, 2]}`, ""},
		{"the last index", "def main(v: Real[n]): Real = v[n - 1]", `{"v": [1, 2]}`, ""},
		{"an index of the size", "def main(v: Real[n]): Real = v[n]", `{"v": [1, 2]}`, "index-range"},
		{"an index that is in the block", "def main(m: Real[n, d]): Real = m[0, d]", `{"m": [[1, 2], [3, 4]]}`, "index-range"},
		{"set keeps the argument", "def main(m: Real[n, d]): (Real[_, _], Real) = let a = m; b = set(a, 1, 2, 7.0) in (b, a[1, 2])", `{"m": [[1, 2, 3], [4, 5, 6]]}`, ""},
		{"ccl goes down", "def main(v: Real[n]): Real = ccl(n, 0.0, \\(i, s). s + v[i] * real(i + 1))", `{"v": [1, 2, 4]}`, ""},
		{"ccl goes down where that matters", "def main(n: Int): Int = ccl(n, 0, \\(i, s). 10 * s + i)", `{"n": 3}`, ""},
		{"a seed", pair + "def main(v: Real[n]): Real[_] = let (_, d) = vjp(f)(v, [real(i + 2) for i < 3]) in d", `{"v": [2, 3]}`, ""},
		{"while takes as many as it may", "def main(n: Int): Real = while(n, 8.0, \\y. y > 1, \\y. y / 2)", `{"n": 3}`, ""},
		{"while takes one too many", "def main(n: Int): Real = while(n, 8.0, \\y. y > 1, \\y. y / 2)", `{"n": 2}`, "iteration-limit"},
		{"div and mod round down", "def main(a: Int, b: Int): (Int, Int, Int, Int) = (a div b, a mod b, (-a) div b, (-a) mod b)", `{"a": 7, "b": -3}`, ""},
		{"mod 0", "def main(a: Int): Int = a mod (a - a)", `{"a": 7}`, "divide-by-zero"},
		{"int of what is no Int", "def main(x: Real): Int = int(x)", `{"x": 1e300}`, "int-range"},
		{"int rounds down", "def main(x: Real): Int = int(x)", `{"x": -1.5}`, ""},
		{"a negative power", "def main(x: Real, n: Int): Real = x^n + x^-1", `{"x": 2, "n": -3}`, ""},
		{"the first of the largest", "def main(v: Real[n]): Real = max(i < n) v[i]", `{"v": [1, 3, 3]}`, ""},
		{"the maximum of nothing", "def main(v: Real[n]): Real = max(i < n - 1) v[i]", `{"v": [1]}`, "empty-max"},
		{"a NaN that begins a row", "def main(a: Real[n, d], z: Real): Real = max(i < n, j < d) (if i == 1 && j == 0 then z / z else a[i, j])", `{"a": [[1, 2], [0, 5]], "z": 0}`, ""},
		{"a NaN in a row", "def main(a: Real[n, d], z: Real): Real = max(i < n, j < i + 1) (if i == 1 && j == 1 then z / z else a[i, j])", `{"a": [[1, 2], [0, 5]], "z": 0}`, ""},
		{"a NaN that begins the first row", "def main(a: Real[n, d], z: Real): Real = max(i < n, j < d) (if i + j == 0 then z / z else a[i, j])", `{"a": [[1, 2], [0, 5]], "z": 0}`, ""},
		{"a NaN after a row of no values", "def main(a: Real[n, d], z: Real): Real = max(i < n, j < i) (if i == 1 then z / z else a[i, j])", `{"a": [[1, 2], [0, 5]], "z": 0}`, ""},
		{"rows of no Ints", "def main(v: Int[n]): Int = max(i < n, j < i) v[j]", `{"v": [-9223372036854775808, 7]}`, ""},
		{"the maximum of rows of nothing", "def main(v: Real[n]): Real = max(i < n, j < i) v[j]", `{"v": [1]}`, "empty-max"},
		{"the maximum of rows of no Ints", "def main(v: Int[n]): Int = max(i < n, j < i) v[j]", `{"v": [1]}`, "empty-max"},
		{"the index of the first of the largest", "def main(v: Real[n]): Int = argmax(i < n) v[i]", `{"v": [1, 3, 3]}`, ""},
		{"the index of the largest Int", "def main(v: Int[n]): (Int, Real) = let k = argmax(i < n) v[i] in (k, real(k))", `{"v": [-9223372036854775808, 7, 7, 6]}`, ""},
		{"the index of the least Int of all", "def main(v: Int[n]): Int = argmax(i < n) v[i]", `{"v": [-9223372036854775808, -9223372036854775808]}`, ""},
		{"an array and a number that are stopped", "def f(s: Real): Real = let (a, b) = stopGradient(([s * real(i + 1) for i < 3], s)) in a[1] * b * s def main(s: Real): Real = grad(f)(s)", `{"s": 3}`, ""},
		{"conditions on the index of a short loop", "def main(v: Real[3]): Real = let w = [if i <= 1 then v[i] else if i > 1 then 2 * v[i] else 0 for i < 3]; u = [if i >= 1 then w[i] else if i < 1 then 3 * w[i] else 0 for i < 3]; t = [if i == 1 then u[i] else 5 * u[i] for i < 3] in t[0] + 7 * t[1] + 11 * t[2]", `{"v": [1, 2, 4]}`, ""},
		{"the index of the largest Int below 0", "def main(v: Int[n]): Int = argmax(i < n) v[i]", `{"v": [-3, -1, -2]}`, ""},
		{"loop-invariant values that begin with the same 250 terms", "def main(v: Real[n], x: Real): Real = sum(i < n) v[i] * (x" + strings.Repeat(" + x", 250) + " + (sum(j < n) v[j])) * (x" + strings.Repeat(" + x", 251) + " + (sum(j < n) v[j]))", `{"v": [1, 2], "x": 3}`, ""},
		{"derivatives in parameters of one value", "type T = | C type R = { u: () } def f(p: Int + T, r: R, t: T, x: Real): Real = (case p of Inl k -> real(k), Inr C -> 2) * x^2 def main(x: Real): Real = let ((), (), (), g) = grad(f)((Inl 3 : Int + T), { u: () }, C, x) in g", `{"x": 2}`, ""},
		{"the index of a NaN", "def main(v: Real[n]): (Int, Int) = (argmax(i < n) v[i] / v[i], argmax(i < n) v[n - 1 - i] / v[n - 1 - i])", `{"v": [0, 3, 3]}`, ""},
		{"the index of the maximum of nothing", "def main(v: Real[n]): Int = argmax(i < n - 1) v[i]", `{"v": [1]}`, "empty-max"},
		{"the index of the largest of no Ints", "def main(v: Int[n]): Int = argmax(i < n - 1) v[i]", `{"v": [1]}`, "empty-max"},
		{"what the index says", "def main(v: Real[n]): Real = let k = argmax(i < n) sin(v[i]) in v[k]^2 * (max(i < n) v[i])", `{"v": [1, 3, 2]}`, ""},
		{"the first of the smallest", "def main(v: Real[n]): Real = min(i < n) v[i]", `{"v": [3, 1, 1]}`, ""},
		{"the minimum of nothing", "def main(v: Real[n]): Real = min(i < n - 1) v[i]", `{"v": [1]}`, "empty-max"},
		{"zeros of both signs", "def main(v: Real[n]): (Real, Real) = (1 / (min(i < n) v[i]), 1 / (min(i < n) -v[i]))", `{"v": [0, -0.0]}`, ""},
		{"the minimum of a NaN that comes first, and of one that does not", "def main(v: Real[n]): (Real, Real) = (min(i < n) v[i] / v[i], min(i < n) v[n - 1 - i] / v[n - 1 - i])", `{"v": [0, 3, 3]}`, ""},
		{"the least Int of all", "def main(v: Int[n]): (Int, Int) = (min(i < n) v[i], argmin(i < n) v[i])", `{"v": [9223372036854775807, -9223372036854775808, 0]}`, ""},
		{"the largest Int of all as the smallest", "def main(v: Int[n]): (Int, Int) = (min(i < n) v[i], argmin(i < n) v[i])", `{"v": [9223372036854775807, 9223372036854775807]}`, ""},
		{"rows of nothing have no minimum", "def main(v: Real[n]): Real = min(i < n, j < i) v[j]", `{"v": [1]}`, "empty-max"},
		{"the product of nothing", "def main(v: Real[n]): (Real, Int) = (product(i < n) v[i], product(i < n, j < i) j)", `{"v": []}`, ""},
		{"a range that ends before it begins", "def main(n: Int): Int = sum(i in 3 ..< n) i", `{"n": 2}`, "negative-count"},
		{"an empty range", "def main(n: Int): Int = sum(i in 3 ..< n) i", `{"n": 3}`, ""},
		{"a range of a comprehension that is out of range", "def main(v: Real[n]): Real[_] = [v[i] for i in 1 ..< n + 1]", `{"v": [1, 2]}`, "index-range"},
		{"rows that are written out and differ", "def main(u: Real[n], v: Real[k]): Real[_, _] = [u, v]", `{"u": [1], "v": [1, 2]}`, "sizes-disagree"},
		{"rows without elements", "def main(u: Real[n], v: Real[n]): Real[2, 0] = [u, v]", `{"u": [], "v": []}`, ""},
		{"arrays of different sizes, element by element", "def main(u: Real[n], v: Real[k]): Real[_] = 2 * u - v", `{"u": [1], "v": [1, 2]}`, "sizes-disagree"},
		{"matrices of different sizes, element by element", "def main(u: Real[n, m], v: Real[n, k]): Real[_, _] = u + v", `{"u": [[1]], "v": [[1, 2]]}`, "sizes-disagree"},
		{"the sum of no arrays, element by element", "def main(a: Real[n, d], k: Int): Real[_] = sum(i < k) (2 * a[i] + 1)", `{"a": [[1, 2, 3]], "k": 0}`, ""},
		{"no elements, element by element", "def main(u: Real[n], v: Real[n]): Real[_] = u / v^2", `{"u": [], "v": []}`, ""},
		{"a division by 0 among elements", "def main(u: Int[n], v: Int[n]): Int[_] = u div v", `{"u": [1, 1], "v": [1, 0]}`, "divide-by-zero"},
		{"a slice that ends before it begins", "def main(v: Real[n], k: Int): Real[_] = v[2 ..< k]", `{"v": [1, 2, 3], "k": 1}`, "negative-count"},
		{"a slice beyond the end", "def main(v: Real[n], k: Int): Real[_] = v[2 ..< k]", `{"v": [1, 2, 3], "k": 4}`, "index-range"},
		{"a slice before the beginning", "def main(v: Real[n], k: Int): Real[_] = v[k ..< 2]", `{"v": [1, 2, 3], "k": -1}`, "index-range"},
		{"an empty slice", "def main(v: Real[n], k: Int): Real[_] = v[k ..< k]", `{"v": [1, 2, 3], "k": 3}`, ""},
		{"a column that is not there", "def main(a: Real[n, m], k: Int): Real[_] = a[_, k]", `{"a": [[1, 2]], "k": 2}`, "index-range"},
		{"a column of no rows", "def main(a: Real[n, m], k: Int): Real[_] = a[_, k]", `{"a": {"shape": [0, 2], "data": []}, "k": 1}`, ""},
		{"a row that is too long", "def main(a: Real[n, m], v: Real[k]): Real[_, _] = set(a, 0, v)", `{"a": [[1, 2]], "v": [1, 2, 3]}`, "sizes-disagree"},
		{"a row that is not there", "def main(a: Real[n, m], v: Real[m]): Real[_, _] = set(a, 1, v)", `{"a": [[1, 2]], "v": [1, 2]}`, "index-range"},
		{"a set row leaves the argument", "def main(a: Real[n, m]): (Real[_, _], Real[_, _]) = let b = set(a, 0, a[1]) in (a, set(b, 1, [7 for _ < m]))", `{"a": [[1, 2], [3, 4]]}`, ""},
		{"rows that are joined and differ", "def main(a: Real[n, m], b: Real[k, l]): Real[_, _] = concat(a, b)", `{"a": [[1, 2]], "b": [[1]]}`, "sizes-disagree"},
		{"nothing joined with nothing", "def main(v: Real[n]): Real[_] = concat(v, v)", `{"v": []}`, ""},
		{"the transpose of no rows", "def main(a: Real[n, m]): Real[_, _] = transpose(a)", `{"a": {"shape": [0, 2], "data": []}}`, ""},
		{"an order with NaN, which comes last", "def main(v: Real[n]): (Int[_], Real[_]) = let u = [v[i] / v[i] * v[i] for i < n] in (argsort(u), sort(v))", `{"v": [3, 0, 1, 0, 2]}`, ""},
		{"an order of what is equal", "def main(v: Int[n]): (Int[_], Int[_]) = (argsort(v), sort(v))", `{"v": [2, 1, 2, 1, 1, 9223372036854775807, -9223372036854775808]}`, ""},
		{"an order of nothing", "def main(v: Real[n]): (Int[_], Real[_]) = (argsort(v), sort(v))", `{"v": []}`, ""},
		{"an order of zeros of both signs", "def main(v: Real[n]): Int[_] = argsort(v)", `{"v": [0, -0.0, 0]}`, ""},
		{"more values than places", "def main(v: Real[n], k: Int[m]): Real[_] = addAt(v, k, v)", `{"v": [1, 2], "k": [0]}`, "assert"},
		{"a place that is not there", "def main(v: Real[n], k: Int[n]): Real[_] = addAt(v, k, v)", `{"v": [1, 2], "k": [0, 2]}`, "index-range"},
		{"the states of no elements", "def main(v: Real[n]): Real[_] = scan(\\(s, x). s + x, 1, v)", `{"v": []}`, ""},
		{"a state that grows", "def main(v: Real[n]): Real[_, _] = scan(\\(s, x). concat(s, [x]), [1], v)", `{"v": [1]}`, "sizes-disagree"},
		{"powers of Ints, which wrap", "def main(n: Int, k: Int): (Int, Int, Int, Int, Int, Real) = (n^0, n^1, n^63, n^k, (k - k)^0, (-1)^k * 2^-1)", `{"n": 3, "k": 41}`, ""},
		{"powers of two, up to the last", "def main(n: Int): Int[_] = [2^k for k < n]", `{"n": 66}`, ""},
		{"a negative power of an Int", "def main(n: Int, k: Int): Int = n^k", `{"n": 3, "k": -1}`, "assert"},
		{"a power of an array of Ints", "def main(n: Int[m], k: Int): Int[_] = n^3 + n^k", `{"n": [3, -2], "k": 4}`, ""},
		{"bits", "def main(m: Int, n: Int): (Int, Int, Int, Int) = (bitAnd(m, n), bitOr(m, n), bitXor(m, n), bitNot(m))", `{"m": 6148914691236517205, "n": -9223372036854775807}`, ""},
		{"shifts", "def main(n: Int, k: Int): (Int, Int, Int, Int) = (shiftLeft(n, k), shiftRight(n, k), shiftLeft(n, k + 64), shiftRight(n, -1))", `{"n": -5, "k": 62}`, ""},
		{"a size that is computed", "def main(v: Real[n], w: Real[n + 1]): Real[2 * n] = concat(v, w[1 ..< n + 1])", `{"v": [1, 2], "w": [1, 2, 3]}`, ""},
		{"a computed size that is another", "def main(v: Real[n], w: Real[n * (n + 1) div 2]): Real = v[0] + w[0]", `{"v": [1, 2], "w": [1, 2]}`, "sizes-disagree"},
		{"a computed size of a result that is another", "def main(v: Real[n]): Real[n - 1] = v", `{"v": [1, 2]}`, "sizes-disagree"},
		{"a computed size of a part", "def main(v: Real[n], p: (Real[2 * n], Int)): Real = let (w : Real[n + n], _) = p; u: Real[n mod 7] = v in w[0] * u[0]", `{"v": [1, 2], "p": [[1, 2, 3, 4], 1]}`, ""},
		{"rows of no length, of a computed size", "def main(n: Int): Real[_, n + 1] = [[0 for i < n + 1] for j < 0]", `{"n": 2}`, ""},
		{"an assertion", "def main(x: Real): Real = let _ = assert(x > 1, \"x is large\") in x", `{"x": 1}`, "assert"},
		{"&& stops", "def main(v: Real[n]): Bool = n > 5 && v[5] > 0", `{"v": [1]}`, ""},
		{"|| stops", "def main(v: Real[n]): Bool = n < 5 || v[5] > 0", `{"v": [1]}`, ""},
		{"patterns in patterns", "def main(p: ((Real, Int), (Real[n], Real))): Real = let ((a, k), (v, b)) = p in a * real(k) + v[0] * b", `{"p": [[1, 2], [[3], 4]]}`, ""},
		{"a function at two types", "def main(x: Real, k: Int): (Real, Int) = let twice(y) = y + y in (twice(x), twice(k))", `{"x": 1, "k": 2}`, ""},
		{"differences of differences", "def main(x: Real, y: Real): Real = x - (y - (x - y)) - (x + (y - x))", `{"x": 1, "y": 5}`, ""},
		{"quotients of quotients", "def main(x: Real, y: Real): Real = x / (y / (x / y)) / (x * (y / x))", `{"x": 3, "y": 5}`, ""},
		{"powers of powers", "def main(x: Real): Real = (-x)^2 + -x^2 + (x^2)^3 + (x + 1)^-3", `{"x": 1.5}`, ""},
		{"infinities", "def main(x: Real): (Bool, Bool) = (x < 1 / 0, x > -1 / 0)", `{"x": 1}`, ""},
		{"|| in &&", "def main(a: Bool, b: Bool, c: Bool): (Bool, Bool, Bool) = ((a || b) && c, a || b && c, (a && c) || not (a || c))", `{"a": true, "b": true, "c": false}`, ""},
		{"comparisons", "def main(x: Real, k: Int, b: Bool): (Bool, Bool, Bool, Bool, Bool, Bool) = (x > 1, x >= 1, x != 1, k != 2, b == (k > 1), not (b || x < 1))", `{"x": 1, "k": 3, "b": false}`, ""},
		{"a call in no iteration", "def f(v: Real[n]): Real = v[7] + (sum(i < n) v[i]) def main(v: Real[n], k: Int): Real = sum(i < k) f(v)", `{"v": [1], "k": 0}`, ""},
		{"a call in an iteration", "def f(v: Real[n]): Real = v[7] + (sum(i < n) v[i]) def main(v: Real[n], k: Int): Real = sum(i < k) f(v)", `{"v": [1], "k": 1}`, "index-range"},
		{"a call in no iteration inside", "def f(v: Real[n]): Real = v[7] + (sum(i < n) v[i]) def main(v: Real[n], k: Int): Real = sum(i < k) ((sum(j < k - k) f(v)) + 1)", `{"v": [1], "k": 2}`, ""},
		{"shadows", "def main(x: Real): Real = let x = x + 1; x = x * 2; f(x) = let x = x * x in x in f(x) + (sum(i < 3) (let x = x + real(i) in x))", `{"x": 1}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := load("corner.fun", c.text, c.data, "main")
			require.NoError(t, err)
			assert.NoError(t, s.everywhere())
			d := s.core.Lookup("main")
			_, failed := eval.Run(d, reference.Args(d, s.args), reference.Steps)
			_, err = s.unit.Run(interp.New(s.unit.Library.Def), s.main, s.args)
			if c.code == "" {
				assert.NoError(t, failed)
				return
			}
			failure, ok := errors.AsType[*eval.RuntimeError](failed)
			require.True(t, ok, "%v", failed)
			assert.Equal(t, c.code, failure.Code)
			of, ok := errors.AsType[*diag.Error](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, c.code, of.Code)
		})
	}
}
