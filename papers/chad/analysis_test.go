package chad

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
	"procad/source"
	"procad/source/elaborate"
)

// analysed is D(t) by an analysis.
func (o open) analysed(t *testing.T, a Analysis, mode Mode, d number.Domain, values ...Value) (y Value, derivative func(d Value) Value) {
	t.Helper()
	dt, err := NewDeriver(mode, a.Calculus).Term(o.term, o.vars...)
	require.NoError(t, err)
	return o.run(t, mode, dt, d, a.Tangents(d), values...)
}

// TestA12 is section 11.3: formal derivatives over the Booleans. For p = x * x + x * y,
// where + is or and * is and, ∂p/∂x = x or y (x or x or y), and ∂p/∂y = x.
func TestA12(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	p := open{[]*Var{x, y}, add(mul(use(x), use(x)), mul(use(x), use(y)))}
	// The same polynomial with a function and a call of it, as "more general (higher-order) programs".
	f := let("f", realToReal, lam("z", RealType{}, func(z Term) Term { return mul(use(x), z) }), func(f Term) Term {
		return add(app(f, use(x)), app(f, use(y)))
	})
	higher := open{[]*Var{x, y}, f}
	for _, a := range []bool{false, true} {
		for _, b := range []bool{false, true} {
			for _, o := range []open{p, higher} {
				value, back := o.analysed(t, Formal, Reverse, Booleans(), a, b)
				assert.Equal(t, a || a && b, value)
				d := back(true)
				assert.Equal(t, a || b, firstOf(d) == Value(true), "∂p/∂x at %t, %t", a, b)
				assert.Equal(t, a, secondOf(d) == Value(true), "∂p/∂y at %t, %t", a, b)
				_, push := o.analysed(t, Formal, Forward, Booleans(), a, b)
				assert.Equal(t, a || b, push(tuple(true, false)) == Value(true))
				assert.Equal(t, a, push(tuple(false, true)) == Value(true))
			}
		}
	}
}

// TestActivity says which inputs are active: of <x * y, floor z>, the second has the derivative
// 0 everywhere; a branch that is not taken has no part in it; a call has.
func TestActivity(t *testing.T) {
	x, y, z := realVar("x"), realVar("y"), realVar("z")
	o := open{[]*Var{x, y, z}, let("f", realToReal, lam("a", RealType{}, func(a Term) Term { return mul(a, use(y)) }), func(f Term) Term {
		return add(negative(use(x), app(f, use(x)), use(x)), prim("floor", use(z)))
	})}
	for at, want := range map[float64]Value{-1: tuple(true, true, nil), 1: tuple(true, nil, nil)} {
		_, back := o.analysed(t, Activity, Reverse, number.Float(), at, 2.0, 3.0)
		assert.Equal(t, want, back(true), "at x = %g", at)
		_, push := o.analysed(t, Activity, Forward, number.Float(), at, 2.0, 3.0)
		assert.Equal(t, Value(true), push(tuple(true, nil, nil)))
		assert.Equal(t, firstOf(want).(interface{}) != nil && at < 0, push(tuple(nil, true, nil)) == Value(true))
		assert.Nil(t, push(tuple(nil, nil, true)))
	}
}

// TestProvenance says which inputs a result was computed from: floor counts, a branch that is
// not taken does not, and of an array the elements that were read.
func TestProvenance(t *testing.T) {
	x, y, a := realVar("x"), realVar("y"), newVar("a", vectorType)
	element := &Op{Op: Index{1}, Args: []Term{use(a), whole(1)}}
	o := open{[]*Var{x, y, a}, negative(use(x), prim("floor", mul(use(x), element)), use(y))}
	labels := tuple([]string{"x"}, []string{"y"}, labelsOf([]string{"a0"}, []string{"a1"}))
	for at, want := range map[float64][]string{-1: {"a1", "x"}, 1: {"y"}} {
		_, push := o.analysed(t, Provenance, Forward, number.Float(), at, 2.0, vec(3, 4))
		assert.Equal(t, Value(want), push(labels))
	}
}

// TestAnalysisOfProgram runs the analyses on a program of core: of a row, the row of the matrix that
// it reads is active, and the labels of the row are where its sum is from.
func TestAnalysisOfProgram(t *testing.T) {
	f := definitionOf(t, "def f(a: Real[n, m], i: Int, k: Real): Real = let g(x) = k * x in (sum(j < m) g(a[i, j])) + 0 * sign(k)")
	a := &eval.Array{Dims: []int64{2, 2}, Elems: []eval.Value{1.0, 2.0, 3.0, 4.0}}
	args := []eval.Value{a, int64(1), 5.0}
	value, active, err := Activity.Pullback(f, args, true, number.Float())
	require.NoError(t, err)
	assert.Equal(t, 35.0, value)
	assert.Equal(t, eval.Tuple{&eval.Array{Dims: a.Dims, Elems: []eval.Value{false, false, true, true}}, eval.Tuple{}, true}, active)
	labels := &eval.Array{Dims: a.Dims, Elems: []eval.Value{[]string{"a00"}, []string{"a01"}, []string{"a10"}, []string{}}}
	_, from, err := Provenance.Pushforward(f, args, []eval.Value{labels, eval.Tuple{}, []string{"k"}}, number.Float())
	require.NoError(t, err)
	assert.Equal(t, []string{"a10", "k"}, from)
	_, from, err = Provenance.Pushforward(f, args, []eval.Value{labels, eval.Tuple{}, []string{}}, number.Float())
	require.NoError(t, err)
	assert.Equal(t, []string{"a10"}, from)
}

// definitionOf is the last definition of a text.
func definitionOf(t *testing.T, text string) *core.Def {
	checked, _, err := source.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err)
	p := elaborate.Program(checked)
	return p.Defs[len(p.Defs)-1]
}
