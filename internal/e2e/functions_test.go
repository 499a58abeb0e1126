package e2e_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/internal/reference"
	"procad/interp"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// general are functions that the programs below use.
const general = `
def map(f: a -> b, v: a[n]): b[n] = [f(v[i]) for i < n]
def zip(f: (a, b) -> c, u: a[n], v: b[n]): c[n] = [f(u[i], v[i]) for i < n]
def reduce(f: (s, a) -> s, z: s, v: a[n]): s = fold(\(s, x). f(s, x), z, v)
def compose(f: b -> c, g: a -> b): a -> c = \x. f(g(x))
def twice(g: a -> a): a -> a = \z. g(g(z))
def total(v: Real[n]): Real = sum(i < n) v[i]
def newton(f: Real -> Real, x: Real, n: Int): Real = nTimes(n, x, \x. x - f(x) / grad(f)(x))
def pick(k: Int, x: Real): Real -> Real = if k == 0 then \y. x * y else if k == 1 then \y. sin(y + x) else cos
`

// higherOrder are functions with data, the value and the gradient. E1 to E20 are the acceptance tests of the second paper's
// system, A1 to A10 and B1 to B13 those of the fourth's, both with functions where these have some.
var higherOrder = []struct {
	name, def, args string
	value           float64
	gradient        []float64 // in the order of the parameters
}{
	{"e1", `(x: Real): Real = (\x. let y = x * sin(x) in y + y)(x)`, `{"x": 0.7}`, 0.901904762132767, []float64{2.35921443667367}},
	{"e2", `(x: Real): Real = nTimes(10, x, \x. x + x)`, `{"x": 0.5}`, 512, []float64{1024}},
	{"e3", `(q: (Real, Real, Real, Real), v: (Real, Real, Real)): Real =
  let dot = \((px, py, pz), (qx, qy, qz)). px * qx + py * qy + pz * qz;
      plus = \((px, py, pz), (qx, qy, qz)). (px + qx, py + qy, pz + qz);
      scale = \(k, (x, y, z)). (k * x, k * y, k * z);
      cross = \((ax, ay, az), (bx, by, bz)). (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
      (x, y, z, s) = q; u = (x, y, z);
      (r, _, _) = plus(plus(scale(2 * dot(u, v), u), scale(s * s - dot(u, u), v)), scale(2 * s, cross(u, v)))
  in r`, `{"q": [1.1, 2.2, 3.3, 4.4], "v": [5.5, 6.6, 7.7]}`,
		71.874, []float64{91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62}},
	{"e4", `(x: Real, y: Real): Real = let f = atan2 in f(y, x)`, `{"x": 2, "y": 1}`, 0.463647609000806, []float64{-0.2, 0.4}},
	{"e5", `(x: Real): Real = let f(x) = x * sin(x) in twice(\x. x)(f(x))`, `{"x": 0.7}`, 0.450952381066384, []float64{1.17960721833683}},
	{"e6", `(x: Real): Real = let f = (let a = sin(x) in \y. a * y * x) in twice(f)(x)`, `{"x": 0.9}`, 0.44731516351563, []float64{2.20098546796231}},
	{"e7", `(x: Real): Real = let church(g: Real -> Real) = \z. g(g(g(z))) in church(\y. x * y + 1)(2)`, `{"x": 1.5}`, 11.5, []float64{17.5}},
	{"e8", `(x: Real, k: Real): Real =
  let f = if x < 0 then (Inl (\y. y * k) : (Real -> Real) + (Real -> Real)) else Inr (\y. sin(y * x)) in case f of Inl g -> g(k), Inr h -> h(k)`,
		`{"x": 0.5, "k": 2}`, 0.841470984807897, []float64{1.08060461173628, 0.27015115293407}},
	{"e9", `(s: Real + (Real, Real)): Real = (\s. case s of Inl a -> a * a, Inr (p, q) -> p * sin(q))(s)`, `{"s": {"Inr": [3, 0.5]}}`,
		1.43827661581261, []float64{0.479425538604203, 2.63274768567112}},
	{"e10", `(p: Real, q: Real): Real =
  let f(p, q) = if p < 0 then (Inl (p * p) : Real + (Real, Real)) else Inr (p * q, sin(q)) in case f(p, q) of Inl x -> x, Inr (a, b) -> a - 2 * b`,
		`{"p": 2, "q": 0.3}`, 0.6 - 2*0.29552020666134, []float64{0.3, 0.089327021748788}},
	{"e11", `(a: (Real, Real), k: Int, b: (Real, Real, Real)): Real =
  (\((a1, a2), k, (b1, b2, b3)). real(k) * a1 * b1 + a2 * b2 + b3)(a, k, b)`, `{"a": [1.5, -2], "k": 3, "b": [0.5, 4, 7]}`,
		1.25, []float64{1.5, 4, 4.5, -2, 1}},
	{"e12", `(x: Real, y: Real, z: Real): Real = let w = \y. x * sin(y); f = \w. (atan2(z, w), z * x); (a, b) = f(w(y)) in a + b`,
		`{"x": 1.1, "y": 2.2, "z": 3.3}`, 1.30755169516042 + 3.63, []float64{3.07159038930086, 0.182884229909484, 1.17613653689971}},
	{"e13", `(u: Real[n], v: Real[n]): Real = total(zip(\(x, y). x * y, u, v))`, `{"u": [1, 2, 3], "v": [4, -5, 6]}`, 12, []float64{4, -5, 6, 1, 2, 3}},
	{"e14", `(x: Real, v: Real[n]): Real = let a = map(\y. x * sin(y), v) in a[0] + a[2] * a[2]`, `{"x": 2, "v": [0.1, 0.2, 0.3]}`,
		0.5489956034743, []float64{0.449162186827471, 1.99000833055605, 0, 2.25856989358014}},
	{"e15", `(x: Real, v: Real[n]): Real = let a = map(\y. x * y + 1, v) in sum(i < n) real(i + 1) * a[i]`, `{"x": 2.5, "v": [1, -2, 3, 0.5]}`,
		3.5 - 8 + 25.5 + 9, []float64{8, 2.5, 5, 7.5, 10}},
	{"power", `(x: Real, n: Int): Real -> Real = if n == 0 then \y. y else \y. x * power(x, n - 1)(y)`, "", 0, nil},
	{"e16", `(x: Real, n: Int): Real = power(x, n)(1)`, `{"x": 1.1, "n": 5}`, 1.61051, []float64{7.3205}},
	{"e17", `(p: (Real, Real)): Real = (\_. 3.0)(p)`, `{"p": [1, 2]}`, 3, []float64{0, 0}},
	{"e18", `(x: Real): Real = let f = twice(sin); d = f(sin(x)) in (\_. x * x)(d)`, `{"x": 3}`, 9, []float64{6}},
	{"e19", `(x: Real): Real = let next(f: Real -> Real) = \y. f(y * x) in next(next(next(next(sin))))(x)`, `{"x": 0.9}`,
		0.55676811703811, []float64{2.725006250835}},
	{"e20", `(x: Real): Real = let fs = [\y. x * y + real(i) for i < 3] in fs[2](fs[1](fs[0](x)))`, `{"x": 1.5}`, 8.5625, []float64{14.5}},

	{"a1", `(x: Real): Real = let y = 2 * x; z = x * y; w = cos(z); (a, b, c) = (y, z, w) in 0.5 * a - b + 2 * c`,
		`{"x": 0.7}`, 0.834045093532435, []float64{-6.45078527475503}},
	{"a2", `(x1: Real, x2: Real, x3: Real, x4: Real): Real = let y = x1 * x4 + 2 * x2; z = y * x3; w = z + x4; v = sin(w) in v`,
		`{"x1": 0.5, "x2": -1.2, "x3": 0.8, "x4": 1.5}`, 0.179029573425824, []float64{1.18061243134575, 1.57414990846099, -1.6233420931004, 1.37738116990337}},
	{"a3", `(x: Real, d: Real[n]): Real = let f = \z. x * z + 1; zs = [x for _ < n]; ys = map(f, zs) in sum(i < n) d[i] * ys[i]`,
		`{"x": 1.5, "d": [1, 2, 3, 4]}`, 32.5, []float64{30, 3.25, 3.25, 3.25, 3.25}},
	{"a4", `(x1: Real, x2: Real[n]): Real = let f = \x. x1 * x; ys = map(f, x2) in total(ys)`, `{"x1": 2.5, "x2": [1, -2, 3, 0.5]}`,
		6.25, []float64{2.5, 2.5, 2.5, 2.5, 2.5}},
	{"a7", `(a: (Real, Real), b: (Real, Real)): Real =
  let times = \((a1, a2), (b1, b2)). (a1 * b1, a2 * b2); ((p, q), (dp, dq)) = jvp(times)(a, b, (1, 2), (3, 4)) in 10 * p + q + dp - dq`,
		`{"a": [2, 3], "b": [5, 7]}`, 100 + 21 + (5 + 6) - (14 + 12), []float64{50 + 3, 7 - 4, 20 + 1, 3 - 2}},
	{"a8", `(a: Real[n, m], x: Real[m]): Real = let w = [1, 10]; y = map(\r. total(zip(\(p, q). p * q, r, x)), a) in total(zip(\(p, q). p * q, w, y))`,
		`{"a": [[1, 2, 3], [4, 5, 6]], "x": [7, 8, 9]}`, 50 + 1220, []float64{7, 8, 9, 70, 80, 90, 41, 52, 63}},
	{"a9", `(x: Real): Real = let sigmoid = \x. 1 / (1 + exp(-x)) in sigmoid(x)`, `{"x": 0.3}`, 0.574442516812, []float64{0.244458311691}},
	{"a10", `(x: Real, v: Real[n]): Real =
  let (_, dx) = vjp(\x. [x for _ < n])(x, v); (_, dv) = vjp(total)(v, x) in dx * dx + total(map(\z. z^2, dv))`, `{"x": 3, "v": [1, 2, -5]}`,
		4 + 27, []float64{18, -4, -4, -4}},

	{"b1", `(x: Real): Real = 2 * (\y. y * y)(x) + 7 * x + 3`, `{"x": 1.5}`, 18, []float64{13}},
	{"b2", `(c: Real, v: Real[n]): Real = total(map(\x. c * x + x^2, v))`, `{"c": 42, "v": [1, -2, 0.5]}`, 43 - 80 + 21.25, []float64{-0.5, 44, 38, 43}},
	{"b3", `(x: Real): Real = let s = if x < 0 then (Inl () : () + ()) else Inr () in case s of Inl _ -> -x, Inr _ -> x`, `{"x": -3}`, 3, []float64{-1}},
	{"b4", `(x: Real, y: Real): Real = let (p, q) = (let z = x + y in (z, z)) in 3 * p + 5 * q`, `{"x": 1, "y": 2}`, 24, []float64{8, 8}},
	{"b5", `(v: Real[n]): Real = reduce(\(x, y). x * y, 1, v)`, `{"v": [2, 3, 4]}`, 24, []float64{12, 8, 6}},
	{"b6", `(x: Real, v: Real[n]): Real = reduce(\(x, y). x * y, x, v)`, `{"x": 5, "v": [1, 2, 3]}`, 30, []float64{6, 30, 15, 10}},
	{"b7", `(k: Real, s: Real): Real = let f = \a. sin(k * a) in nTimes(3, s, \a. f(a))`, `{"k": 0.9, "s": 0.4}`,
		0.276918518533, []float64{0.865884908341, 0.622913255488}},
	{"b8", `(x: Real): Real = let f = (let a = sin(x) in \y. a * y * x); tw(g: Real -> Real) = \z. g(g(z)) in tw(f)(x)`,
		`{"x": 0.9}`, 0.447315163516, []float64{2.20098546796}},
	{"b9", `(x: Real, k: Real): Real = let f = if x < 0 then \y. y * k else \y. sin(y * x) in f(k)`, `{"x": -0.5, "k": 2}`, 4, []float64{0, 4}},
	{"b10", `(x: Real, a: Real, b: Real): Real = let f = \z. x * z in f(a) + f(b)`, `{"x": 2, "a": 3, "b": 5}`, 16, []float64{8, 2, 2}},
	{"b11", `(x: Real): Real =
  let x1 = sin(x); x2 = sin(x1); x3 = sin(x2); x4 = sin(x3); x5 = sin(x4); x6 = sin(x5); x7 = sin(x6); x8 = sin(x7) in x8`, `{"x": 0.5}`,
		0.38419566401142713, []float64{0.4435738497280548}},
	{"b12", `(x: Real): Real = (\y8. (\y7. (\y6. (\y5. (\y4. (\y3. (\y2. (\y1. sin(y1))(sin(y2)))(sin(y3)))(sin(y4)))(sin(y5)))(sin(y6)))(sin(y7)))(sin(y8)))(x)`,
		`{"x": 0.5}`, 0.38419566401142713, []float64{0.4435738497280548}},
	{"b13", `(n: Real, r: Real): Real = let (p, _) = while(100, (r, n), \(_, k). k > 0, \(p, k). (p * k, k - 1)) in p`, `{"n": 3.5, "r": 1}`, 6.5625, []float64{22, 6.5625}},
	{"fact", `(n: Real, r: Real): Real = if n < 1 then r else n * fact(n - 1, r)`, `{"n": 3.5, "r": 1}`, 13.125, []float64{17.75, 13.125}},
	{"tree", `(n: Real, r: Real): Real = if n < 1 then r else n * tree(n - 1, r) * tree(n / 2, r)`, `{"n": 3.5, "r": 1}`,
		28.7109375, []float64{58.515625, 172.265625}},

	{"slope", `(a: Real, b: Real): Real = grad(\x. a * x^2 + b)(3)`, `{"a": 2, "b": 1}`, 12, []float64{6, 0}},
	{"confused", `(x: Real, y: Real): Real = grad(\x. x * grad(\y. x * y)(y))(x)`, `{"x": 3, "y": 2}`, 6, []float64{2, 0}},
	{"third", `(a: Real, x: Real): Real = grad(grad(grad(\x. a * x^4)))(x)`, `{"a": 2, "x": 3}`, 144, []float64{72, 48}},
	{"root", `(a: Real): Real = newton(\x. x^2 - a, 1, 20)`, `{"a": 2}`, 1.4142135623730951, []float64{0.35355339059327}},
	{"forward", `(a: Real[n], p: (Real, Int), x: Real, dx: Real): Real =
  let (q, k) = p; (y, dy) = jvp(\x. real(k) * total(a) * x^2 + q * x)(x, dx) in y + dy`, `{"a": [1, 2], "p": [3, 2], "x": 2, "dx": 0.5}`,
		24 + 6 + 12 + 1.5, []float64{12, 12, 2.5, 33, 27}},
	{"back", `(a: Real, u: Real[n], w: Real): Real =
  let (y, (dx, dv)) = vjp(\(x, v). a * x * total(v) + x^2)(3, u, w) in y + dx * 10 + dv[0]`, `{"a": 2, "u": [1, 2], "w": 0.5}`,
		27 + 60 + 3, []float64{25.5, 16, 16, 126}},
	{"curvature", `(a: Real, v: Real[n]): Real = let h = hessian(\v. a * total(v)^3 + v[0] * v[1])(v) in h[0, 0] + 10 * h[0, 1]`,
		`{"a": 2, "v": [1, 2]}`, 36 + 370, []float64{18 + 180, 132, 132}},
	{"blocks", `(a: Real, v: Real[n], k: Int): Real =
  let f = if k > 0 then \(b, w, _: Int). a * b^2 * total(w) else \(b, w, _: Int). b; ((bb, bv, _), (vb, vv, _), _) = hessian(f)(a, v, k) in bb + bv[0] + vb[1] + vv[0, 1]`,
		`{"a": 3, "v": [1, 2], "k": 1}`, 18 + 18 + 18, []float64{6 + 12 + 12, 6, 6}},
	{"alongside", `(a: Real, x: Real, y: Real, dx: Real): Real =
  let ((gx, _), (hx, hy)) = hvp(\(x, y). a * x^2 * y)(x, y, dx, 1) in gx + 10 * hx + hy`, `{"a": 2, "x": 3, "y": 5, "dx": 0.5}`,
		60 + 10*(10+12) + 6, []float64{30 + 110 + 3, 20 + 40 + 2, 12 + 20, 200 + 12}},
	{"nested", `(a: Real, x: Real): Real = grad(hessian(grad(\x. a * x^5)))(x) + hessian(\x. let (_, d) = hvp(\y. a * y^4)(x, x) in d)(x)`,
		`{"a": 2, "x": 0.5}`, 240*0.5 + 144*0.5, []float64{192 * 0.5, 240 + 144}},
	{"jacobians", `(a: Real, v: Real[n]): Real = let j = jacfwd(\v. map(\x. a * x^2, v))(v); k = jacrev(\v. map(\x. a * x^2, v))(v) in j[0, 0] + k[1, 1] + j[0, 1]`,
		`{"a": 2, "v": [3, 5]}`, 12 + 20, []float64{16, 4, 4}},
	{"parameter", `(a: Real, m: Real[n]): Real = let f(a: Real, m: Real[_]) = a^2 * total(m) in grad(\a. f(a, m))(a)`, `{"a": 3, "m": [1, 2]}`, 18, []float64{6, 6, 6}},
	{"choice", `(k: Int, x: Real, y: Real): Real = pick(k, x)(y) + grad(pick(k, x))(y)`, `{"k": 1, "x": 0.5, "y": 0.25}`,
		1.4133276288971550, []float64{0.0500501088504868, 0.0500501088504868}},
	{"record", `(a: Real, v: Real[n]): Real =
  let r = { f: \x. a * x, v: v, g: total } in r.f(r.g(map(r.f, r.v)))`, `{"a": 2, "v": [1, 2]}`, 12, []float64{12, 4, 4}},
	{"arrays", `(v: Real[n], k: Int): Real = let f = if k > 0 then \i: Int. v[i] else \i. 2 * v[i] in f(0) + f(1) * f(1)`, `{"v": [3, 5], "k": 1}`, 28, []float64{1, 10}},
	{"state", `(x: Real, n: Int): Real = nTimes(n, \y. x * y, \f. if f(1) > 1 then \y. sin(y) else \y. x * y)(x)`, `{"x": 1.5, "n": 2}`, 2.25, []float64{3}},
	{"option", `(x: Real, k: Int): Real = let o = if k == 0 then None else Some(\y. x * y) in case o of None -> x, Some(f) -> f(f(1))`, `{"x": 3, "k": 1}`, 9, []float64{6}},
	{"rows", `(a: Real[n, d]): Real = total(map(total, map(\r. map(\x. x^2, r), a)))`, `{"a": [[1, 2], [3, 4]]}`, 30, []float64{2, 4, 6, 8}},
	{"iterated", `(f: Real -> Real, n: Int, x: Real): Real = if n == 0 then x else iterated(f, n - 1, f(x))`, "", 0, nil},
	{"recursive", `(a: Real, n: Int): Real = iterated(\x. a * x + 1, n, a)`, `{"a": 2, "n": 3}`, 23, []float64{37}},
	{"again", `(p: Real[n]): Real = product(i < n) sin(grad(\z. (let f = if 0 < 0 then (\y. 1.5) else (\y. 1.5 * y) in f(z^2)))(p[i]))`,
		`{"p": [0.1, 0.2]}`, 0.16686326042747077, []float64{1.6182706744332345, 0.7317100544492157}},
	{"arraysOutside", `(a: Real[n], b: Real[n], k: Int, x: Real): Real = let fs = [\x. x * total(a), \x. x + b[0]] in fs[k](x)`, `{"a": [1, 2], "b": [3, 4], "k": 0, "x": 2}`, 6, []float64{2, 2, 0, 0, 3}},
	{"eachOutside", `(v: Real[n], x: Real): Real = let fs = [\y. v[i] * y + total(v) for i < n] in sum(i < n) fs[i](x)`, `{"v": [1, 2], "x": 3}`, 15, []float64{5, 5, 3}},
	{"carried", `(v: Real[n], x: Real): Real = fold(\(f, i). if f(x) > 0 then \y. y * v[i] else f, \y. y + v[0], [i for i < n])(x)`, `{"v": [1, 2], "x": 3}`, 6, []float64{0, 3, 2}},
	{"inside", `(v: Real[n], k: Int, x: Real): Real =
  let f = if k == 0 then (let w = [v[i]^2 for i < n] in if x > 0 then \y. y * w[1] + v[0] else \y. w[0]) else \y. y * v[1] in f(x)`, `{"v": [1, 2], "k": 0, "x": 3}`, 13, []float64{1, 12, 4}},
	{"handedOn", `(v: Real[n], x: Real): Real = let f = if x > 0 then \y. y * v[0] else \y. y + v[1] in iterated(f, 3, x)`, `{"v": [2, 5], "x": 1}`, 8, []float64{12, 0, 8}},
	{"slopeOfChosen", `(v: Real[n], x: Real): Real = grad(if x > 0 then \y. y^2 * v[0] else \y. y * v[1])(x)`, `{"v": [2, 5], "x": 3}`, 12, []float64{6, 0, 4}},
	{"table", `(x: Real, k: Int): Real = let fs = [sin, \y. x * y, exp] in fs[k](x) + fs[0](x)`, `{"x": 0.5, "k": 1}`, 0.729425538604203, []float64{1.87758256189037}},
}

// TestFunctions compares functions as values, and their gradients, with known numbers, with the evaluator of core, for which
// they are closures, with forward derivatives and differences, and with native code.
func TestFunctions(t *testing.T) {
	t.Parallel()
	text := "type Option(a) = None | Some(a)\n" + general
	for _, c := range higherOrder {
		text += "def " + c.name + c.def + "\n"
	}
	u, err := pipeline.Load(&diag.Source{Name: "higher.fun", Text: text})
	require.NoError(t, err)
	elaborated, err := reference.Elaborated(&diag.Source{Name: "higher.fun", Text: text})
	require.NoError(t, err)
	var printed strings.Builder
	require.NoError(t, elaborated.Print(&printed))
	again, err := reference.Elaborated(&diag.Source{Name: "printed.fun", Text: printed.String()})
	require.NoError(t, err, printed.String())
	m := interp.New(u.Library.Def)
	native := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1}}
	t.Cleanup(native.Close)
	var fs []proc.Func
	for _, c := range higherOrder {
		if c.args != "" {
			f := proc.Name(c.name)
			fs = append(fs, f, deriv.VJP.Of(f))
		}
	}
	engines := []pipeline.Engine{m}
	if clangs.There(t, native.Compiler.Find) {
		engines = append(engines, native)
		require.NoError(t, engine.PrepareAll(engine.Calls{Engine: native, Funcs: fs}))
	}
	for _, c := range higherOrder {
		if c.args == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			s, err := newSubject(u, c.name, c.args)
			require.NoError(t, err)
			for _, e := range engines {
				y, err := u.Run(e, s.def, s.args)
				require.NoError(t, err)
				assert.InDelta(t, c.value, floatsOf(y)[0], 1e-10)
				_, g, err := u.Gradient(e, s.def, s.args, nil)
				require.NoError(t, err)
				var all []data.Value
				for _, part := range g {
					all = append(all, part.Value)
				}
				assert.InDeltaSlice(t, c.gradient, floatsOf(all...), 1e-9)
			}
			require.NoError(t, reference.Of(m, u, s.def, s.args).Agrees(elaborated.Lookup(c.name)))
			require.NoError(t, reference.Of(m, u, s.def, s.args).Agrees(again.Lookup(c.name)), "printed and read again")
			report, err := gradcheck.Check(u, m, s.def, s.args, gradcheck.Options{Entries: 100})
			require.NoError(t, err)
			assert.Equal(t, gradcheck.Agree, report.Verdict())
		})
	}
}
