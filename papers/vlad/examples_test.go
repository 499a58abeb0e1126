package vlad_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/papers/vlad"
)

// machine has the definitions.
func machine(t *testing.T, defs string) *vlad.Machine {
	m := vlad.New()
	require.NoError(t, m.Define(defs))
	return m
}

// number is the value of a term that is a real.
func number(t *testing.T, m *vlad.Machine, term string, args ...any) float64 {
	v, err := m.Eval(fmt.Sprintf(term, args...))
	require.NoError(t, err, term)
	require.IsType(t, 0.0, v, term)
	return v.(float64)
}

// near compares with 12 digits.
func near(t *testing.T, want, got float64, digits float64, what string) {
	t.Helper()
	assert.InDelta(t, want, got, math.Pow(10, -digits)*math.Max(1, math.Abs(want)), what)
}

const log1pexp = `
def f = \x. log (1 + exp x)
def f' = f ←J \(J x). (J (f' x), \y. ([], y * (1 - 1 / (1 + exp x))))
`

// TestLog1pexp is section 3.1.
func TestLog1pexp(t *testing.T) {
	m := machine(t, log1pexp)
	for _, c := range []struct {
		x                    string
		value, first, second float64
	}{
		{"(0 - 3)", 0.0485873515737, 0.0474258731776, 0.0451766597309},
		{"0", 0.693147180560, 0.5, 0.25},
		{"2", 2.12692801104, 0.880797077978, 0.104993585404},
	} {
		for _, f := range []string{"f", "f'"} {
			near(t, c.value, number(t, m, "%s %s", f, c.x), 11, "value")
			near(t, c.first, number(t, m, "grad %s %s", f, c.x), 11, "first")
			near(t, c.second, number(t, m, "grad (grad %s) %s", f, c.x), 11, "second")
		}
	}
	assert.Equal(t, 1.0, number(t, m, "grad f' 1000"))
	assert.True(t, math.IsNaN(number(t, m, "grad f 1000")))
	assert.True(t, math.IsInf(number(t, m, "f' 1000"), 1), "a rule does not repair the value")
	assert.True(t, math.IsNaN(number(t, m, "grad (grad f') 1000")))
}

const sincos = `
def sinq = \x. 4 / (pi * pi) * x * (pi - abs x)
def cosq = \x. let z = x + pi / 2 in sinq (if pi < z then z - 2 * pi else z)
def sin' = sinq ←J \(J x). (J (sin' x), \y. ([], y * cos' x))
def cos' = cosq ←J \(J x). (J (cos' x), \y. ([], y * (0 - sin' x)))
`

// TestSinCos is section 3.2 with a parabola for the sine.
func TestSinCos(t *testing.T) {
	m := machine(t, sincos)
	for _, c := range []struct{ x, value, auto1, auto2, rule1, rule2 float64 }{
		{0.5, 0.535298588725, 0.867954810166, -0.810569469139, 0.898678816358, -0.535298588725},
		{1, 0.867954810166, 0.462670075596, -0.810569469139, 0.594715265431, -0.867954810166},
		{2, 0.925340151193, -0.347899393542, -0.810569469139, -0.471819240663, -0.925340151193},
	} {
		near(t, c.value, number(t, m, "sin' %g", c.x), 11, "value")
		near(t, c.auto1, number(t, m, "grad sinq %g", c.x), 11, "automatic, first")
		near(t, c.auto2, number(t, m, "grad (grad sinq) %g", c.x), 11, "automatic, second")
		near(t, c.rule1, number(t, m, "grad sin' %g", c.x), 11, "rule, first")
		near(t, c.rule2, number(t, m, "grad (grad sin') %g", c.x), 11, "rule, second")
	}
}

// TestOneSided is section 3.3.
func TestOneSided(t *testing.T) {
	m := machine(t, `
def f = \x. x / (1 + sqrt x)
def f' = f ←J \(J x). (J (f' x), \w. let z = 1 + sqrt x in ([], w * ((1 + z) / (2 * z * z))))
`)
	for _, c := range []struct{ x, value, first, second float64 }{
		{0.25, 1. / 6, 5. / 9, -14. / 27}, {1, 0.5, 0.375, -0.125}, {4, 4. / 3, 2. / 9, -0.0231481481481},
	} {
		near(t, c.value, number(t, m, "f' %g", c.x), 11, "value")
		near(t, c.first, number(t, m, "grad f' %g", c.x), 11, "first")
		near(t, c.second, number(t, m, "grad (grad f') %g", c.x), 11, "second")
	}
	assert.Zero(t, number(t, m, "f' 0"))
	assert.Equal(t, 1.0, number(t, m, "grad f' 0"))
	assert.True(t, math.IsInf(number(t, m, "grad (grad f') 0"), -1))
	assert.True(t, math.IsNaN(number(t, m, "grad f 0")))
}

const fix = `
def fix = \p. \f. \x. let y = f x in if p x y then x else fix p f y
def fix' = \p. \f. (fix p f) ←J \(J x). let x* = fix' p f x in (J x*, \w.
  let b = Cdr ((J f) (J x*)) in
  let g = \u. w ⊕ Cdr (b u) in
  let fbar = Car (b (fix' p g w)) in
  ([zero p, fbar], zero x))
def close = \x. \y. abs (x - y) < 0.000001
def sqrt' = \a. fix' close (\x. (x + a / x) / 2) a
def from = \x. fix' close (\y. (y + 2 / y) / 2) x
`

// TestFix is section 3.4.
func TestFix(t *testing.T) {
	m := machine(t, fix)
	for _, c := range []struct{ a, value, first float64 }{
		{2, 1.4142135623746899, 0.35355339059287505}, {0.25, 0.50000002323, 0.99999995354},
		{9, 3.0000000014, 0.1666666666}, {1e-3, 0.0316227824507, 15.8113853763},
	} {
		near(t, c.value, number(t, m, "sqrt' %g", c.a), 10, "value")
		near(t, c.first, number(t, m, "grad sqrt' %g", c.a), 9, "first")
	}
	assert.Equal(t, 0.35355339059287505, number(t, m, "grad sqrt' 2"))
	assert.Zero(t, number(t, m, "grad from 2"), "the start gets nothing")
	_, err := m.Eval("grad (grad sqrt') 2")
	assert.ErrorContains(t, err, "vlad-stuck", "a rule that captures, at second order")
}

const maps = `
def map = \f. \v. if null v then [] else (f (Car v), map f (Cdr v))
def back = \f. \h. \y. if null y then (zero f, []) else
  let (df, dx) = (Car h) (Car y) in
  let (dg, dv) = back f (Cdr h) (Cdr y) in
  (df ⊕ dg, [dx, dv])
def parts = \w. if null w then [] else (Cdr (Car w), parts (Cdr w))
def values = \w. if null w then [] else (Car (Car w), values (Cdr w))
def tagged = \v. if null v then [] else (J (Car v), tagged (Cdr v))
def joined = \u. if null u then [] else (J' (Car u), joined (Cdr u))
def flat = \y. if null y then [] else (Car y, flat (Car (Cdr y)))
def map' = \f. (map f) ←J \(J v).
  let u = map' (J f) (tagged v) in
  (J (joined (values u)), \y. let (df, dv) = back f (parts u) (flat y) in ([df], dv))
def sum = \v. if null v then 0 else Car v + sum (Cdr v)
`

// TestMap is section 3.5. The sensitivity of the list (x, v) is [_x, _v].
func TestMap(t *testing.T) {
	m := machine(t, maps)
	assert.Equal(t, 30.0, number(t, m, `sum (map' (\x. 5 * x) [1, 2, 3])`))
	for _, c := range []struct {
		f        string
		at, want float64
	}{
		{`\a. sum (MAP (\x. a * x * x) [1, 2, 3])`, 5, 14},
		{`\b. sum (MAP (\x. 7 * x * x) [1, b])`, 3, 42},
		{`\b. sum (MAP (\x. b * x * x) [1, b])`, 3, 28},
	} {
		for _, by := range []string{"map", "map'"} {
			require.NoError(t, m.Define("def MAP = "+by))
			assert.Equal(t, c.want, number(t, m, "grad (%s) %g", c.f, c.at), "%s by %s", c.f, by)
		}
	}
}

// TestClip is a rule that is not linear: it clips the sensitivity.
func TestClip(t *testing.T) {
	m := machine(t, `
def id = \x. x
def clip = id ←J \(J x). (J (clip x), \y. ([], if 0.75 < y then 0.75 else if y < 0 - 0.75 then 0 - 0.75 else y))
`)
	assert.Equal(t, 0.75, number(t, m, `grad (\x. sin (clip x)) 0`))
	near(t, 0.5, number(t, m, `grad (\x. sin (clip x)) (pi / 3)`), 12, "clip")
}

// TestCheckpoint is a rule that computes its function again.
func TestCheckpoint(t *testing.T) {
	m := machine(t, `
def f = \x. sin (exp (sin x))
def f' = f ←J \(J x). (J (f x), \y. (Cdr ((J f) (J x))) y)
`)
	near(t, 0.999016701284, number(t, m, `f' 0.5`), 11, "value")
	near(t, -0.0628421157121, number(t, m, `grad f' 0.5`), 11, "first")
}

// TestKepler is E = M + e sin E by the rule of section 3.4.
func TestKepler(t *testing.T) {
	m := machine(t, fix+`
def near = \x. \y. abs (x - y) < 0.000000000001
def kepler = \M. \e. fix' near (\E. M + e * sin E) M
`)
	near(t, 1.28809131321184, number(t, m, `kepler 1 0.3`), 11, "E")
	near(t, 1.09132930115042, number(t, m, `grad (\M. kepler M 0.3) 1`), 10, "dE/dM")
	near(t, 1.04800830504994, number(t, m, `grad (\e. kepler 1 e) 0.3`), 10, "dE/de")
}

// TestLogSumExp is a rule whose backpropagator keeps the value.
func TestLogSumExp(t *testing.T) {
	m := machine(t, `
def value = \(x, y). let h = (if x < y then y else x) in h + log (exp (x - h) + exp (y - h))
def lse = value ←J \(J z). let v = value z in (J v, \w. ([], [w * exp (Car z - v), w * exp (Cdr z - v)]))
`)
	near(t, 1000.69314718056, number(t, m, `lse (1000, 1000)`), 12, "value")
	near(t, 1.38629436112, number(t, m, `lse (0, log 3)`), 11, "value")
	for _, c := range []struct {
		at     string
		dx, dy float64
	}{{`(1000, 1000)`, 0.5, 0.5}, {`(0, log 3)`, 0.25, 0.75}} {
		near(t, c.dx, number(t, m, `Car (grad lse %s)`, c.at), 12, "x")
		near(t, c.dy, number(t, m, `Car (Cdr (grad lse %s))`, c.at), 12, "y")
	}
}
