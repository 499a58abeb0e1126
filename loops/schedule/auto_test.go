package schedule_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/loops/schedule"
	"procad/proc/deriv"
)

// The strategy of a loop for which nobody has chosen one, by its sizes and those of the cache.
func TestAutomatic(t *testing.T) {
	const cache = 1 << 20
	for _, c := range []struct {
		n, state, trace int64
		want            string
		size            schedule.Size
	}{
		{0, 8000, 8000, "store", schedule.Few},
		{63, 8000, 800_000, "store", schedule.Few},
		{525, 8000, 8000, "store", schedule.Fit},
		{526, 8000, 8000, "every(131)", schedule.Leave},
		{10_000, 8000, 8000, "every(131)", schedule.Leave},
		{10_000, 8000, 0, "store", schedule.Fit},
		{500, 80_000, 320_000, "every(3)", schedule.Leave},
		{500, 240_000, 320_000, "store", schedule.Large}, // 4 states are more than 3 traces
		{500, 4, 2 << 20, "store", schedule.Large},       // the cache holds no trace
		{schedule.MaxIterations + 1, 8000, 8000, "every(131)", schedule.Leave},
		{schedule.MaxIterations + 2, 8000, 8000, "store", schedule.Long},
	} {
		s, size := schedule.Loop{Iterations: c.n, State: c.state, Trace: c.trace}.Automatic(cache)
		assert.Equal(t, c.want, s.String(), "%v", c)
		assert.Equal(t, c.size, size, "%v", c)
	}
	s, _ := schedule.Loop{Iterations: 1000, State: 100, Trace: 100}.Automatic(1)
	assert.Equal(t, deriv.KeepAll, s.Kind, "a cache that holds nothing")
}
