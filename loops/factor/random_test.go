package factor_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/optim"
)

// A writer writes programs with a function of differences in a sum.
type writer struct{ *rand.Rand }

func (w writer) one(options ...string) string { return options[w.IntN(len(options))] }

// maybe is an expression, or what an iteration may make of it.
func (w writer) maybe(e string) string {
	return w.one(e, e, e, e, e, e, e, e, e, "-("+e+")", "2 * ("+e+")", "("+e+") / 3", "("+e+") * w[i]", "(if x[i, 0] > 0 then "+e+" else 0.5)")
}

func (w writer) difference() string {
	x := w.one("real(x[i, j])", "stopGradient(z[i, j])", "real(x[i, j]) / 2", "real(i - j)", "0.5", "z[i, j]", "v[i]")
	m := w.maybe(w.one("m[c, j]", "m[c, j]", "m[c, j]", "m[j, c]", "m[c, j]^2", "(m[c, j] - m[j, c])", "m[c, j] * m[0, 0]"))
	return x + w.one(" - ", " - ", " - ", " + ", " * ") + m
}

func (w writer) coefficient() string {
	return w.one("a[c, r, j]", "a[c, r, j]", "a[c, r, j]", "exp(a[r, c, j])", "a[j, r, c]", "(a[c, r, j] + b)", "real(r + j)", "a[c, x[i, r], j]", "sin(m[r, j])", "1.5")
}

func (w writer) product() string {
	u := w.one("u[j]", "u[j]", "u[j]", "u[j]", "u[j]", "u[d - 1 - j]", "u[0]", "(u[j] + u[0])")
	e := fmt.Sprintf("(sum(j < %s) (%s))", w.one("d", "d", "d", "r", "r", "r + 1", "x[i, r]"), w.maybe(w.coefficient()+" * "+u))
	return w.one(e, e, e, e+" + "+w.coefficientAt()+" * u[r]", "(let s = "+e+" in s * s)")
}

func (w writer) coefficientAt() string { return w.one("a[c, r, r]", "b", "v[i]") }

func (w writer) outcome() string {
	y := "(" + w.maybe(w.product()) + ")"
	return w.one(y+"^2", "sin("+y+")", y, y+" * v[i]", "exp(0.1 * "+y+")", "max("+y+", 0.3)", y+" * "+w.product())
}

func (w writer) program() string {
	inner := fmt.Sprintf("(let u = [%s for j < d] in %s (%s))", w.difference(), w.one("sum(r < d)", "sum(r < d)", "sum(r < d)", "sum(r < d)", "max(r < d)"), w.outcome())
	each := w.one(
		"sum(c < d) "+inner, "(let c = 0 in "+inner+")", "log(1 + sum(c < d) exp(0.01 * "+inner+"))",
		"fold(\\(s, c). 0.5 * s + "+inner+", 0.0, [c for c < d])")
	all := w.one("sum(i < n) ("+each+")", "sum(i < n) ("+each+")", "[w[i] * ("+each+") for i < n]")
	result := "Real"
	if all[0] == '[' {
		result = "Real[_]"
	}
	return fmt.Sprintf("def f(m: Real[d, d], a: Real[d, d, d], b: Real, v: Real[n], z: Real[n, d], w: Real[n], x: Int[n, d]): %s = %s", result, all)
}

// TestRandom compares random programs with themselves where nothing leaves a loop.
func TestRandom(t *testing.T) {
	const programs = 120
	left := 0
	for seed := range uint64(programs) {
		text := writer{rand.New(rand.NewPCG(seed, 3))}.program()
		with, without := load(t, text, optim.Hoist), load(t, text, optim.Hoist, optim.Factoring) // hoisting would leave less
		if count(t, with) > 0 {
			left++
		}
		for _, s := range []sizes{{n: 3, d: 3}, {n: 0, d: 2}, {n: 2, d: 1}} {
			compare(t, with, without, s)
		}
		if t.Failed() {
			t.Fatal(text)
		}
	}
	assert.Greater(t, left, programs/10)
	t.Logf("%d of %d", left, programs)
}
