package hoist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/hoist"
	"procad/internal/coretest"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
)

// TestGolden hoists in in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/hoist/*.txtar", "hoisted.fun", func(p *core.Program) { hoist.Program(p) })
}

// TestLinear counts the operations of sums that call a helper in each of their
// iterations, also by way of a local function: they are linear in the size, and
// quadratic without hoisting.
func TestLinear(t *testing.T) {
	for _, text := range []string{`
def curve(a: Real, t: Real[n]): Real[_] = [exp(a * t[i]) for i < n]
def main(a: Real, t: Real[n]): Real = sum(i < n) curve(a, t)[i]^2
`, `
def curve(a: Real, t: Real[n]): Real[_] = [exp(a * t[i]) for i < n]
def main(a: Real, t: Real[n]): Real = let c(i) = t[i] - curve(a, t)[i]; d(i) = a * c(i) in sum(i < n) d(i)^2
`} {
		assert.LessOrEqual(t, growth(t, text), 4.1)
		assert.Greater(t, growth(t, text, optim.Hoist), 12.0)
	}
}

// growth is how many times the operations of a gradient four times the size takes.
func growth(t *testing.T, text string, without ...optim.Name) float64 {
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: text}, without...)
	require.NoError(t, err)
	d, err := u.Entry("main")
	require.NoError(t, err)
	var ops []float64
	for _, n := range []int{100, 400} {
		given := fmt.Sprintf(`{"a": 1, "t": [0%s]}`, strings.Repeat(", 1", n-1))
		args, _, err := data.Read(&diag.Source{Name: "data", Text: given}, u.Program.InterfaceOf(d.Name))
		require.NoError(t, err)
		m := interp.New(u.Library.Def)
		_, _, err = u.Gradient(m, d, args, nil)
		require.NoError(t, err)
		ops = append(ops, float64(m.Ops))
	}
	return ops[1] / ops[0]
}

// TestStacks has the stack of a recursion that a loop around its call does not change: no loop can read it, so
// it stays where it is.
func TestStacks(t *testing.T) {
	const text = `type R = A | B(R)
def f(k: Int, p: Real[3], r: R): Real = if k <= 0 then p[2] else 3 * sin(f(k - 1, p, r))
def g(x: Real): Real = sum(i < 3) f(2, [x for i < 3], A)
`
	var gradients []float64
	for _, without := range [][]optim.Name{nil, {optim.Hoist}} {
		u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: text}, without...)
		require.NoError(t, err)
		d, err := u.Entry("g")
		require.NoError(t, err)
		args, _, err := data.Read(&diag.Source{Name: "data", Text: `{"x": 0.5}`}, u.Program.InterfaceOf(d.Name))
		require.NoError(t, err)
		_, parts, err := u.Gradient(interp.New(u.Library.Def), d, args, nil)
		require.NoError(t, err)
		gradients = append(gradients, parts[0].Value.Float())
	}
	assert.InDelta(t, gradients[1], gradients[0], 1e-12)
}
