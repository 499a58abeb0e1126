package linmap_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coretest"
	"procad/internal/golden"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/number"
)

// TestFigure2 are the derivatives of the built-in functions.
func TestFigure2(t *testing.T) {
	golden.Run(t, "testdata/figure2.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := coretest.Load(t, string(a.Files[0].Data))
		d := linmap.NewDeriver()
		var out strings.Builder
		for _, def := range p.Defs {
			f, err := ks.From("linmap", def)
			require.NoError(t, err)
			d.Jacobian(f)
		}
		for _, j := range d.Defs {
			if p.Lookup(strings.TrimPrefix(j.Title, "∂")) == nil {
				require.NoError(t, ks.Verify(j))
				out.WriteString(ks.Print(j))
			}
		}
		return append(a.Files[:1], txtar.File{Name: "derivatives", Data: []byte(out.String())})
	})
}

// TestFigure6 is ∂f for one rule in each archive, and fwd$f and rev$f without maps.
// TestFigure13 is the same for folds.
func TestFigure6(t *testing.T)  { figure(t, "testdata/figure6/*.txtar") }
func TestFigure13(t *testing.T) { figure(t, "testdata/figure13/*.txtar") }

func figure(t *testing.T, pattern string) {
	golden.Run(t, pattern, func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := coretest.Load(t, string(a.Files[0].Data))
		f, err := ks.From("linmap", p.Defs[len(p.Defs)-1])
		require.NoError(t, err)
		d := linmap.NewDeriver()
		j := d.Jacobian(f)
		fwd, ok := d.Eliminate(d.Forward(f))
		require.True(t, ok)
		rev, ok := d.Eliminate(d.Reverse(f))
		require.True(t, ok)
		for _, made := range []*ks.Def{j, d.Simplify(j), fwd, rev} {
			require.NoError(t, ks.Verify(made), ks.Print(made))
		}
		text := func(name string, def *ks.Def) txtar.File { return txtar.File{Name: name, Data: []byte(ks.Print(def))} }
		return append(a.Files[:1], text("jacobian", j), text("simplified", d.Simplify(j)), text("forward", fwd), text("reverse", rev))
	})
}

// run is a gradient, or what a function of a program gives.
func gradient(t *testing.T, text string, args ...eval.Value) eval.Value {
	t.Helper()
	p := coretest.Load(t, text)
	r, err := linmap.System.Gradient(p, p.Defs[len(p.Defs)-1], args, nil, number.Float())
	require.NoError(t, err)
	return r.Gradient
}

func array(xs ...float64) *eval.Array {
	a := &eval.Array{Dims: []int64{int64(len(xs))}}
	for _, x := range xs {
		a.Elems = append(a.Elems, x)
	}
	return a
}

// TestProduct is the example of Section 4.1, with the fold of Section 8: the
// derivative of x1 x2 x3 is (x2 x3, x1 x3, x1 x2).
func TestProduct(t *testing.T) {
	const product = `def product(v: Real[n]): Real = fold(\(a, x). a * x, 1.0, v)`
	require.Equal(t, array(15, 10, 6), gradient(t, product, array(2, 3, 5)))
	require.Equal(t, array(6, 0, 0), gradient(t, product, array(0, 2, 3)))
	require.Equal(t, []int64{0}, gradient(t, product, array()).(*eval.Array).Dims)
}

// TestChain is the example of Section 3.1: ∂(p ∘ q ∘ r) applied forward and in reverse.
func TestChain(t *testing.T) {
	const chain = `def r(x: Real): Real = x * x
def q(x: Real): Real = x + 3
def p(x: Real): Real = x * x * x
def f(x: Real): Real = p(q(r(x)))`
	require.Equal(t, 3*49.0*49.0/49*4, gradient(t, chain, 2.0)) // 3 (x² + 3)² 2x
}

// TestSum is ∂sum(v) ⊙ dv = sum(dv), of Section 4.1, and its transpose.
func TestSum(t *testing.T) {
	require.Equal(t, array(1, 1, 1), gradient(t, `def f(v: Real[n]): Real = sum(i < n) v[i]`, array(4, 5, 6)))
}

// TestLarge is that a variable used many times is differentiated once: x doubled 18
// times has 2^18 ways through its derivative.
func TestLarge(t *testing.T) {
	var text strings.Builder
	text.WriteString("def f(x: Real): Real = let x0 = x / 1024")
	for i := range 18 {
		text.WriteString(strings.ReplaceAll(strings.ReplaceAll("; xN = 0.5 * xM + 0.5 * xM", "N", strconv.Itoa(i+1)), "M", strconv.Itoa(i)))
	}
	text.WriteString(" in x18")
	p := coretest.Load(t, text.String())
	s := &kstest.Subject{Text: text.String(), Program: p, Def: p.Defs[0]}
	r, err := linmap.System.Gradient(p, s.Def, []eval.Value{1.0}, nil, number.Float())
	require.NoError(t, err)
	require.Equal(t, 1/1024.0, r.Gradient)
	require.Less(t, r.Operations, int64(1000))

	// Without maps, each of the ways is written; where there are too many, Eliminate says so.
	f := s.KS(t)
	d := linmap.NewDeriver()
	_, ok := d.Eliminate(d.Reverse(f))
	require.False(t, ok)
}

// TestOrdered is a ccl whose iterations do not commute, which the paper's own
// derivative of ccl takes in the wrong order; as a fold it is right.
func TestOrdered(t *testing.T) {
	const source = `def f(x: Real): Real = ccl(3, x, \(i, s). s * s * real(i + 1) + s)`
	p := coretest.Load(t, source)
	want, err := eval.Derivative(core.Grad, p.Defs[0], []eval.Value{0.25}, kstest.Steps)
	require.NoError(t, err)
	require.InDelta(t, want, gradient(t, source, 0.25), 1e-12)
}
