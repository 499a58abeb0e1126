package activity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// TestUseful says which variants are called in the places of functions and loops: with Inactive for what is not useful of their
// results, and for parameters that only that depends on.
func TestUseful(t *testing.T) {
	const g = "def g(x: Real, y: Real): (Real, Real) = (sin(x), y * y)\n"
	const three = "def g(x: Real): (Real, Real, Real) = (sin(x), cos(x), x)\n" +
		"def a(x: Real): Real = let (a, b, c) = g(x) in (if b + c > 1 then a else x)\ndef b(x: Real): Real = let (a, b, c) = g(x) in (if a + c > 1 then b else x)\n" +
		"def c(x: Real): Real = let (a, b, c) = g(x) in (if a + b > 1 then c else x)\ndef ab(x: Real): Real = let (a, b, c) = g(x) in (if c > 1 then a * b else x)\n" +
		"def ac(x: Real): Real = let (a, b, c) = g(x) in (if b > 1 then a * c else x)\ndef bc(x: Real): Real = let (a, b, c) = g(x) in (if a > 1 then b * c else x)\n"
	for _, c := range []struct{ name, text, calls string }{
		{"compared", g + "def f(x: Real): Real = let (a, b) = g(x, x) in if a > 1 then b else 2 * b", "inactive.1.1$g"},
		{"rounded", g + "def f(x: Real): Real = let (a, b) = g(x, x) in a * real(int(b))", "inactive.2.2$g"},
		{"stopped", g + "def f(x: Real): Real = let (a, b) = g(x, x) in a * stopGradient(b)", "inactive.2.2$g"},
		{"used", g + "def f(x: Real): Real = let (a, b) = g(x, x) in if a > 1 then b else 2 * a", ""},
		{"used in an array", g + "def f(x: Real, n: Int): Real = let (a, b) = g(x, x) in (sum(i < n) a * real(i)) + (if b > 0 then 1 else 0)", "inactive.2.2$g"},
		{"read in an array", g + "def f(x: Real, n: Int): Real = let (a, b) = g(x, x); v = [a for i < n] in (if b > 0 then v[0] else 2)", "inactive.2.2$g"},
		{"a parameter of both", "def g(x: Real, y: Real): (Real, Real) = (sin(x), x * y)\ndef f(x: Real): Real = let (a, b) = g(x, x) in if a > 1 then b else 2 * b", "inactive.0.1$g"},
		{"read in a row of an array", g + "def f(x: Real, n: Int): Real = let (a, b) = g(x, x); v = [a for i < n, j < n]; r = v[1] in (if b > 0 then r[0] + r[1] else 2)", "inactive.2.2$g"},
		{"in a branch", g + "def f(x: Real, c: Bool): Real = let (a, b) = g(x, x) in (if c then (if a > 0 then b else x) else a)", ""},
		{"in a part", "type P = { p: Real, q: (Real, Real) }\ndef h(x: Real): P = { p: x, q: (sin(x), cos(x)) }\ndef f(x: Real): Real = let r = h(x); (a, b) = r.q in r.p + (if b > 0 then a else x)", "inactive.0.4$h"},
		{"through a function", g + "def h(x: Real, y: Real): (Real, Real) = let (a, b) = g(y, x) in (b, a)\ndef f(x: Real): Real = let (a, b) = h(x, x) in if a > 1 then b else 2 * b", "inactive.1.1$h"},
		{"an array", "def g(v: Real[n]): (Real, Real[n]) = (v[0], [sin(v[i]) for i < n])\ndef f(v: Real[n]): Real = let (a, w) = g(v) in if w[0] > 0 then a else 2 * a", ""},
		{"a loop", "def f(x: Real): Real = let (s, c) = nTimes(5, (x, 0.0), \\(s, c). (s * s, c + s)) in if c > 1 then s else 2 * s", "nTimes{inactive.2.2$f.loop1}"},
		{"a loop that moves it", "def f(x: Real): Real = let (s, c) = nTimes(5, (x, 0.0), \\(s, c). (s * c, c + s)) in if c > 1 then s else 2 * s", ""},
		{"a loop that moves it, later", "def f(x: Real): Real = let (a, b, c) = nTimes(5, (x, x, x), \\(a, b, c). (a * b, sin(c), cos(c))) in if c > 1 then a else 2 * a", ""},
		{"a while", "def f(x: Real): Real = let (s, c) = while(9, (x, x), \\(s, c). c < 9, \\(s, c). (s * s, 2 * c)) in s", "while{inactive.2.2$f.while1}"},
		{"five results, of which the last two are joined", three + "def f(x: Real): Real = a(x) + b(x) + c(x) + bc(x) + ac(x)",
			"inactive.0.4$g, inactive.0.4$g, inactive.0.3$g, inactive.0.1$g, inactive.0.2$g"},
		{"five results, of which the last two are joined to all", three + "def f(x: Real): Real = c(x) + ab(x) + a(x) + b(x) + bc(x)", "inactive.0.6$g, inactive.0.5$g, inactive.0.1$g"},
		{"five results, of which nothing is useful in one", three + "def f(x: Real): Real = (let (a, b, c) = g(x) in (if a + b + c > 1 then 1 else x)) + a(x) + b(x) + c(x) + bc(x)",
			"inactive.1.7$g, inactive.0.6$g, inactive.0.5$g, inactive.0.3$g, inactive.0.1$g"},
		{"five results, and what only the joined ones take", three + "def k(x: Real, y: Real): (Real, Real, Real) = (sin(x), cos(y), x)\ndef h(x: Real): (Real, Real) = (x, sin(x))\n" +
			"def f(x: Real): Real = let (u, v) = h(x) in (let (a, b, c) = k(2 * x, x) in (if b + c > 0 then a else x)) + (let (a, b, c) = k(u, x) in (if a + c > v then b else x))" +
			" + (let (a, b, c) = k(3 * x, x) in (if a + b > 0 then c else x)) + (let (a, b, c) = k(4 * x, x) in (if a > 0 then b * c else x)) + (let (a, b, c) = k(5 * x, x) in (if b > 0 then a * c else x))",
			"inactive.0.2$h, inactive.0.4$k, inactive.0.4$k, inactive.2.3$k, inactive.0.1$k, inactive.2.2$k"},
		{"a rule, all of whose result is useful to its parameters", g + "derivative g(x: Real, y: Real) forward(dx, dy) = (cos(x) * dx, 2 * y * dy)\ndef f(x: Real): Real = let (a, b) = g(x, x) in if a > 1 then b else 2 * b", "inactive.0.1$g"},
		{"an argument that is added", `def g [s : +Real] (x : Real) -> (u : ())
  Add s x
  u = ()
def h (x : Real) -> (o : (Real, Real))
  d = Dup x; (a, b) = d
  z = Const 0.0
  p = Accum z (s. u = Call g [s] a; Elim u)
  q = Call sin b
  o = (p, q)
def f (x : Real) -> (r : Real)
  o = Call h x; (p, q) = o
  k = Const 1.0; t = (k, q); b = Call lt t
  Case b
    (Inl u Elim u; r = Call sin p)
    (Inr w Elim w; r = Call cos p)
`, "inactive.0.2$h"},
		{"what is read where something is added", `def g [s : +Real, y : &Real] (u : ()) -> (u : ())
  x = Read y
  Add s x
def f (x : Real) -> (r : Real)
  o = Call h x; (p, q) = o
  z = Const 0.0
  r = Accum z (s. q' = Share q (y. u = (); v = Call g [s y] u; Elim v); Elim q')
  Elim p
def h (x : Real) -> (o : (Real, Real))
  d = Dup x; (a, b) = d
  p = Call cos a; q = Call sin b
  o = (p, q)
`, "inactive.0.1$h"},
		{"arrays that may be chosen", g + "def f(x: Real, n: Int): Real = let (a, b) = g(x, x); u = [a * real(i) for i < n]; v = [b * real(i) for i < n]; w = if x > 0 then u else v in w[1] + w[2] * w[0]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := "f.fun"
			if strings.HasPrefix(c.text, "def g [") {
				name = "f.proc"
			}
			for _, without := range [][]optim.Name{nil, {optim.Useful}} {
				u, err := pipeline.Load(&diag.Source{Name: name, Text: c.text}, without...)
				require.NoError(t, err)
				d, err := u.Library.WithInactive(activity.Inside(proc.Name("f"))) // which checks it
				require.NoError(t, err)
				if without != nil {
					c.calls = ""
				}
				assert.Equal(t, c.calls, variants(d))
				_, err = u.Library.Def(deriv.VJP.Of(activity.Inside(proc.Name("f"))))
				require.NoError(t, err)
			}
		})
	}
}

// variants are the functions that d calls of which something is inactive.
func variants(d *proc.Def) string {
	var calls []string
	d.Body.Walk(func(s proc.Stmt) {
		if call, ok := s.(*proc.Call); ok && strings.Contains(fmt.Sprint(call.Func), "inactive.") {
			calls = append(calls, fmt.Sprint(call.Func))
		}
	})
	return strings.Join(calls, ", ")
}

// TestUsefulTwice: a choice between an array that is inactive and one that is not is written as two branches. Only one of them calls a
// variant, though another call has the same.
func TestUsefulTwice(t *testing.T) {
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: `def g(w: Real[n]): (Real, Real) = (sin(w[0]) * w[1], cos(w[1]))
def f(u: Real[n], v: Real[n], c: Bool): Real = let (s, t) = g(v); w = if c then u else v; (p, q) = g(w) in if s + t > 0 then p * q else p`})
	require.NoError(t, err)
	d := u.Program.Lookup(proc.Name("f"))
	for _, c := range []struct{ u, v, calls string }{
		{"[Inactive]", "[Real]", "inactive.0.3$g, inactive.1.3$g"},
		{"[Real]", "[Inactive]", "inactive.1.3$g, inactive.1.3$g"},
	} {
		types, err := proc.ParseTypes(c.u + ", " + c.v)
		require.NoError(t, err)
		inactive, err := u.Library.WithInactive(activity.Name(d.Name, d.Sig(), types, d.In.Type, d.Out.Type))
		require.NoError(t, err)
		assert.Equal(t, c.calls, variants(inactive), inactive)
	}
}

// TestUsefulAlone: what a definition calls does not depend on what else is derived, though its library has more variants of a function
// than one definition calls.
func TestUsefulAlone(t *testing.T) {
	const text = "def g(x: Real): (Real, Real, Real) = (sin(x), cos(x), x)\n" +
		"def p(x: Real): Real = let (a, b, c) = g(x) in (if b + c > 1 then a else x)\ndef q(x: Real): Real = let (a, b, c) = g(x) in (if a + c > 1 then b else x)\n" +
		"def r(x: Real): Real = let (a, b, c) = g(x) in (if a + b > 1 then c else x)\ndef s(x: Real): Real = let (a, b, c) = g(x) in (if a > 1 then b * c else x)\n" +
		"def f(x: Real): Real = let (a, b, c) = g(x) in (if b > 1 then a * c else x)"
	of := func(names ...string) (last string) {
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
		require.NoError(t, err)
		for _, name := range names {
			d, err := u.Library.WithInactive(activity.Inside(proc.Name(name)))
			require.NoError(t, err)
			last = variants(d)
		}
		return last
	}
	assert.Equal(t, "inactive.0.2$g", of("f"))
	assert.Equal(t, "inactive.0.2$g", of("p", "q", "r", "s", "f"))
}
