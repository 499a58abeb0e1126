package activity_test

import (
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

// TestActivity makes parameters inactive, by their places, and says what of the result is inactive.
func TestActivity(t *testing.T) {
	for _, c := range []struct {
		name, def  string // of f
		zone       []proc.Type
		in, result string
	}{
		{"arithmetic", "def f(p: Real, q: Real): (Real, Real) = (p * p, p * q)", nil, "(Inactive, Real)", "(Inactive, Real)"},
		{"a constant", "def f(p: Real): (Real, Real) = (2, p)", nil, "Inactive", "(Inactive, Inactive)"},
		{"stopped", "def f(p: Real, q: Real): (Real, Real) = (stopGradient(q), p)", nil, "(Inactive, Real)", "(Inactive, Inactive)"},
		{"branches", "def f(p: Real, q: Real, c: Bool): (Real, Real) = if c then (p, p) else (q, p)", nil, "(Inactive, Real, Bool)", "(Real, Inactive)"},
		{"tags", "def f(p: Real, q: Real, c: Bool): Real + Real = if c then Inl p else Inr q", nil, "(Inactive, Real, Bool)", "Inactive + Real"},
		{"the side that is not made", "def f(p: Real, q: Real): Real + Real = Inl p", nil, "(Inactive, Real)", "Inactive + Inactive"},
		{"a call", "def g(p: Real, q: Real): (Real, Real) = (p, q)\ndef f(p: Real, q: Real): (Real, Real) = g(q, p)", nil, "(Inactive, Real)", "(Real, Inactive)"},
		// x goes into y, and y into z: the state moves from left to right, a place an iteration.
		{"a loop", "def f(p: (Real, Real, Real, Real)): (Real, Real, Real, Real) = nTimes(9, p, \\(w, x, y, z). (w, x, x * y, y + z))",
			nil, "(Inactive, Real, Inactive, Inactive)", "(Inactive, Real, Real, Real)"},
		{"a loop that is inactive", "def f(p: (Real, Real), q: Real): ((Real, Real), Real) = (nTimes(9, p, \\(x, y). (y, x * y)), q)",
			nil, "(Inactive, Inactive, Real)", "(Inactive, Inactive, Real)"},
		{"an array", "def f(v: Real[n], q: Real): (Real[n], Real[n]) = ([v[i]^2 for i < n], [q * v[i] for i < n])",
			[]proc.Type{proc.NewArray(1, deriv.InactiveReal)}, "Real", "([Inactive], [Real])"},
		{"elements are inactive together", "def f(v: Real[n], q: Real): (Real, Real)[n] = [(v[i], q) for i < n]",
			[]proc.Type{proc.NewArray(1, deriv.InactiveReal)}, "Real", "[(Real, Real)]"},
		{"a sum", "def f(v: Real[n], q: Real): (Real, Real) = (sum(i < n) v[i], sum(i < n) q * v[i])",
			[]proc.Type{proc.NewArray(1, deriv.InactiveReal)}, "Real", "(Inactive, Real)"},
		{"additions of what is inactive", "def f(v: Real[n], q: Real): Real = fold(\\(s, i). s + v[i], q, [i for i < n])",
			[]proc.Type{proc.NewArray(1, deriv.InactiveReal)}, "Real", "Real"},
		{"a choice between arrays, the second active", "def f(u: Real[n], v: Real[n], c: Bool): Real = let w = if c then u else v in w[0]",
			[]proc.Type{proc.NewArray(1, deriv.InactiveReal), proc.NewArray(1, proc.Real)}, "Bool", "Real"},
		{"a choice between arrays, the first active", "def f(u: Real[n], v: Real[n], c: Bool): Real = let w = if c then u else v in w[0]",
			[]proc.Type{proc.NewArray(1, proc.Real), proc.NewArray(1, deriv.InactiveReal)}, "Bool", "Real"},
		{"the size of what is active", "def f(v: Real[n], q: Real): Real = q * real(n)", []proc.Type{proc.NewArray(1, proc.Real)}, "Inactive", "Inactive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: c.def})
			require.NoError(t, err)
			d := u.Program.Lookup(proc.Name("f"))
			want, err := proc.ParseTypes(c.in + ", " + c.result)
			require.NoError(t, err)
			got, err := activity.NewActivity(pipeline.NewLibrary(u.Program), optim.Set{}).Result(proc.Name("f"), c.zone, want[0])
			require.NoError(t, err)
			assert.Equal(t, want[1].String(), got.String())
			name := activity.Name(proc.Name("f"), d.Sig(), c.zone, want[0], got)
			inactive, err := u.Library.WithInactive(name) // which checks it
			require.NoError(t, err)
			assert.Equal(t, want[1], inactive.Out.Type)
			run, err := u.Library.Def(name)
			require.NoError(t, err)
			assert.Equal(t, d.Out.Type, run.Out.Type)
			assert.NotContains(t, run.String(), "Inactive")
		})
	}
}

// TestGains says which functions call something of which parameters are inactive though theirs are active.
func TestGains(t *testing.T) {
	const helper = "def g(x: Real, t: Real): Real = x * t^2\n"
	for _, c := range []struct {
		def   string
		gains bool
	}{
		{"def f(x: Real): Real = 2 * x + real(3)", false},
		{"def f(x: Real, y: Real): Real = g(x, y)", false},
		{"def f(x: Real): Real = g(x, 2)", true},
		{"def f(x: Real, n: Int): Real = g(x, 1 / real(n))", true},
		{"def f(x: Real, n: Int): Real = g(g(x, real(n)), x)", true},
		{"def f(v: Real[n]): Real = sum(i < n) g(v[i], real(i) / real(n))", true},
		{"def f(v: Real[n]): Real = sum(i < n) v[i] * real(i)", false},
		{"def f(v: Real[n]): Real = fold(\\(s, x). s * x, 1.0, v)", false},
		{"def f(v: Real[n], n: Int): Real = let (s, _) = nTimes(n, (v[0], 1.0), \\(s, t). (s * t, t / 2)) in s", true},
		{"def f(x: Real): Real = let h(y) = g(y, 3) in h(x)", true},
	} {
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: helper + c.def})
		require.NoError(t, err, c.def)
		gains, err := u.Library.Gains(proc.Name("f"))
		require.NoError(t, err)
		assert.Equal(t, c.gains, gains, c.def)
		never, err := pipeline.NewLibrary(u.Program, optim.Ints).Gains(proc.Name("f"))
		require.NoError(t, err)
		assert.False(t, never, c.def)
		if gains {
			inactive, err := u.Library.WithInactive(activity.Inside(proc.Name("f"))) // which checks it
			require.NoError(t, err)
			d := u.Program.Lookup(proc.Name("f"))
			assert.Equal(t, d.In.Type, inactive.In.Type, c.def)
			assert.Equal(t, d.Out.Type, inactive.Out.Type, c.def)
		}
	}
}

// A name that claims more places than there are is an error. A Real that a name claims is not useful; a sum, or an array, cannot
// be claimed.
func TestClaims(t *testing.T) {
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: "def f(p: Real, q: Real): Real = p * q\ndef g(p: Real, q: Real): Real + Real = if p > 0 then Inl q else Inr q"})
	require.NoError(t, err)
	claimed, err := u.Library.WithInactive(proc.MustParseFunc("inactive.1.1$f"))
	require.NoError(t, err)
	assert.Equal(t, deriv.InactiveReal, claimed.Out.Type)
	_, err = u.Library.WithInactive(proc.MustParseFunc("inactive.1.1$g"))
	assert.ErrorContains(t, err, "the result of g is active")
	_, err = u.Library.WithInactive(proc.MustParseFunc("inactive.4.0$f"))
	assert.ErrorContains(t, err, "fewer places")
	_, err = u.Library.WithInactive(proc.MustParseFunc("inactive.3.1$f"))
	assert.NoError(t, err)
}
