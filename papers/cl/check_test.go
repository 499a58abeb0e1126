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

// TestVerify says that a code is rejected when the type of a part in it is changed:
// each form of Figure 11, and ours.
func TestVerify(t *testing.T) {
	for form, source := range map[string]string{
		"*cl.Identity": `def f(x: Real): Real = x`,
		"*cl.Constant": `def f(x: Real): Real = 3`,
		"*cl.Prune":    `def f(x: Real): Real = let y = x in sin(y)`,
		"*cl.Function": `def f(x: Real): Real = sin(x)`,
		"*cl.Then":     `def f(x: Real): Real = sin(x)`,
		"*cl.Tuple":    `def f(x: Real): (Real, Real) = (x, x)`,
		"*cl.If":       `def f(x: Real): Real = if x < 1 then sin(x) else x`,
		"*cl.Let":      `def f(x: Real): Real = let y = sin(x) in y`,
		"*cl.Build":    `def f(x: Real): Real[2] = [x for i < 2]`,
		"*cl.Case":     `def f(s: Real + Real): Real = case s of Inl x -> x, Inr y -> sin(y)`,
		"*cl.Fold":     `def f(v: Real[n]): Real = fold(\(a, x). a * x, 1.0, v)`,
		"*cl.Count":    `def f(x: Real): Real = while(3, x, \s. s < 2, \s. s + 1)`,
	} {
		c := cl.NewConvert(true).Def(load(t, source))
		require.NoError(t, cl.Verify(c))
		changed := 0
		for k := 0; ; k++ {
			broken, ok := cl.Misdeclared(c, form, k)
			if !ok {
				break
			}
			changed++
			assert.Error(t, cl.Verify(broken), "%s %d of\n%s", form, k, cl.Print(c))
		}
		assert.Positive(t, changed, form)
	}
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
