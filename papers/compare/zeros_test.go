package compare_test

import (
	"errors"
	"flag"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/gradcheck"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

var zeros = flag.Int("papers.zeros", 100, "how many random programs with infinite numbers that only zeros meet TestStrongZeros compares")

// TestStrongZeros is the law of strong zeros, on random programs whose data are often 0: if no cotangent other
// than 0 meets an infinite slope, and no product has an infinite factor, then the gradient is finite. A tape,
// that of delta, says what meets what: it has the slope of every operation that the program runs.
func TestStrongZeros(t *testing.T) {
	free, some, finite := 0, 0, 0
	tries := uint64(0)
	for ; free < *zeros; tries++ {
		require.Less(t, tries, uint64(100**zeros), "%d, %d, %d", free, some, finite)
		opts := gen.Options{Singular: true, Kinks: true, Scalar: tries%2 == 0, Size: 30}
		p := gen.New(gen.FromSeed(31_000_000+tries), opts)
		s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		require.NoError(t, err, p.Text)
		if s.Func.Result != core.Real || core.Discrete(core.TupleOf(s.Func.Type().Params...)) {
			continue
		}
		w := &meetings{Domain: number.Float()}
		want, err := w.gradient(s)
		if e, ok := errors.AsType[*eval.RuntimeError](err); ok && e.Code == "int-range" {
			continue // int of an infinite number
		}
		require.NoError(t, err, "%s%s", p.Text, p.Data)
		switch {
		case !w.infinite:
			finite++
			continue
		case w.met:
			some++
			continue
		}
		free++
		got, err := s.Run(compare.Rev(s.Unit), nil, number.Float())
		require.NoError(t, err, "%s%s", p.Text, p.Data)
		wanted, found := reals(want), reals(got.Gradient)
		for _, x := range found {
			require.True(t, isFinite(x), "the gradient has %v and not %v\n%s%s", found, wanted, p.Text, p.Data)
		}
		require.InDeltaSlice(t, wanted, found, 1e-9, "%s%s", p.Text, p.Data)
	}
	assert.Positive(t, some)
	t.Logf("%d random programs: %d have infinite numbers that only zeros meet, %d others, and %d have none", tries, free, some, finite)
}

// TestUnused has parts whose slopes are infinite, and that do not matter: in every system, in both modes, and in the
// evaluator of core.
func TestUnused(t *testing.T) {
	for _, c := range []struct {
		name, program, data string
		gradient            []float64
	}{
		{"result of a call", "def g(x: Real): (Real, Real) = (1 / x, x * 2)\ndef f(x: Real): Real = let (_, b) = g(x) in b", `{"x": 0}`, []float64{2}},
		{"branch", "def f(x: Real): Real = let r = sqrt(x) in if x > 0 then r else 0", `{"x": 0}`, []float64{0}},
		{"branch where it is not defined", "def f(x: Real): Real = let r = sqrt(x) in if x > 0 then r else 0", `{"x": -1}`, []float64{0}},
		{"state of a loop", `def f(x: Real): Real = let (_, s) = nTimes(2, (x, 1.0), \(a, s). (sqrt(a), s + x)) in s`, `{"x": 0}`, []float64{2}},
		{"overwritten element", "def f(x: Real): Real = let a = [1 / x, x] in sum(i < 2) set(a, 0, 3)[i]", `{"x": 0}`, []float64{1}},
		{"payload", "type T = A(Real, Real) | B(Real)\ndef f(x: Real): Real = case (if x < 5 then A(sqrt(x), 3 * x) else B(x)) of A(_, y) -> y, B(y) -> y", `{"x": 0}`, []float64{3}},
		{"element", "def f(x: Real, v: Real[n]): Real = let a = [sqrt(x * v[i]) for i < n] in a[1]", `{"x": 1, "v": [0, 4]}`, []float64{1, 0, 0.25}},
		{"sum in one sweep", "def f(x: Real, b: Real, v: Real[n]): Real = x * (sum(i < n) (let e = exp(v[i] * b) in sqrt(b * v[i]) + e * e))",
			`{"x": 0, "b": 0, "v": [1, 2]}`, []float64{2, 0, 0, 0}},
		{"maximum", "def f(x: Real): Real = max(sqrt(x), 1)", `{"x": 0}`, []float64{0}},
		{"factor", "def f(x: Real): Real = 0 * asin(x) + 0 * acos(x)", `{"x": 1}`, []float64{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := compare.Load(&diag.Source{Name: "unused.fun", Text: c.program}, "f", c.data)
			require.NoError(t, err)
			for _, system := range append(compare.Derivations[:len(compare.Derivations):len(compare.Derivations)], compare.Rev(s.Unit)) {
				got, err := s.Run(system, nil, number.Float())
				require.NoError(t, err, system.Name)
				assert.Equal(t, c.gradient, reals(got.Gradient), system.Name)
			}
			if c.name == "factor" || c.name == "sum in one sweep" {
				return // forward, 0 is the slope, and the tangent is infinite
			}
			for _, of := range []core.Operator{core.Grad, core.JacFwd} {
				got, err := eval.Derivative(of, s.Func, s.Args, evaluations)
				require.NoError(t, err)
				assert.Equal(t, c.gradient, reals(got), "the evaluator, %v", of)
			}
			d, err := s.Unit.Entry("f")
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: "data", Text: c.data}, s.Unit.Interface(d))
			require.NoError(t, err)
			report, err := gradcheck.Check(s.Unit, s.Unit.Interpreter(), d, args, gradcheck.Options{Entries: 10})
			require.NoError(t, err)
			for k, e := range report.Entries {
				assert.Equal(t, c.gradient[k], e.Forward, "%s, forward", e.Name)
			}
		})
	}
}

// TestZeroTangent has a tangent of 0 that meets an infinite slope: in the evaluator of core and in the compiler.
func TestZeroTangent(t *testing.T) {
	text := "def f(x: Real): Real = x + sqrt(0 * x)\ndef d(x: Real): Real = let (_, t) = jvp(f)(x, 1) in t"
	s, err := compare.Load(&diag.Source{Name: "zero.fun", Text: text}, "f", `{"x": 0}`)
	require.NoError(t, err)
	got, err := eval.Derivative(core.JacFwd, s.Func, s.Args, evaluations)
	require.NoError(t, err)
	assert.Equal(t, 1.0, got)
	d, err := s.Unit.Entry("d")
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data", Text: `{"x": 0}`}, s.Unit.Interface(d))
	require.NoError(t, err)
	y, err := s.Unit.Run(s.Unit.Interpreter(), d, args)
	require.NoError(t, err)
	assert.Equal(t, 1.0, y.Float())
}

// reals are the Reals of a value.
func reals(v eval.Value) (xs []float64) {
	number.Map(v, func(x eval.Value) eval.Value { xs = append(xs, x.(float64)); return x })
	return xs
}

// meetings are the float64 with an eye on what meets an infinite slope.
type meetings struct {
	number.Domain
	back     bool // the tape is read
	infinite bool // a value or a slope is infinite or NaN
	met      bool // by a cotangent that is not 0, or something else multiplies what is infinite or NaN
}

// gradient is that of a tape, with 1 for the cotangent of the result.
func (m *meetings) gradient(s *compare.Subject) (eval.Value, error) {
	l, err := delta.NewLibrary(s.Program, delta.Order{})
	if err != nil {
		return nil, err
	}
	r, err := delta.Start(l, s.Func, s.Args, m)
	if err != nil {
		return nil, err
	}
	m.back = true
	return r.Reverse(1.0)
}

// Prim is op. The products with slopes are those of smul.
func (m *meetings) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	y := m.Domain.Prim(pos, op, args...)
	if m.back {
		m.met = m.met || op == core.SMul && !isFinite(args[1]) && args[0] != eval.Value(0.0)
		return y
	}
	m.infinite = m.infinite || !isFinite(y)
	switch op {
	case core.Mul, core.Powi, "exp", "expm1", "sin", "cos", "sinh", "cosh", "tanh", "atan", "erf", "logistic", "abs", "sign":
		for _, x := range args {
			m.met = m.met || !isFinite(x)
		}
	}
	return y
}

func isFinite(v eval.Value) bool {
	x, ok := v.(float64)
	return !ok || !math.IsNaN(x) && !math.IsInf(x, 0)
}
