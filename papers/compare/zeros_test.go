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
	"procad/internal/diag"
	"procad/internal/gen"
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
