package cl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/coretest"
	"procad/papers/cl"
	"procad/papers/ks"
	"procad/papers/number"
)

// forms are programs with each form of Figure 9, and ours.
var forms = map[string]string{
	"*cl.Identity": `def f(x: Real): Real = x`,
	"*cl.Constant": `def f(x: Real): Real = 3`,
	"*cl.Prune":    `def f(x: Real): Real = let y = x in sin(y)`,
	"*cl.Function": `def f(x: Real): Real = sin(x)`,
	"*cl.Then":     `def f(x: Real): Real = sin(x)`,
	"*cl.Tuple":    `def f(x: Real): (Real, Real) = (x, x)`,
	"*cl.If":       `def f(x: Real): Real = if x < 1 then sin(x) else x`,
	"*cl.Let":      `def f(x: Real): Real = let y = sin(x) in y`,
	"*cl.Build":    `def f(x: Real): Real[2] = [sin(x) for i < 2]`,
	"*cl.Case":     `def f(s: Real + Real): Real = case s of Inl x -> x, Inr y -> sin(y)`,
	"*cl.Fold":     `def f(v: Real[n]): Real = fold(\(a, x). a * x, 1.0, v)`,
	"*cl.Count":    `def f(x: Real): Real = while(3, x, \s. s < 2, \s. s + 1)`,
}

// TestVerify says that a code is rejected when a part of it says that it gives another
// type: each form of Figure 11, and ours, wherever it stands.
func TestVerify(t *testing.T) {
	for own, source := range forms {
		c := cl.NewConvert(true).Def(load(t, source))
		require.NoError(t, cl.Verify(c))
		for form := range forms {
			changed := 0
			for ; ; changed++ {
				broken, ok := cl.Misdeclared(c, form, changed)
				if !ok {
					break
				}
				assert.Error(t, cl.Verify(broken), "%s %d of\n%s", form, changed, cl.Print(c))
			}
			assert.True(t, form != own || changed > 0, form)
		}
	}
}

// TestTwice is P← where a component is taken twice: its cotangents add up.
func TestTwice(t *testing.T) {
	d := cl.NewDeriver()
	rev := d.Reverse(cl.Twice())
	require.NoError(t, cl.Verify(rev))
	ds, err := cl.Run(&ks.Machine{D: number.Float()}, rev, eval.Tuple{eval.Tuple{7.0}, eval.Tuple{2.0, 3.0}})
	require.NoError(t, err)
	assert.Equal(t, ks.Value(eval.Tuple{5.0}), ds)
}

// TestComposition is Section 6.1 for f(x) = g(h(x)): the passes of f are those of g
// and h, and X is (Xg, Xh).
func TestComposition(t *testing.T) {
	const source = `def h(x: Real): Real = sin(x)
def g(x: Real): Real = x * x
def f(x: Real): Real = g(h(x))`
	p := coretest.Load(t, source)
	f, err := ks.From("cl", p.Defs[2])
	require.NoError(t, err)
	convert := cl.NewConvert(true)
	convert.Def(f)
	d := cl.NewDeriver()
	run := func(c *cl.Def, x ks.Value) ks.Value {
		v, err := cl.Run(&ks.Machine{D: number.Float()}, c, x)
		require.NoError(t, err)
		return v
	}
	h, g, c := convert.Defs[0], convert.Defs[1], convert.Defs[2]
	hf, hr := d.Split(h)
	gf, gr := d.Split(g)
	ff, fr := d.Split(c)
	assert.Equal(t, "(R, ((R, R), R))", ff.Body.To().String())

	// revf$f(r) = let (s, xh) = revf$h(r) in let (t, xg) = revf$g(s) in (t, (xg, xh))
	s := run(hf, 0.5)
	u := run(gf, ks.Part(s, 0))
	assert.Equal(t, eval.Tuple{ks.Part(u, 0), eval.Tuple{ks.Part(u, 1), ks.Part(s, 1)}}, run(ff, 0.5))
	// revr$f((xg, xh), dt) = revr$h(xh, revr$g(xg, dt))
	back := run(hr, eval.Tuple{ks.Part(s, 1), run(gr, eval.Tuple{ks.Part(u, 1), 3.0})})
	assert.Equal(t, back, run(fr, eval.Tuple{eval.Tuple{ks.Part(u, 1), ks.Part(s, 1)}, 3.0}))
	// rev$f(s, dt) = let (t, xf) = revf$f(s) in let ds = revr$f(xf, dt) in (t, ds)
	assert.Equal(t, eval.Tuple{ks.Part(u, 0), back}, run(d.Joined(c), eval.Tuple{0.5, 3.0}))
}
