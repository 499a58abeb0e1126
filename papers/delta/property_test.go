package delta_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/mod61"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// subjects runs a test on random programs in which every number is exact.
func subjects(t *testing.T, first uint64, count int, test func(t *testing.T, s *subject)) {
	compared := 0
	for seed := range uint64(count) {
		p := gen.New(gen.FromSeed(first+seed), gen.Options{Field: true, Size: 40})
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			loaded, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
			require.NoError(t, err, p.Text)
			s := &subject{Subject: loaded, r: rand.New(rand.NewPCG(seed, 1))}
			if core.Discrete(s.Func.Result) {
				t.Skip("nothing to differentiate")
			}
			s.start(t)
			test(t, s)
			compared++
		})
	}
	assert.Greater(t, compared, count/2)
}

// A subject is a program that has been run forwards modulo 2^61-1.
type subject struct {
	*compare.Subject
	r       *rand.Rand
	library *delta.Library
	args    []eval.Value
	run     *delta.Run
}

func (s *subject) start(t *testing.T) {
	var err error
	s.library, err = delta.NewLibrary(s.Program, delta.Order{})
	require.NoError(t, err)
	s.args, err = number.Inputs(number.Mod61(), s.Args)
	require.NoError(t, err)
	s.run, err = delta.Start(s.library, s.Func, s.args, number.Mod61())
	if refused, ok := errors.AsType[*number.Refused](err); ok {
		t.Skip(refused)
	}
	require.NoError(t, err)
}

func (s *subject) reverse(t *testing.T, dt eval.Value) eval.Value {
	ds, err := s.run.Reverse(dt)
	require.NoError(t, err)
	return ds
}

func (s *subject) forward(t *testing.T, ds []eval.Value) eval.Value {
	_, dt, err := delta.JVP(s.library, s.Func, s.args, ds, number.Mod61())
	require.NoError(t, err)
	return dt
}

// seed is a random element of δT.
func (s *subject) seed() eval.Value {
	return number.Tangent(s.Func.Result, s.run.Value, func(any) eval.Value { return number.Residue(s.r.Uint64N(mod61.Prime)) })
}

// tangents are random elements of δS.
func (s *subject) tangents() []eval.Value {
	out := make([]eval.Value, len(s.args))
	for i, p := range s.Func.Params {
		out[i] = number.Tangent(p.Type, s.args[i], func(any) eval.Value { return number.Residue(s.r.Uint64N(mod61.Prime)) })
	}
	return out
}

// reals are the Reals of values, in order.
func reals(values ...eval.Value) (out []uint64) {
	for _, v := range values {
		number.Map(v, func(x eval.Value) eval.Value { out = append(out, uint64(x.(number.Residue))); return x })
	}
	return out
}

// dot is the inner product of the Reals of two values of one form.
func dot(t *testing.T, xs, ys []uint64) uint64 {
	require.Len(t, ys, len(xs))
	var sum uint64
	for i := range xs {
		sum = mod61.Add(sum, mod61.Mul(xs[i], ys[i]))
	}
	return sum
}

// TestLemma1 is dtᵀ · F{e}(s, ds) = R{e}(s, dt) · ds, exactly.
func TestLemma1(t *testing.T) {
	subjects(t, 30_000_000, 120, func(t *testing.T, s *subject) {
		ds, dt := s.tangents(), s.seed()
		assert.Equal(t, dot(t, reals(s.forward(t, ds)), reals(dt)), dot(t, reals(s.reverse(t, dt)), reals(ds...)))
	})
}

// TestTheorem6 is R{e}(s, dt) = dtᵀ · J, where column i of J is F{e}(s, i-th unit vector):
// the whole Jacobian. It is also what Figure 6 gives.
func TestTheorem6(t *testing.T) {
	subjects(t, 31_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		got := reals(s.reverse(t, dt))
		for i := range got {
			k := -1
			unit := make([]eval.Value, len(s.args))
			for j, p := range s.Func.Params {
				unit[j] = number.Tangent(p.Type, s.args[j], func(any) eval.Value {
					if k++; k == i {
						return number.Residue(1)
					}
					return number.Residue(0)
				})
			}
			require.Equal(t, dot(t, reals(s.forward(t, unit)), reals(dt)), got[i], "entry %d", i)
		}
		_, ds, _, err := delta.AllAtOnce(s.library, s.Func, s.args, dt, number.Mod61())
		require.NoError(t, err)
		assert.Equal(t, got, reals(ds), "Figure 6")
	})
}

// TestPrimal is section 4's primal_T (D{e} s) = e (primal_S s): the evaluator of core gives e.
func TestPrimal(t *testing.T) {
	subjects(t, 32_000_000, 60, func(t *testing.T, s *subject) {
		want, err := eval.Run(s.Func, s.Args, 1_000_000)
		require.NoError(t, err)
		r := start(t, s.Subject, delta.Order{})
		assert.Equal(t, want, r.Value)
		y, _, err := delta.Value(s.library, s.Func, s.args, number.Mod61())
		require.NoError(t, err)
		assert.Equal(t, y, s.run.Value)
	})
}

// TestLinear says that R{e}(s, 0) = 0 and R{e}(s, dt1 + dt2) = R{e}(s, dt1) + R{e}(s, dt2),
// of one tape, which reverse runs do not change.
func TestLinear(t *testing.T) {
	subjects(t, 33_000_000, 60, func(t *testing.T, s *subject) {
		x, y := s.seed(), s.seed()
		xs, ys := reals(x), reals(y)
		next := 0
		sum := number.Tangent(s.Func.Result, s.run.Value, func(any) eval.Value {
			next++
			return number.Residue(mod61.Add(xs[next-1], ys[next-1]))
		})
		zero := number.Tangent(s.Func.Result, s.run.Value, func(any) eval.Value { return number.Residue(0) })
		gx, gy, gsum := reals(s.reverse(t, x)), reals(s.reverse(t, y)), reals(s.reverse(t, sum))
		for i, z := range reals(s.reverse(t, zero)) {
			assert.Zero(t, z)
			assert.Equal(t, mod61.Add(gx[i], gy[i]), gsum[i])
		}
	})
}

// TestOrder says that the gradient does not depend on the order of evaluation, nor on whether
// literals are bindings, nor on the dot product of Figure 16.
func TestOrder(t *testing.T) {
	subjects(t, 34_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		want := reals(s.reverse(t, dt))
		for _, order := range []delta.Order{{RightToLeft: true}, {Literals: true}, {RightToLeft: true, Literals: true}} {
			l, err := delta.NewLibrary(s.Program, order)
			require.NoError(t, err)
			r, err := delta.Start(l, s.Func, s.args, number.Mod61())
			require.NoError(t, err)
			got, err := r.Reverse(dt)
			require.NoError(t, err)
			assert.Equal(t, want, reals(got), "%+v", order)
		}
		u, err := s.run.Dot(dt)
		require.NoError(t, err)
		got, err := s.run.ReverseOf(u)
		require.NoError(t, err)
		assert.Equal(t, want, reals(got), "with the dot product")
	})
}

// TestMapAndArray compares Figure 11, on the nested Lets that runDelta makes, with the array
// form of section 5.3.3.
func TestMapAndArray(t *testing.T) {
	subjects(t, 35_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		want := reals(s.reverse(t, dt))
		u, err := s.run.Dot(dt)
		require.NoError(t, err)
		m := delta.NewMap(number.Mod61())
		m.Eval(number.Residue(1), s.run.Tape.Nested(u))
		for i, x := range want {
			got := m.Entries[i+1]
			if got == nil {
				got = number.Residue(0)
			}
			assert.Equal(t, number.Residue(x), got, "input %d", i)
			delete(m.Entries, i+1)
		}
		assert.Empty(t, m.Entries, "a binding was not evaluated")
	})
}
