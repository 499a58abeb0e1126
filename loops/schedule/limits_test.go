package schedule

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc/deriv"
)

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		s    deriv.Strategy
		l    Loop
		want string
	}{
		{of(deriv.Bisect, 0), Loop{Iterations: -1}, "a loop cannot have -1 iterations"},
		{of(deriv.Bisect, 0), Loop{Iterations: MaxIterations + 1}, "2147483649 iterations are too many: a schedule can have 2147483648"},
		{of(deriv.Bisect, 0), Loop{State: -1}, "a state cannot have -1 bytes"},
		{of(deriv.Bisect, 0), Loop{Trace: -8}, "a trace cannot have -8 bytes"},
		{of(deriv.Binomial, 0), Loop{}, "binomial(0): the number must be at least 1"},
		{of(deriv.Every, 0), Loop{}, "every(0): the number must be at least 1"},
		{of(deriv.Mixed, -3), Loop{}, "mixed(-3): the number must be at least 1"},
		{of(deriv.Auto, 0), Loop{}, "auto is no schedule: choose a strategy by the memory there is"},
		{of("revolve", 0), Loop{}, `there is no schedule for the strategy "revolve"`},
		{deriv.Strategy{}, Loop{}, `there is no schedule for the strategy ""`},
		{of(deriv.Mixed, 3), Loop{Online: true}, "mixed needs to know the number of iterations before the loop runs; a while loop can have store, recompute, every(k) and binomial(s)"},
		{of(deriv.Sqrt, 0), Loop{Online: true}, "sqrt needs to know the number of iterations before the loop runs; a while loop can have store, recompute, every(k) and binomial(s)"},
		{of(deriv.Bisect, 0), Loop{Online: true}, "bisect needs to know the number of iterations before the loop runs; a while loop can have store, recompute, every(k) and binomial(s)"},
	} {
		_, err := Predict(c.s, c.l)
		assert.EqualError(t, err, c.want)
		_, _, err = Decision(c.s, c.l)
		assert.EqualError(t, err, c.want)
		_, err = Actions(c.s, c.l)
		assert.EqualError(t, err, c.want)
	}
	_, err := Choices(Loop{Iterations: -1}, 100)
	assert.EqualError(t, err, "a loop cannot have -1 iterations")
	_, err = Least(Loop{State: -1})
	assert.EqualError(t, err, "a state cannot have -1 bytes")
}

// The largest loops, with every number of checkpoints there can be; sums that do not
// fit into an int64 are the largest one.
func TestLargest(t *testing.T) {
	for _, n := range []int64{1e6, 1e9, MaxIterations} {
		for _, size := range []Loop{{State: 8, Trace: 24}, {State: 8000, Trace: 40000}, {State: 1 << 40, Trace: 1}, {State: 0, Trace: 1 << 20}, {State: math.MaxInt64, Trace: math.MaxInt64}} {
			size.Iterations = n
			for _, s := range plain {
				c, err := Predict(s, size)
				require.NoError(t, err)
				require.GreaterOrEqual(t, c.Forward, n)
			}
			before := map[deriv.StrategyKind]int64{}
			for _, k := range []int64{1, 2, 3, 10, 100, 1e4, 1e6, 1e9, math.MaxInt64} {
				for _, kind := range numbered {
					for _, on := range []bool{false, true} {
						s, l := of(kind, k), size
						l.Online = on
						if on && !canBeOnline(s) {
							continue
						}
						c, err := Predict(s, l)
						require.NoError(t, err)
						require.GreaterOrEqual(t, c.Forward, n, "%s on %+v", s, l)
						require.Positive(t, c.Bytes, "%s on %+v", s, l)
						if !on && kind != deriv.Every {
							// more checkpoints, fewer forward iterations
							if more, ok := before[kind]; ok {
								require.LessOrEqual(t, c.Forward, more, "%s on %+v", s, l)
							}
							before[kind] = c.Forward
						}
						d, free, err := Decision(s, l)
						require.NoError(t, err)
						m := d(n, free)
						require.True(t, 0 <= m && m < n, "%s on %+v", s, l)
					}
				}
			}
		}
	}
}

func TestSaturation(t *testing.T) {
	c, err := Predict(of(deriv.KeepAll, 0), Loop{Iterations: MaxIterations, Trace: 1 << 40})
	require.NoError(t, err)
	assert.Equal(t, int64(math.MaxInt64), c.Bytes)
	c, err = Predict(of(deriv.Recompute, 0), Loop{Iterations: 10, State: math.MaxInt64})
	require.NoError(t, err)
	assert.Equal(t, int64(math.MaxInt64), c.Bytes)
	assert.Equal(t, int64(55), c.Forward)
}

func TestBlockOfSqrt(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 3, 4, 5, 99, 100, 101, 1e9, MaxIterations, 46340 * 46340, 46340*46340 + 1} {
		k := block(of(deriv.Sqrt, 0), n)
		assert.GreaterOrEqual(t, k*k, n)
		assert.True(t, k == 1 || (k-1)*(k-1) < n, n)
	}
}
