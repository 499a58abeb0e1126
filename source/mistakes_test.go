package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
)

// hints are programs with a mistake, and what the first hint says.
var hints = []struct{ text, hint string }{
	// let
	{"def f(x: Real): Real = let y = x + 1 y * y", "write in, and then the value"},
	{"def f(x: Real): Real = let y = x + 1\ndef g(x: Real): Real = x", "write in, and then the value"},
	{"def f(x: Real): Real = let y = x + 1", "write in, and then the value"},
	{"def f(x: Real): Real = let y = x + 1; y * y", "the value of a let stands after in"},
	{"def f(x: Real): Real = let g(y) = y; g(x) * x", "the value of a let stands after in"},
	{"def f(x: Real): Real = let y = x\n z = y in z", "bindings are separated by ;"},
	{"def f(x: Real): Real = let y = x, z = y in z", "bindings are separated by ;"},
	{"def f(x: Real): Real = let y == x in y", "a binding has one ="},
	{"def f(x: Real): Real = y = x + 1; y", "a name is bound by let y = … in …"},
	{"def f(x: Real): Real = (x + 1) = x", "equality is =="},
	{"def f(x: Real): Real = x in x", "bindings begin with let"},
	{"def f(x: Real): Real = x where y = x", "local names are bound before"},
	{"def f(x: Real): Real = return x", "without a return"},
	{"def f(x: Real): Real = let y = x in return y", "without a return"},
	{"def f(x: Real): Real = assert(x > 0, \"p\"); x", "let x = a; _ = assert(c"},
	{"def f(x: Real): Real = let rec g(y) = y in g(x)", "a def may call itself"},
	{"def f(x: Real): (Real, Real) = (a, b) = (x, x)", "let (a, b) = … in …"},
	// operators
	{"def f(n: Int): Int = n << 1", "shiftLeft(n, k)"},
	{"def f(n: Int): Int = n >> 1", "shiftRight(n, k)"},
	{"def f(x: Real): Real = |x|", "|x| is abs(x)"},
	{"def f(x: Real): Real = if x then 1 else 0", "write x != 0"},
	{"def f(x: Real): Real = pi() * x", "pi is a number"},
	{"def f(x: Real): Real = Math.exp(x)", "write exp(x)"},
	{"def f(a: Bool, b: Bool): Bool = a and b", "and is &&"},
	{"def f(a: Bool, b: Bool): Real = if a or b then 1 else 0", "or is ||"},
	{"def f(a: Bool, b: Bool): Bool = a & b", "and is &&"},
	{"def f(a: Bool, b: Bool): Bool = a | b", "or is ||"},
	{"def f(a: Bool): Bool = !a", "not is the word not"},
	{"def f(n: Int): Bool = n <> 1", "unequal is !="},
	{"def f(n: Int): Bool = n === 1", "equality is =="},
	{"def f(n: Int): Bool = n => 1", "or >= for at least"},
	{"def f(n: Int): Bool = n =< 1", "at most is <="},
	{"def f(n: Int): Int = if n = 1 then 1 else 0", "equality is =="},
	{"def f(x: Real): Real = x ** 2", "a power is x^2"},
	{"def f(n: Int): Int = n % 2", "the word mod"},
	{"def f(n: Int): Int = mod(n, 2)", "write a mod b"},
	{"def f(n: Int): Int = n // 2", "divided by div"},
	{"def f(x: Real): Real = x // comment", "begins with --"},
	{"def f(x: Real): Real = x /* comment */", "begins with --"},
	{"def f(x: Real): Real = (* comment *) x", "begins with --"},
	{"def f(x: Real): Real = 1.0f", "numbers 12, 1.5 or 1e-3"},
	{"def f(x: Real): Real = x ≤ 1", "write <="},
	{"def f(x: Real): Real = x - −1", "minus is -"},
	{"def f(x: Real): Real = x > 0 ? x : 0", "write if c then a else b"},
	{"def f(x: (Real, Real)): Real = x.y", "let (a, b) = t in"},
	{"type P = { u: Real, v: Real }\ndef f(p: P): Real = p.w", "its fields are u, v"},
	{"type S = A(Real) | B\ndef f(s: S): Real = case s of A(x) -> x", "add B -> …"},
	{"type S = Alpha | Beta\ndef f(s: S): Real = case s of Alpah -> 1, Beta -> 2", "did you mean Alpha?"},
	{"type S = A(Real) | B\ndef f(s: S): Real = let A(x) = s in x", "take it apart with case"},
	{"type S = a | b", "write type S = A | …"},
	{"type P = { height: Real }\ndef f(p: P): Real = p.heigth", "did you mean height?"},
	{"type P = { u: Real, v: Real }\ndef f(x: Real): P = { u: x }", "the field v is missing"},
	{"type P = { u: Real, v: Real }\ndef f(x: Real): P = { u: x, v: x, w: x }", "P has no field w"},
	{"def f(x: Real): Real = { x }", "without braces"},
	{"def f(x: Real): Real = x.exp", "applied as exp(x)"},
	{"def f(x: Real): Real = \"x\"", "the message of an assert"},
	{"def f(x: Real): Real = x += 1", "let y = x + 1 in …"},
	{"def f(x: Real): Real = x++", "nothing changes its value"},
	{"def f(x: Real): Real = x + 1;", "leave out the ;"},
	{"def f(x: Real): Real = (x + 1))", "there is no ( before"},
	{"def f(x: Real): Real = x mod 2", "x - y * floor(x / y)"},
	{"def f(x: Real): Real = x – 1", "minus is -"},
	{"def f(n: Int): Int = n^-1", "real(n)^-k"},
	// if and case
	{"def f(x: Real): Real = if (x > 0) x else -x", "if c then a else b"},
	{"def f(x: Real): Real = if x > 0: x else: -x", "if c then a else b"},
	{"def f(x: Real): Real = x if x > 0 else -x", "if c then a else b"},
	{"def f(x: Real): Real = case x of 0 -> 1, _ -> x", "looked at by if"},
	{"def f(x: Real): Real = if x > 0 then 1 elif x < 0 then 2 else 3", "write else if"},
	{"def f(x: Real): Real = if x > 0 then x", "such as else 0"},
	{"def f(x: Real + Int): Real = case x of Inl y => y, Inr z => 1", "write ->"},
	{"def f(x: Real + Int): Real = match x of Inl y -> y, Inr z -> 1", "write case e of"},
	{"def f(x: Real + Int): Real = case x of Inl y -> y | Inr z -> 1", "separated by a comma"},
	// numbers and names
	{"def f(x: Real): Real = x + 1.", "digits after its point: 1.0"},
	{"def f(x: Real): Real = x * 12. + 1", "digits after its point: 12.0"},
	{"def f(x: Real): Real = x + .5", "write 0.5"},
	{"def f(x: Real): Real = 2x", "2 * x"},
	{"def f(x: Real): Bool = True", "did you mean true?"},
	{"def f(x: Real): Real = PI", "did you mean pi?"},
	{"def f(x: Real): Real = pow(e, x)", "exp(x)"},
	{"def f(x: Real): Real = min(x, inf)", "infinity is 1 / 0"},
	{"def f(x: Real): Real = min(x, np.inf)", "infinity is 1 / 0"},
	{"def f(x: Real): Real = min(x, 1e999)", "infinity is 1 / 0"},
	{"def f(x: Real): Real = math.pi * x", "write pi"},
	{"def f(x: Real): Real = np.exp(x)", "write exp(x)"},
	// loops
	{"def f(n: Int): Int[n] = [i for i in n]", "write i < n, which is i = 0, …, n - 1"},
	{"def f(n: Int): Int[n] = [k for k in range(n)]", "write k < n"},
	{"def f(n: Int): Int = for i in range(n): i", "loops are sum(i < n) e"},
	{"def f(v: Real[n]): Real = sum(i <= n) v[i]", "write i < n + 1"},
	{"def f(v: Real[n]): Real = sum(i = 1) v[i]", "begins at 0"},
	{"def f(v: Real[n]): Real = sum(v)", "sum(i < size(v)) v[i]"},
	{"def f(v: Real[n]): Int = argmax(v)", "argmax(i < size(v)) v[i]"},
	{"def f(v: Real[n]): Int = argmin(v)", "argmin(i < size(v)) v[i]"},
	{"def f(v: Real[n, m]): Int = argmax(i < n, j < m) v[i, j]", "argmax(k < n * m) a[k div m, k mod m]"},
	{"def f(v: Real[n, m]): Int = argmax(i < n) v[i]", "argmax(i < size(v)) v[i]"},
	{"def f(v: Real[n]): Real = sum([x * x for x < v])", "sum(i < size(v)) v[i]"},
	{"def f(v: Real[n]): Real = sum(i < n, v[i])", "stands after the brackets"},
	{"def f(v: Real[n]): Real = prod(i < n) v[i]", "sum, product, max, min, argmax and argmin"},
	{"def f(v: Real[n, m]): Int = argmin(i < n, j < m) v[i, j]", "argmin(k < n * m) a[k div m, k mod m]"},
	{"def f(v: Real[n, m]): Real = product(i < n) v[i]", "product(i < size(v)) v[i]"},
	{"def f(v: Real[n, m]): Real = min(i < n) v[i]", "min(i < size(v)) v[i]"},
	{"def f(v: Real[n]): Real = sum(i in 1 .. n) v[i]", "i in lo ..< hi"},
	{"def f(v: Real[n]): Real = sum(i in 1 ..< v[0]) v[i]", "int(x) rounds"},
	{"def f(v: Real[n]): Real = sum(i in v[0] ..< n) v[i]", "int(x) rounds"},
	{"def f(v: Real[n]): Real = max(v)", "max(i < n) v[i]"},
	{"def f(v: Real[n]): Real = min(v)", "min(i < n) v[i]"},
	{"def f(v: Real[n]): Real = sum(v[i] for i < n)", "stands after the brackets"},
	{"def f(v: Real[n]): Real = sum(x in v) x", "v[x] for x < size(v)"},
	{"def f(v: Real[n]): Real = v[i]", "bound by a loop: sum(i < n) e"},
	{"def f(v: Real[n]): Real = sum i < n. v[i]", "write sum(i < n) e"},
	{"def f(n: Int): Real[n, n] = [1 for i < n for j < n]", "[e for i < n, j < d]"},
	{"def f(x: Real): Real = while x > 1 do x / 2", `while(n, s, \s. c, \s. e)`},
	// lambdas
	{`def f(v: Real[n]): Real = fold(\(a, x) -> a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(v: Real[n]): Real = fold(\(a, x) => a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(v: Real[n]): Real = fold(\a x. a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(v: Real[n]): Real = fold((a, x) => a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(v: Real[n]): Real = fold(lambda a, x: a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(v: Real[n]): Real = foldl(\(a, x). a + x, 0, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def g(a: Real, x: Real): Real = a + x def f(n: Int): Real = fold(g, 0, n)`, `[i for i < n]`},
	{`def f(n: Int): Int = fold(\(a, i). a + i, 0, n)`, "are [i for i < n]"},
	{`def f(v: Real[n]): Real = reduce(+, v)`, `write fold(\(acc, x). e, a, v)`},
	{`def f(x: Real): Real = nTimes(3, \y. y * y, x)`, `nTimes(n, s, \s. e)`},
	{`def f(x: Real): Real = let g = lambda y: y in g(x)`, "let f(x) = …"},
	{`def f(x: Real): Real = x -> x`, "let f(x) = …"},
	// functions
	{"def f(x: Real): Real = ln(x)", "did you mean log?"},
	{"def f(x: Real): Real = sigmoid(x)", "did you mean logistic?"},
	{"def f(v: Real[n]): Int = len(v)", "did you mean size?"},
	{"def f(v: Real[n]): Int = length(v)", "did you mean size?"},
	{"def f(n: Int): Int[n] = range(n)", "[i for i < n]"},
	{"def f(n: Int): Real[n] = zeros(n)", "[0 for i < n]"},
	{"def f(v: Real[n]): Real[n] = map(v)", "[f(v[i]) for i < size(v)]"},
	{"def f(n: Int): Real[n] = array(n)", "[e for i < n]"},
	{"def f(x: Real): Real = tanh'(x)", "a derivative is grad(f)(x)"},
	{"def f(x: Real): Real = relu(x)", "max(x, 0)"},
	{"def f(n: Int): Real = float(n)", "did you mean real?"},
	{"def f(x: Real): Real = exp x", "f(x)"},
	{"def f(x: Real): Real = grad(x * x)(x)", "write grad(g)(…)"},
	{"def f(x: Real): Real = grad(f, x)", "write grad(f)(…)"},
	{"def g(x: Real): Real = x\ndef f(x: Real): Real = grad g x", "a derivative is grad(g)(x)"},
	{"def g(x: Real): Real = x\ndef f(x: Real): Real = g'(x)", "a derivative is grad(g)(…)"},
	{"def f(g: Real, x: Real): Real = g(x)", "a product is g * (…)"},
	{"def f(x: Real): Real = λy. y", `a function is \x. e`},
	{"def f(x: Real): Real = exp + x", "a function is applied: f(x)"},
	{"def f(x: Real): Real = exp", "a function is applied: f(x)"},
	{"def g(x: Real): Real = x\ndef f(x: Real): Real = grad(g(x))", "write grad(g)(…)"},
	{"def f(a: Real[n, n]): Real = trace(a)", "write sum(i < size(a)) a[i, i]"},
	{"def f(n: Int): Real[n, n] = eye(n)", "if i == j then 1 else 0"},
	// definitions and types
	{"// a comment\ndef f(x: Real): Real = x", "a comment begins with --"},
	{"def f(x: Real): Real = x # a comment", "a comment begins with --"},
	{"#include <math.h>\ndef f(x: Real): Real = x", "always there"},
	{"import numpy as np\ndef f(x: Real): Real = np.exp(x)", "always there"},
	{"let c = 3\ndef f(x: Real): Real = c * x", "a constant is const c: Real = 3"},
	{"const c = 3\ndef f(x: Real): Real = c * x", "const c: Real = …"},
	{"const c(x: Real): Real = 3", "a constant has no parameters"},
	{"type T: Real\ndef f(x: T): T = x", "type T = Real[_, 3]"},
	{"type point = Real[3]", "write type Point"},
	{"class Point = Real[3]", "type Points = Real[_, 3]"},
	{"type Pair(a) = (a, a)\ndef f(x: Par(Real)): Real = 1", "did you mean Pair?"},
	{"def f(x: Real): Real\n  x + 1", "the body stands after ="},
	{"def f(x: Real): Real:\n  x + 1", "the body stands after ="},
	{"def f(x: Real): Real {\n  x + 1\n}", "without braces"},
	{"def f(x: Inl Real): Real = x", "a sum type is A + B"},
	{"def f(x: Maybe): Real = x", "Real + ()"},
	{"def f(v: Real*): Real = v[0]", "an array is Real[n]"},
	{"def f(float x): Real = x", "write x: Real"},
	{"def f(x: Real = 3): Real = x", "no default values"},
	{"def f(x: Real; y: Real): Real = x", "separated by commas"},
	{"def f x: Real = 3", "f(x: Real), f()"},
	{"def f(v: Real[n + 1]): Real = v[0]", "by the type of a parameter alone"},
	{"def f(p: (Real, Real)): Real = p[0]", "takes a tuple apart"},
	{"def f(p: (Real, Real)): Real = p", "takes a tuple apart"},
	{"def f(p: (Real, Real)): Real = fst(p)", "takes a tuple apart"},
	{"def f(p: (Real, Real)): Real = p.1", "takes a tuple apart"},
	{"def f(x): Real = x", "write x: Real"},
	{"def f(Real x): Real = x", "write x: Real"},
	{"def f(x: Real) = x", "def f(…): Real = …"},
	{"def f(x: Real) -> Real = x", "are in .proc files"},
	{"def f(x: Real): Real := x", "write ="},
	{"function f(x: Real): Real = x", "a definition is def"},
	{"def f(x: float): Real = x", "did you mean Real?"},
	{"def f(x: double[n]): Real = x[0]", "did you mean Real?"},
	{"def f(x: int): Int = x", "did you mean Int?"},
	{"def f(x: Vector): Real = x[0]", "an array is Real[n]"},
	{"def f(x: [Real]): Real = x[0]", "an array is Real[n]"},
	{"def f(x: Real[]): Real = x[0]", "Real[_]"},
	{"def f(x: Real[n][d]): Real = x[0, 0]", "Real[n, d]"},
	// arrays
	{"def f(a: Real[n, d]): Real[_, _] = set(a, 0, 1)", "set(a, i, j, x)"},
	{"def f(u: Real[n], k: Int[n]): Real[n] = u + k", "[real(k[i]) for i < size(k)]"},
	{"def f(i: Real, v: Real[n]): Bool = i < v", "[i < v[j] for j < size(v)]"},
	{"def f(a: Real[n, m], v: Real[m]): Real[n] = a * v", "a matrix times a vector is [sum(k < m) a[i, k] * v[k] for i < n]"},
	{"def f(a: Real[n, m], v: Real[n]): Real[m] = v * a", "a vector times a matrix is"},
	{"def f(a: Real[n, n], v: Real[n]): Real[n, n] = a + v", "the elements are taken one by one"},
	{"def f(v: Real[n]): Real[n] = exp(v)", "[exp(v[i]) for i < size(v)]"},
	{"def f(v: Real[n]): Real[n] = v^0.5", "write pow(x, y)"},
	{"def f(v: Real[n]): Real[n] = v .* v", "works element by element"},
	{"def f(v: Real[n]): Int = v.size", "a size is size(v)"},
	{"def f(a: Real[n, n]): Real[n, n] = a.T", "transpose(a)"},
	{"def f(a: Real[n, n, n]): Real[n, n, n] = transpose(a)", "other orders of indices are comprehensions"},
	{"def f(a: Real[n, m], r: Real[m]): Real[_, _] = concat(a, r)", "a row is [row], an array of one row"},
	{"def f(v: Real[n], k: Int[n]): Real[_] = addAt(v, k, 1.0)", "[x for _ < size(at)]"},
	{"def f(v: Real[n]): Real[_] = append(v, v)", "did you mean concat?"},
	{"def f(v: Real[n]): Real[_] = cumsum(v)", "scan(\\(acc, x). e, a, v)"},
	{"def f(v: Real[n]): Real[_] = v[1 .. 3]", "lo ..< hi"},
	{"def f(v: Real[n]): Real[_] = v[1:3]", "v[lo ..< hi]"},
	{"def f(a: Real[n, n]): Real[n, n] = a'", "a ' is a part of a name"},
	{"def f(v: Real[n]): Real = v[end]", "v[size(v) - 1]"},
	{"def f(v: Real[n], w: Real[n]): Bool = v == w", "abs(a[i] - b[i])"},
	{"type P = { x: Real, y: Real } def f(p: P, q: P): Bool = p == q", "compare their fields"},
	{"type T = Node(T, T) | Unary(T) def f(t: T): Real = 1", "add a constructor without"},
	{"type T = (Real, T) def f(t: T): Real = 1", "T = End | More(…)"},
	{"type T = T(Real, T) def f(t: T): Real = 1", "a | before it"},
	{"type T = A | B(Real[2], T) def f(t: T): Real = 1", "Ints that number their rows"},
	{"type T(a) = A(a) | B(T((a, a))) def f(t: T(Real)): Real = 1", "with parameters of T alone"},
	{"def f(v: Real[n]): Real = v[0][1]", "the array has 1 dimension"},
	{"def f(x: Real): Real[2] = (x, x)", "an array is written [a, b]"},
	{"def f(x: Real, n: Int): Real[_] = [x, n]", "real(n) is the Real"},
	{"def f(v: Real[n]): (Real[_] + Int)[_] = [Inl v, Inr 2]", "a tuple of arrays"},
	{"def f(x: Real): Real[_] = []", "[0 for _ < 0]"},
	{"def f(v: Real[n]): Real[n] = v[0] = 3", "set(v, i, x)"},
	{"def f(v: Real[n]): Real[n] = let v[0] = 3 in v", "set(v, i, x)"},
	{"def f(a: Real[n, d]): Real[d] = a[0, :]", "a row of a is a[i], a column a[_, j]"},
	{"def f(a: Real[n, d]): Real[n] = a[:, 0]", "a row of a is a[i]"},
}

func TestHints(t *testing.T) {
	for _, c := range hints {
		_, _, err := Load(&diag.Source{Name: "x.fun", Text: c.text})
		list := diag.All(err)
		if assert.NotEmpty(t, list, c.text) {
			assert.Contains(t, list[0].Hint, c.hint, c.text)
		}
		for _, e := range list {
			assert.NotContains(t, e.Msg+e.Hint, `\\`, c.text)
		}
	}
}

// TestForeign checks that what hints are for is not a name of the language.
func TestForeign(t *testing.T) {
	for name := range foreignFuncs {
		assert.True(t, builtins[name] == nil && forms[name] == nil && !words[name], name)
	}
	for name := range foreignTypes {
		_, known := typeNames[name]
		assert.False(t, known, name)
	}
	for name := range foreignNames {
		assert.False(t, words[name], name)
	}
	// Names that are known are taken for what they are.
	_, _, err := Load(&diag.Source{Name: "x.fun", Text: `
def ln(x: Real): Real = log(x)
def f(e: Real, and: Real): Real = let return = ln(e) in return + and
def g(a: Real[n, d]): Real = -(max(i < n) -a[i][0])`})
	require.NoError(t, err)
}
