package schedule

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc/deriv"
)

func TestChoices(t *testing.T) {
	const mib = 1 << 20
	l := Loop{Iterations: 1000, State: 8*mib - CheckpointExtra, Trace: 40 * mib}
	names := func(memory int64) (s []string) {
		all, err := Choices(l, memory)
		require.NoError(t, err)
		for _, c := range all {
			assert.LessOrEqual(t, c.Counts.Bytes, memory)
			s = append(s, c.Strategy.String())
		}
		return s
	}
	assert.Equal(t, []string{"mixed(45)", "binomial(45)", "binomial(44)", "bisect", "recompute"}, names(400*mib))
	assert.Equal(t, []string{"store", "sqrt", "binomial(999)", "bisect", "recompute"}, names(40000*mib))
	assert.Equal(t, []string{"recompute"}, names(48*mib))
	assert.Empty(t, names(48*mib-1))
	assert.Empty(t, names(0))
	assert.Empty(t, names(-1<<63))
	least, err := Least(l)
	require.NoError(t, err)
	assert.Equal(t, int64(48*mib), least)

	assert.Equal(t, Bound{Repeats: 2, Reach: 1081, Least: 44, Next: 17, More: 3}, BoundOf(1000, 45))
	assert.Equal(t, Bound{Repeats: 999, Reach: 1000, Least: 1, Next: 0}, BoundOf(1000, 1))
	assert.Equal(t, Bound{Repeats: 0, Reach: 1, Least: 1, Next: 0}, BoundOf(1, 7))
	assert.Equal(t, Bound{Repeats: 1, Reach: 8, Least: 2, Next: 1, More: 2}, BoundOf(3, 7))
	assert.Equal(t, Bound{Repeats: 9, Reach: 11440, Least: 7, Next: 6, More: 11}, BoundOf(10000, 7))
}

func TestChoicesFitAndAreSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		l := Loop{Iterations: r.upTo(3000), State: r.upTo(1e4), Trace: r.upTo(1e4), Online: r.IntN(2) == 0}
		memory := r.upTo(1e8)
		all, err := Choices(l, memory)
		require.NoError(t, err)
		least, err := Least(l)
		require.NoError(t, err)
		require.Equal(t, memory >= least, len(all) > 0)
		for i, c := range all {
			want, actions := run(t, c.Strategy, l)
			require.Equal(t, want, c.Counts)
			require.LessOrEqual(t, c.Counts.Bytes, memory)
			require.True(t, i == 0 || all[i-1].Counts.Forward <= c.Counts.Forward)
			if c.Strategy.Kind != deriv.Recompute {
				require.NoError(t, Check(l.Iterations, want.Checkpoints, actions))
			}
		}
	})
}
