package rev_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/rev"
	"procad/split"
	"procad/typecheck"
)

// derived is rev$f of the last definition of a text, checked.
func derived(t require.TestingT, text string, check proc.Func) (*proc.Def, error) {
	u, err := pipeline.Load(&diag.Source{Name: "in.proc", Text: text})
	require.NoError(t, err)
	lib := pipeline.NewLibrary(u.Program)
	d, err := rev.Def(lib, u.Program.Defs[len(u.Program.Defs)-1], check)
	if err == nil {
		require.NoError(t, typecheck.Def(d, lib.Sig), "%s", d)
	}
	return d, err
}

// body is the text of a definition on one line.
func body(d *proc.Def) string {
	var lines []string
	for line := range strings.Lines(d.String()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "; ")
}

// TestStatements says of procedures of one statement what F and then R are, with the seed for the cotangent of the result.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, def, want string }{
		{"Call", "(a : Real) -> (b : Real)\n  b = Call exp a", "(a, b.seed) = i; b.bt = Call revf$exp a; (b, b.t) = b.bt; b.bt' = (b.t, b.seed); a.bar = Call revr$exp b.bt'; o = (b, a.bar)"},
		{"Dup", "(a : Real) -> (b : (Real, Real))\n  b = Dup a", "(a, b.seed) = i; b = Dup a; a.bar = Call add b.seed; o = (b, a.bar)"},
		{"tuple", "(a : (Real, Real)) -> (b : (Real, Real))\n  (x, y) = a\n  b = (y, x)", "(x, y) = a; b = (y, x); (y.bar, x.bar) = b.seed; a.bar = (x.bar, y.bar); o = (b, a.bar)"},
		{"Elim", "(a : (Real, Real)) -> (x : Real)\n  (x, y) = a\n  Elim y", "y.bar = Const 0.0; a.bar = (x.seed, y.bar)"},
		{"what is discrete", "(a : Int) -> (b : Int)\n  c = Dup a\n  (b, d) = c\n  Elim d", "Elim b.seed; u = (); o = (a, u)"},
		{"no statement", "(a : Real) -> (a : Real)", "(a, a.seed) = i; o = (a, a.seed)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := derived(t, "def f "+c.def+"\n", proc.Func{})
			require.NoError(t, err)
			assert.Equal(t, "rev$f", d.Name.String())
			assert.Contains(t, body(d), c.want)
		})
	}
}

// TestZone says that a shared name gets an accumulator for its cotangent, and an accumulator a shared one.
func TestZone(t *testing.T) {
	d, err := derived(t, "def f [s : &Real, n : &Int, t : +Real] (a : Real) -> (x : Real)\n  x = Read s\n  Add t a\n", proc.Func{})
	require.NoError(t, err)
	assert.Contains(t, d.String(), "[s : &Real, s.bar : +Real, n : &Int, t : +Real, t.bar : &Real]")
	assert.Contains(t, body(d), "Add s.bar x.seed")
	assert.Contains(t, body(d), "a.bar = Read t.bar")
}

// TestCheck says that a check is called with the result and the seed, between F and R.
func TestCheck(t *testing.T) {
	d, err := derived(t, "def check (i : (Real, Real)) -> (i : (Real, Real))\n\ndef f (a : Real) -> (b : Real)\n  b = Call exp a\n", proc.Name("check"))
	require.NoError(t, err)
	text := body(d)
	forward, call, reverse := strings.Index(text, "revf$exp"), strings.Index(text, "Call check ts"), strings.Index(text, "revr$exp")
	assert.True(t, 0 < forward && forward < call && call < reverse, text)
}

// TestStacks says that what takes or gives a stack of arrays is refused: its tangent is not its cotangent.
func TestStacks(t *testing.T) {
	_, err := derived(t, "def f (a : Stack [Real]) -> (a : Stack [Real])\n", proc.Func{})
	var message *diag.Error
	require.ErrorAs(t, err, &message)
	assert.Equal(t, split.CodeNoDerivative, message.Code)
}

// TestRandom says of any definition that rev$f : (S, δT) → (T, δS), and that it is single-use.
func TestRandom(t *testing.T) {
	lib := pipeline.NewLibrary(&proc.Program{})
	rapid.Check(t, func(t *rapid.T) {
		r := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(r.Body, []proc.Var{r.In}, []proc.Var{r.Out}, proc.NewNames(r))
		f := &proc.Def{Name: r.Name, Zone: r.Zone, In: r.In, Body: body, Out: outs[0]}
		d, err := rev.Def(lib, f, proc.Func{})
		require.NoError(t, err, "%s", f)
		require.NoError(t, typecheck.Def(d, lib.Sig), "%s\n%s", f, d)
		require.Equal(t, proc.NewTuple(f.In.Type, deriv.Tangent(f.Out.Type)), d.In.Type)
		require.Equal(t, proc.NewTuple(f.Out.Type, deriv.Tangent(f.In.Type)), d.Out.Type)
	})
}

// TestPairAndStrip says that a tangent is put together with its value and taken apart again.
func TestPairAndStrip(t *testing.T) {
	array := proc.NewArray(1, proc.Real)
	values := map[string]struct{ value, tangent data.Value }{
		"Real":           {data.Real(2), data.Real(3)},
		"Int":            {data.Int(2), data.Unit()},
		"array":          {data.Reals([]float64{1, 2}, 2), data.Reals([]float64{3, 4}, 2)},
		"array of Int":   {data.Ints([]int64{1, 2}, 2), data.Unit()},
		"tuple":          {data.Tuple(data.Real(1), data.Int(2), data.Reals([]float64{5}, 1)), data.Tuple(data.Real(3), data.Unit(), data.Reals([]float64{6}, 1))},
		"tuple of Ints":  {data.Tuple(data.Int(1), data.Int(2)), data.Unit()},
		"sum":            {data.Inl(data.Reals([]float64{1}, 1), proc.Real), data.Inl(data.Reals([]float64{7}, 1), proc.Real)},
		"sum, the right": {data.Inr(array, data.Int(1)), data.Inr(array, data.Unit())},
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, deriv.Tangent(v.value.Type), v.tangent.Type)
			in := proc.Var{Name: "i", Type: proc.NewTuple(v.value.Type, v.tangent.Type)}
			b := &proc.Builder{Names: proc.NewNames(&proc.Def{In: in})}
			parts := b.Untuple(in, "v", "d")
			c := rev.Pair(b, parts[1], parts[0])
			assert.Equal(t, deriv.Cotangent(v.value.Type), c.Type)
			out := rev.Strip(b, c, v.value.Type)
			d := &proc.Def{Name: proc.Name("f"), In: in, Body: b.Body, Out: out}
			lib := pipeline.NewLibrary(&proc.Program{Defs: []*proc.Def{d}})
			require.NoError(t, typecheck.Def(d, lib.Sig), "%s", d)
			result, err := interp.New(interp.InProgram(&proc.Program{Defs: []*proc.Def{d}})).Call(d.Name, nil, data.Tuple(v.value, v.tangent))
			require.NoError(t, err)
			assert.NoError(t, data.Differ(v.tangent, result, 0))
		})
	}
}
