package schedule

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc/deriv"
)

func of(kind deriv.StrategyKind, k int64) deriv.Strategy { return deriv.Strategy{Kind: kind, K: k} }

// plain are the strategies without a parameter.
var plain = []deriv.Strategy{of(deriv.KeepAll, 0), of(deriv.Recompute, 0), of(deriv.Sqrt, 0), of(deriv.Bisect, 0)}

var numbered = []deriv.StrategyKind{deriv.Every, deriv.Binomial, deriv.Mixed}

func canBeOnline(s deriv.Strategy) bool {
	switch s.Kind {
	case deriv.KeepAll, deriv.Recompute, deriv.Every, deriv.Binomial:
		return true
	}
	return false
}

func run(t require.TestingT, s deriv.Strategy, l Loop) (Counts, iter.Seq[Action]) {
	c, err := Predict(s, l)
	require.NoError(t, err)
	actions, err := Actions(s, l)
	require.NoError(t, err)
	return c, actions
}

// holds says that the actions of a strategy are a reverse, and that they cost
// what was predicted.
func holds(t require.TestingT, s deriv.Strategy, l Loop) {
	want, actions := run(t, s, l)
	what := fmt.Sprintf("%s on %+v", s, l)
	require.NoError(t, Check(l.Iterations, want.Checkpoints, actions), what)
	require.Equal(t, want, Count(l, actions), what)
	if want.Checkpoints > 0 {
		require.Error(t, Check(l.Iterations, want.Checkpoints-1, actions), what)
	}
	switch s.Kind {
	case deriv.Binomial:
		require.LessOrEqual(t, want.Checkpoints, s.K, what)
	case deriv.Mixed:
		require.LessOrEqual(t, want.Bytes, plus(times(s.K, l.checkpoint()), l.Trace), what)
	}
	require.Equal(t, want.Bytes, l.Bytes(want.Peak.Checkpoints, want.Peak.Traces), what)
}

func TestPredictionsAreCounts(t *testing.T) {
	sizes := []Loop{
		{State: 8, Trace: 24}, {State: 8, Trace: 100}, {State: 100, Trace: 7}, {State: 84, Trace: 40}, {State: 0, Trace: 0},
	}
	for n := int64(0); n <= 64; n++ {
		all := plain
		for _, kind := range numbered {
			for k := int64(1); k <= n+2; k++ {
				all = append(all[:len(all):len(all)], of(kind, k))
			}
		}
		for _, s := range all {
			for i, l := range sizes {
				if i > 0 && n%5 > 1 && s.Kind != deriv.Mixed {
					continue // all but mixed depend on the sizes in Bytes only
				}
				l.Iterations = n
				holds(t, s, l)
				if l.Online = true; canBeOnline(s) {
					holds(t, s, l)
				}
			}
		}
	}
}

// A source draws numbers of all magnitudes; what rapid draws itself is small as
// a rule.
type source struct{ *rand.Rand }

func draw(t *rapid.T) source {
	return source{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
}

// upTo is 0 … most, small numbers as often as large ones.
func (r source) upTo(most int64) int64 {
	return int64(math.Pow(float64(most+1), r.Float64())) - r.Int64N(2)
}

func TestPredictionsOfRandomLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		n := r.Int64N(5001)
		l := Loop{Iterations: n, State: r.upTo(2000), Trace: r.upTo(2000)}
		s := plain[r.IntN(len(plain))]
		if r.IntN(10) > 0 {
			s = of(numbered[r.IntN(len(numbered))], r.upTo(n+2)+1)
		}
		if s.Kind == deriv.Recompute || s.K == 1 {
			l.Iterations = min(n, 300)
		}
		l.Online = canBeOnline(s) && r.IntN(2) == 0
		holds(t, s, l)
	})
}

// A problem of any size costs what its parts cost.
func TestSplitsOfLargeProblems(t *testing.T) {
	kinds := []deriv.StrategyKind{deriv.Binomial, deriv.Mixed}
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		l := Loop{Iterations: r.upTo(MaxIterations-1) + 1, State: r.upTo(1e4), Trace: r.upTo(1e4)}
		s := of(kinds[r.IntN(2)], r.upTo(1e5)+2)
		what := fmt.Sprintf("%s on %+v", s, l)
		d, free, err := Decision(s, l)
		require.NoError(t, err)
		require.Equal(t, s.K, free)
		m := d(l.Iterations, free)
		c, _ := Predict(s, l)
		if m == 0 {
			require.Equal(t, l.Iterations, c.Forward, what)
			return
		}
		left, right, fewer := l, l, s
		left.Iterations, right.Iterations, fewer.K = m, l.Iterations-m, s.K-1
		a, err := Predict(s, left)
		require.NoError(t, err, what)
		b, err := Predict(fewer, right)
		require.NoError(t, err, what)
		want := Counts{
			Forward:     m + a.Forward + b.Forward,
			Writes:      1 + max(0, a.Writes-1) + b.Writes,
			Checkpoints: max(a.Checkpoints, 1+b.Checkpoints),
			Traces:      max(a.Traces, b.Traces),
			Repetitions: max(1+a.Repetitions, b.Repetitions),
		}
		want.use(l, a.Peak.Checkpoints, a.Peak.Traces)
		want.use(l, 1+b.Peak.Checkpoints, b.Peak.Traces)
		require.Equal(t, max(a.Bytes, l.checkpoint()+b.Bytes), want.Bytes, what)
		require.Equal(t, want, c, what)
	})
}

func TestStoppingEarly(t *testing.T) {
	for _, l := range []Loop{{Iterations: 50}, {Iterations: 50, Online: true}} {
		_, actions := run(t, of(deriv.Binomial, 4), l)
		for stop := range 60 {
			seen := 0
			for range actions {
				if seen++; seen > stop {
					break
				}
			}
			require.Equal(t, stop+1, seen)
		}
	}
}
