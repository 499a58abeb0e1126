package delta_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// TestRules shows each rule of each figure: the translation of a program, its tape, and what the
// other translations do. The name of an archive begins with the number of the figure, or of the section.
func TestRules(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, name string, a *txtar.Archive) []txtar.File {
		s, err := compare.Load(&diag.Source{Name: "in.fun", Text: string(a.Files[0].Data)}, "f", string(a.Files[1].Data))
		require.NoError(t, err)
		var order delta.Order
		var fuse []string
		switch {
		case strings.HasPrefix(name, "12"):
			order = delta.Order{RightToLeft: true, Literals: true}
		case strings.HasPrefix(name, "15"):
			fuse = []string{"square"}
		}
		l, err := delta.NewLibrary(s.Program, order, fuse...)
		require.NoError(t, err)
		var dual, tape, other bytes.Buffer
		require.NoError(t, l.Print(&dual, s.Func))

		d := number.Float()
		r, err := delta.Start(l, s.Func, s.Args, d)
		require.NoError(t, err)
		require.NoError(t, r.Trace(&tape, 6))
		ones := func(t core.Type, x eval.Value) eval.Value {
			return number.Tangent(t, x, func(any) eval.Value { return 1.0 })
		}
		dt := ones(s.Func.Result, r.Value)
		ds, err := r.Reverse(dt)
		require.NoError(t, err)
		fmt.Fprintf(&tape, "value %s\ngradient %s\n%d steps, %d bytes\n", show(r.Value), show(ds), r.Steps, r.Tape.Bytes())

		var tangents []eval.Value
		for i, p := range s.Func.Params {
			tangents = append(tangents, ones(p.Type, s.Args[i]))
		}
		_, dy, err := delta.JVP(l, s.Func, s.Args, tangents, d)
		require.NoError(t, err)
		fmt.Fprintf(&other, "Figure 4: tangent %s\n", show(dy))
		_, g, v, err := delta.AllAtOnce(l, s.Func, s.Args, dt, d)
		require.NoError(t, err)
		fmt.Fprintf(&other, "Figure 6: gradient %s, %d operations on elements\n", show(g), v.Operations)
		_, g, slots, err := delta.WithoutSharing(l, s.Func, s.Args, dt, d)
		require.NoError(t, err)
		fmt.Fprintf(&other, "Figure 8: gradient %s, %d visits\n", show(g), slots.Visits)
		return append(a.Files[:2], txtar.File{Name: "dual", Data: dual.Bytes()}, txtar.File{Name: "tape", Data: tape.Bytes()}, txtar.File{Name: "others", Data: other.Bytes()})
	})
}

// show is a value as text.
func show(v eval.Value) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("%.6g", v)
	case eval.Tuple:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = show(x)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *eval.Variant:
		return fmt.Sprintf("con%d %s", v.Con, show(v.Of))
	case *eval.Array:
		parts := make([]string, len(v.Elems))
		for i, x := range v.Elems {
			parts[i] = show(x)
		}
		return fmt.Sprintf("%v[%s]", v.Dims, strings.Join(parts, ", "))
	}
	return fmt.Sprint(v)
}

// TestPrimitiveRules is Figure 14 for every primitive that gives a Real.
func TestPrimitiveRules(t *testing.T) {
	for op, want := range map[core.Op]string{
		core.Add:  `D{+} = \((x, u1), (y, u2)). do {w <- deltaLet (Add u1 u2); pure (x + y, Var w)}`,
		core.Sub:  `D{-} = \((x, u1), (y, u2)). do {w <- deltaLet (Add u1 (Scale (-1.0) u2)); pure (x - y, Var w)}`,
		core.Mul:  `D{*} = \((x, u1), (y, u2)). do {w <- deltaLet (Add (Scale y u1) (Scale x u2)); pure (x * y, Var w)}`,
		core.Quo:  `D{/} = \((x, u1), (y, u2)). do {w <- deltaLet (Add (Scale (1.0 / y) u1) (Scale negate((x / y) / y) u2)); pure (x / y, Var w)}`,
		core.Powi: `D{^} = \((x, u1), y). do {w <- deltaLet (Scale (if y == 0 then 0.0 else real(y) * (x ^ (y - 1))) u1); pure (x ^ y, Var w)}`,
		"sin":     `D{sin} = \(x, u). do {w <- deltaLet (Scale cos(x) u); pure (sin(x), Var w)}`,
		"cos":     `D{cos} = \(x, u). do {w <- deltaLet (Scale negate(sin(x)) u); pure (cos(x), Var w)}`,
		"atan2": `D{atan2} = \((x, u1), (y, u2)). do {w <- deltaLet (Add (Scale (y / ((x * x) + (y * y))) u1) ` +
			`(Scale negate(x / ((x * x) + (y * y))) u2)); pure (atan2(x, y), Var w)}`,
	} {
		assert.Equal(t, want, delta.Rule(op))
	}
}

// TestSeparate is section 8.1: the translation of a definition is the same whoever calls it, and
// is made once.
func TestSeparate(t *testing.T) {
	library := "def square(x: Real): Real = x * x\n"
	one := load(t, library+"def f(x: Real): Real = square(x)", `{"x": 3}`)
	two := load(t, library+"def g(v: Real[n]): Real = sum(i < n) square(v[i])", `{"v": [3, 4]}`)
	l, err := delta.NewLibrary(one.Program, delta.Order{})
	require.NoError(t, err)
	square := one.Program.Lookup("square")
	first, err := l.Def(square)
	require.NoError(t, err)
	again, err := l.Def(square)
	require.NoError(t, err)
	assert.Same(t, first, again)
	other, err := delta.Translate(two.Program.Lookup("square"), delta.Order{})
	require.NoError(t, err)
	assert.Equal(t, first.Text(), other.Text())

	// A caller that was compiled later is linked with it.
	caller := two.Program.Lookup("g")
	core.Visit(caller.Body, func(t core.Term) {
		if g, ok := t.(*core.Global); ok {
			g.Def = square
		}
	})
	r, err := delta.Start(l, caller, two.Args, number.Float())
	require.NoError(t, err)
	g, err := r.Reverse(1.0)
	require.NoError(t, err)
	near(t, vector(6.0, 8.0), g, "gradient")
}

// TestUnsupported says which construct, and where.
func TestUnsupported(t *testing.T) {
	s := load(t, `def f(x: Real): Real = x * x
def g(x: Real): Real =
  x + grad(f)(x)`, `{"x": 3}`)
	_, err := s.Run(delta.System, nil, number.Float())
	assert.EqualError(t, err, "3:7: error: delta cannot say grad inside of a program (paper 2, section 8.6) [cannot-say]")
	var unsupported *papers.Unsupported
	assert.ErrorAs(t, err, &unsupported)

	s = load(t, `def g(x: Real): (Real, Real) = (x, x)`, `{"x": 3}`)
	_, err = s.Run(delta.System, nil, number.Float())
	assert.ErrorContains(t, err, "the gradient of a result of type (Real, Real) without a seed")

	d := &core.Def{Name: "f", Params: []*core.Var{{Name: "h", Type: toReal}}, Result: core.Real, Body: constant(1)}
	l, err := delta.NewLibrary(&core.Program{Defs: []*core.Def{d}}, delta.Order{})
	require.NoError(t, err)
	_, err = delta.Start(l, d, []eval.Value{nil}, number.Float())
	assert.ErrorContains(t, err, "a parameter of type (Real) -> Real: a function has no tangent")
}

// TestRuntimeErrors is run-time errors: those of the evaluator of core.
func TestRuntimeErrors(t *testing.T) {
	for _, c := range []struct{ text, data, code string }{
		{`def f(x: Real[n], i: Int): Real = x[i]`, `{"x": [1], "i": 1}`, "index-range"},
		{`def f(x: Real, i: Int): Real = x * real(i div 0)`, `{"x": 1, "i": 1}`, "divide-by-zero"},
		{`def f(x: Real): Real = while(3, x, \s. s < 4, \s. s + 1)`, `{"x": 0}`, "iteration-limit"},
		{`def f(x: Real): Real = let () = assert(x < 0, "no") in x`, `{"x": 1}`, "assert"},
		{`def f(x: Real[n]): Real = max(i < n) x[i]`, `{"x": []}`, "empty-max"},
		{`def f(x: Real[n], k: Int): Real = sum(i < k) x[0]`, `{"x": [1], "k": -1}`, "negative-count"},
		{`def f(x: Real[n], k: Int): Real[n] = (sum(i < k) [x[j] for j < i + 1] : Real[n])`, `{"x": [1, 2], "k": 2}`, "sizes-disagree"},
		{`def f(x: Real[n], k: Int): Real = sum(i < 1) set(x, k, 1.0)[0]`, `{"x": [1, 2], "k": 2}`, "index-range"},
	} {
		s := load(t, c.text, c.data)
		_, err := eval.Run(s.Func, s.Args, 1000)
		var want, got *eval.RuntimeError
		require.ErrorAs(t, err, &want)
		require.Equal(t, c.code, want.Code)
		l, err := delta.NewLibrary(s.Program, delta.Order{})
		require.NoError(t, err)
		_, err = delta.Start(l, s.Func, s.Args, number.Float())
		require.ErrorAs(t, err, &got)
		assert.Equal(t, want, got)
	}
	s := load(t, `def f(x: Real): Real = nTimes(9, x, \s. s * s)`, `{"x": 1}`)
	l, err := delta.NewLibrary(s.Program, delta.Order{})
	require.NoError(t, err)
	l.MaxBinds = 9
	_, err = delta.Start(l, s.Func, s.Args, number.Float())
	require.NoError(t, err)
	l.MaxBinds = 8
	_, err = delta.Start(l, s.Func, s.Args, number.Float())
	assert.EqualError(t, err, "1:43: the tape has more than 8 bindings [out-of-memory]")

	s = load(t, `def f(x: Real[n]): Real[n] = x`, `{"x": [1, 2]}`)
	r := start(t, s, delta.Order{})
	_, err = r.Reverse(vector(1.0))
	assert.ErrorContains(t, err, "seed-size")
	s = load(t, `def f(x: Real): Real + Real = Inl(x)`, `{"x": 1}`)
	_, err = start(t, s, delta.Order{}).Reverse(inr(1.0))
	assert.ErrorContains(t, err, "seed-tag")
}

// TestCheckFinds plants ill-typed translations.
func TestCheckFinds(t *testing.T) {
	s := load(t, `def f(x: Real, n: Int): Real = x * x`, `{"x": 3, "n": 1}`)
	d, err := delta.Translate(s.Func, delta.Order{})
	require.NoError(t, err)
	require.NoError(t, delta.Check(d))
	op := d.Body.(*delta.Op)
	op.Args[0] = &delta.Use{Var: s.Func.Params[1]}
	assert.ErrorContains(t, delta.Check(d), "mul of [Int Real]")
	op.Args[0] = &delta.Use{Var: &core.Var{Name: "z", Type: core.Real}}
	assert.ErrorContains(t, delta.Check(d), "z is not bound")
	d.Body = &delta.Pure{X: &delta.Int{Value: 1}}
	assert.ErrorContains(t, delta.Check(d), "Int where Real is expected")
}
