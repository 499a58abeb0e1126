package closures_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/closures"
	"procad/internal/coretest"
	"procad/internal/diag"
)

// TestGolden makes data of the functions in in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/closures/*.txtar", "made.fun", func(p *core.Program) {
		require.NoError(t, closures.Program(p))
		assert.True(t, closures.FirstOrder(p))
	})
}

// TestByHand: f(\x. e) is what one writes by hand for it.
func TestByHand(t *testing.T) {
	for _, c := range []struct{ name, higher, hand string }{
		{"a copy of a definition for a lambda", `
def apply(f: Real -> Real, x: Real): Real = f(x) + f(2 * x)
def main(k: Real, x: Real): Real = apply(\y. k * y, x)`, `
def apply(k: Real, x: Real): Real = k * x + (let y = 2 * x in k * y)
def main(k: Real, x: Real): Real = apply(k, x)`},
		{"one copy for lambdas that are alike", `
def apply(f: Real -> Real, x: Real): Real = f(x)
def scale(k: Real): Real -> Real = \y. k * y
def main(k: Real, x: Real): Real = apply(scale(k), x) + apply(scale(x), k)`, `
def apply(k: Real, x: Real): Real = k * x
def main(k: Real, x: Real): Real = apply(k, x) + apply(x, k)`},
		{"a function of a function", `
def compose(f: b -> c, g: a -> b): a -> c = \x. f(g(x))
def main(k: Real, x: Real): Real = compose(\y. k * y, sin)(x)`, `
def main(k: Real, x: Real): Real = let y = sin(x) in k * y`},
		{"a choice", `
def main(k: Int, x: Real, y: Real): Real = let f = if k == 0 then \y. x * y else sin in f(y)`, `
def main(k: Int, x: Real, y: Real): Real =
  let f = if k == 0 then (Inl x : Real + ()) else (Inr () : Real + ()) in case f of Inl f -> f * y, Inr f -> sin(y)`},
	} {
		p := coretest.Load(t, c.higher)
		require.NoError(t, closures.Program(p), c.name)
		require.NoError(t, core.Check(p), c.name)
		assert.Equal(t, coretest.Text(t, coretest.Load(t, c.hand)), coretest.Text(t, p), c.name)
	}
}

// TestSize: the copies of definitions are as many as the functions that they are given differ, and not as many as the
// ways to them.
func TestSize(t *testing.T) {
	const doubled = `
def twice(f: Real -> Real): Real -> Real = \x. let y = f(x); z = sin(y) * cos(y) + exp(y) * tanh(y) + log(y) * sqrt(y) + y * y * y + sin(y * z0(y)) + cos(y * y) in f(z)
def z0(x: Real): Real = x + 1
def main(x: Real): Real = `
	weights := map[int]int{}
	for _, n := range []int{4, 8, 16} {
		call := "sin"
		for range n {
			call = "twice(" + call + ")"
		}
		p := coretest.Load(t, doubled+call+"(x)")
		require.NoError(t, closures.Program(p))
		for _, d := range p.Defs {
			core.Visit(d.Body, func(core.Term) { weights[n]++ })
		}
	}
	assert.Less(t, weights[16], 5*weights[4], "%v", weights)
}

// TestRefused says which functions cannot be data, and where.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`def f(v: Real[n], x: Real): Real = let fs = [let w = [x, v[i]] in \y. w[i mod 2] * y for i < n] in fs[0](x)`:            "a function in an array can use numbers of its own, and arrays from outside, but these functions have Real[_] of their own",
		`def f(n: Int, x: Real): Real = nTimes(n, sin, \g. \y. g(y * x))(x)`:                                                     "1:32: error: the function that this loop carries captures the one before it, without end",
		`def p(n: Int): Real -> Real = if n == 0 then sin else let f = p(n - 1) in \y. f(y)` + "\ndef f(n: Int): Real = p(n)(1)": "a function that gives functions calls itself here, more than 100 times",
	} {
		err := closures.Program(coretest.Load(t, text))
		require.Error(t, err, text)
		assert.Contains(t, diag.All(err)[0].Error(), want)
		assert.Equal(t, closures.CodeFunction, diag.All(err)[0].Code)
	}
}

// TestRulesRefused says which rules of functions with function parameters cannot be rules of their copies.
func TestRulesRefused(t *testing.T) {
	for _, c := range []struct{ rule, f, code, want string }{
		{`reverse(w) = let d = [let (_, (df, _)) = vjp(f)(x, w) in df for i < 1] in (d[0], 0)`, `\x. v[0] * x`, closures.CodeFunction,
			"the values that a function in an array captures or takes must be numbers, but here they are Real[_]"},
		{`reverse(w) = let d = [let (_, (df, _)) = vjp(f)(x, w) in df for i < 1] in (sum(i < 1) (let () = () in d[i]), 0)`,
			`if v[0] > 0 then \x. v[0] * x else sin`, closures.CodeFunction, "but here they are"},
		{`forward(df, dx) = let (y, dy) = jvp(f)(x, df, dx) in (y, same(\v. let (_, d) = jvp(f)(v, zero(f), dy) in d, x))`, `\x. v[0] * x`, core.CodeRuleCircular,
			"the derivative of same is made of derivatives of same for other functions, without end"},
		{`reverse(w) = let (_, d) = vjp(f)(x, w) in d differs "why"`, `let l = Cons(v[0], Nil) in \x. first(l) * x`, closures.CodeFunction,
			"the rule of same is meant to differ from automatic derivatives, and is not for a function that captures a value of a recursive type"},
	} {
		text := "type L = Nil | Cons(Real, L)\ndef first(l: L): Real = case l of Nil -> 0, Cons(x, _) -> x\ndef same(f: Real -> Real, x: Real): Real = f(x)\n" +
			"derivative same(f: Real -> Real, x: Real) " + c.rule + "\ndef g(v: Real[n]): Real = same(" + c.f + ", 2)"
		err := closures.Program(coretest.Load(t, text))
		require.Error(t, err, text)
		assert.Contains(t, diag.All(err)[0].Error(), c.want)
		assert.Equal(t, c.code, diag.All(err)[0].Code)
	}
}

// TestNoClauses: a function of C without a rule has no part that a derivative needs, beside a rule for a
// function of functions.
func TestNoClauses(t *testing.T) {
	p := coretest.Load(t, `
extern def c(x: Real): Real = "c"
def at(f: Real -> Real, x: Real): Real = f(x)
derivative at(f: Real -> Real, x: Real) reverse(w) = let (_, (df, dx)) = vjp(f)(x, w) in (df, dx)
def g(x: Real): Real = at(\y. y * x, x)
def h(x: Real): Real = c(x)
`)
	require.NoError(t, closures.Program(p))
}
