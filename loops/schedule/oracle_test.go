package schedule

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc/deriv"
)

// The numbers are those of Griewank and Walther's closed forms, of the Python
// package checkpoint_schedules and of Checkpointing.jl, but for ours: what mixed
// writes here.
var oracle = []struct{ n, s, forward, writes, mixed, mixedWrites, ours int64 }{
	{10, 3, 25, 6, 19, 9, 9},
	{50, 7, 155, 28, 116, 48, 47},
	{100, 5, 416, 44, 352, 87, 84},
	{100, 10, 322, 55, 237, 98, 96},
	{225, 15, 747, 120, 545, 222, 220},
	{1000, 5, 7284, 330, 6828, 694, 674},
	{1000, 10, 4636, 714, 3921, 935, 934},
	{1000, 20, 3747, 769, 2823, 990, 989},
	{1000, 40, 3097, 820, 2142, 998, 996},
}

// even is a loop whose traces take as much as its checkpoints.
func even(n int64) Loop { return Loop{Iterations: n, State: 8, Trace: 8 + CheckpointExtra} }

func TestOracle(t *testing.T) {
	for _, r := range oracle {
		c, actions := run(t, of(deriv.Binomial, r.s), even(r.n))
		assert.Equal(t, []int64{r.forward, r.writes, r.s}, []int64{c.Forward, c.Writes, c.Checkpoints}, r)
		assert.Equal(t, c, Count(even(r.n), actions), r)

		c, actions = run(t, of(deriv.Mixed, r.s), even(r.n))
		assert.Equal(t, r.mixed, c.Forward, r)
		assert.Equal(t, c, Count(even(r.n), actions), r)
		assert.LessOrEqual(t, c.Bytes, (r.s+1)*even(r.n).checkpoint(), r)
		assert.Equal(t, r.ours, mixedWrites(t, r.n, r.s), r)
	}
}

// mixedWrites counts as the oracle does: states written, and traces that wait in
// the room of the checkpoints, which are all but the last one of each run of iterations taped.
func mixedWrites(t *testing.T, n, s int64) int64 {
	_, actions := run(t, of(deriv.Mixed, s), even(n))
	writes, before := int64(0), Op("")
	for a := range actions {
		if a.Op == Store || a.Op == Tape && before == Tape {
			writes++
		}
		before = a.Op
	}
	return writes
}

// Iterations advanced over without a trace, for each iteration.
func TestAdvances(t *testing.T) {
	for _, r := range []struct {
		n, s    int64
		each    string
		repeats int64
	}{
		{1000, 5, "6.284", 8}, {1000, 10, "3.636", 4}, {1000, 20, "2.747", 3}, {1000, 50, "1.948", 2}, {1000, 100, "1.898", 2},
		{1e6, 10, "11.65", 13}, {1e6, 20, "6.82", 8}, {1e6, 100, "3.82", 4}, {1e6, 1000, "2.50", 3},
	} {
		c, err := Predict(of(deriv.Binomial, r.s), Loop{Iterations: r.n})
		require.NoError(t, err)
		each := float64(c.Forward-r.n) / float64(r.n)
		assert.Equal(t, r.each, fmt.Sprintf("%.*f", len(r.each)-1-len(fmt.Sprint(int(each))), each), r)
		assert.Equal(t, r.repeats, Repeats(r.n, r.s), r)
		assert.Equal(t, r.repeats+1, c.Repetitions, r)
	}
}

func TestReach(t *testing.T) {
	for s, row := range map[int64][]int64{
		3:    {4, 10, 20, 35, 56},
		5:    {6, 21, 56, 126, 252},
		10:   {11, 66, 286, 1001, 3003},
		20:   {21, 231, 1771, 10626, 53130},
		50:   {51, 1326, 23426, 316251, 3478761},
		98:   {99, 4950, 166650, 4249575, 87541245},
		1000: {1001, 501501, 167668501},
	} {
		for i, n := range row {
			r := int64(i + 1)
			assert.Equal(t, n, Reach(s, r))
			assert.Equal(t, r, Repeats(n, s))
			assert.Equal(t, r+1, Repeats(n+1, s))
			assert.Equal(t, s, CheckpointsFor(n, r))
			assert.Equal(t, s+1, CheckpointsFor(n+1, r))
		}
	}
	assert.Equal(t, "4.2e+10", fmt.Sprintf("%.1e", float64(Reach(1000, 4))))
	assert.Equal(t, "8.5e+12", fmt.Sprintf("%.1e", float64(Reach(1000, 5))))
	assert.Equal(t, []int64{0, 0, 1, 1}, []int64{Reach(-1, 5), Reach(5, -1), Reach(0, 5), Reach(5, 0)})
}

func TestSmallestCheckpoints(t *testing.T) {
	for n, row := range map[int64][]int64{
		100:  {99, 13, 7, 5, 4, 4},
		1000: {999, 44, 17, 10, 8, 7},
		1e4:  {9999, 140, 38, 20, 14, 11},
		1e6:  {999999, 1413, 180, 68, 39, 27},
		1e9:  {999999999, 44720, 1816, 392, 162, 92},
	} {
		for i, s := range row {
			assert.Equal(t, s, CheckpointsFor(n, int64(i+1)), "%d iterations, r = %d", n, i+1)
		}
	}
}

func TestChooseSaturates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 5000).Draw(t, "n")
		k := rapid.Int64Range(-2, n+2).Draw(t, "k")
		want := new(big.Int)
		if k >= 0 {
			want.Binomial(n, k)
		}
		if want.IsInt64() {
			require.Equal(t, want.Int64(), Choose(n, k))
		} else {
			require.Equal(t, int64(math.MaxInt64), Choose(n, k))
		}
	})
	assert.Equal(t, int64(math.MaxInt64), Choose(math.MaxInt64, 1<<40))
	assert.Equal(t, int64(math.MaxInt64), Choose(math.MaxInt64, 1))
	assert.Equal(t, int64(math.MaxInt64), Reach(math.MaxInt64, math.MaxInt64))
}
