package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/measure"
	"procad/llvm/engine"
)

// TestTraffic says that what the cache holds is moved neither from run to run nor from pass to pass.
func TestTraffic(t *testing.T) {
	const cache = 100
	for _, c := range []struct {
		of   traffic
		want int64
	}{
		{traffic{}, 0}, {traffic{100, 0}, 0}, {traffic{40, 60}, 0}, {traffic{101, 0}, 1}, {traffic{50, 60}, 10},
		{traffic{50, 100}, 50}, {traffic{50, 130}, 80 + 30}, {traffic{0, 300}, 200 + 200},
	} {
		assert.Equal(t, c.want, c.of.beyond(cache), "%+v", c.of)
	}
}

// scaled is the report of a program with times in ms, whose gradient moves more than its value.
func scaled(cache int64, values, gradients []float64) *scaling {
	var subjects []*measured
	record := func(ms float64) *measure.Record { return &measure.Record{Timing: engine.Timing{Min: 1e6 * ms}} }
	for k, ms := range values {
		m := &measured{Kind: derivGrad, Value: record(ms)}
		if gradients != nil {
			m.Derivative = record(gradients[k])
		}
		subjects = append(subjects, m)
	}
	return scalingOf([]int{1, 4, 2}[:len(values)], subjects, traffic{arrays: 40 << 20}, traffic{40 << 20, 80 << 20}, cache)
}

// TestScaling writes speed-ups and limits from given numbers.
func TestScaling(t *testing.T) {
	gigabyte := float64(1 << 30)
	limited := scaled(50<<20, []float64{12, 3, 6.25}, []float64{40, 20, 25})
	require.True(t, limited.limited())
	limited.limit([]float64{10 * gigabyte, 20 * gigabyte, 16 * gigabyte})
	both := scaled(20<<20, []float64{12, 3, 6.25}, []float64{40, 20, 25})
	both.limit([]float64{10 * gigabyte, 20 * gigabyte, 16 * gigabyte})
	unmeasured := scaled(20<<20, []float64{12, 6}, nil)
	unmeasured.Unmeasured = "measuring the bandwidth would take an array of 80.0 MiB"
	for _, c := range []struct {
		s    *scaling
		want string
	}{
		{limited, `
  threads  value  limit  gradient  limit      memory
        1   1.00      -      1.00   4.10  10.0 GiB/s
        4   4.00      -      2.00   8.19  20.0 GiB/s
        2   1.92      -      1.60   6.55  16.0 GiB/s
the cache holds 50.0 MiB: value stays in it, gradient moves 100.0 MiB beyond it
`}, {both, `
  threads  value  limit  gradient  limit      memory
        1   1.00   6.14      1.00   2.56  10.0 GiB/s
        4   4.00  12.29      2.00   5.12  20.0 GiB/s
        2   1.92   9.83      1.60   4.10  16.0 GiB/s
the cache holds 20.0 MiB: value moves 20.0 MiB, gradient moves 160.0 MiB beyond it
`}, {scaled(1<<30, []float64{12, 6}, []float64{40, 20}), `
  threads  value  limit  gradient  limit
        1   1.00      -      1.00      -
        4   2.00      -      2.00      -
the cache holds 1.0 GiB: value stays in it, gradient stays in it
`}, {unmeasured, `
  threads  value  limit
        1   1.00      -
        4   2.00      -
the cache holds 20.0 MiB: value moves 20.0 MiB beyond it; no limit: measuring the bandwidth would take an array of 80.0 MiB
`}, {scaled(0, []float64{12, 6}, nil), `
  threads  value  limit
        1   1.00      -
        4   2.00      -
no limit: the size of the cache is not known; --cache says it
`},
	} {
		var b strings.Builder
		require.NoError(t, c.s.write(&b))
		assert.Equal(t, c.want, "\n"+b.String())
	}
	assert.False(t, scaled(1<<30, []float64{12, 6}, []float64{40, 20}).limited())
	text, err := json.Marshal(limited)
	require.NoError(t, err)
	assert.JSONEq(t, `{"threads": [1, 4, 2], "cache_bytes": 52428800, "bytes_per_second": [10737418240, 21474836480, 17179869184],
		"value": {"of": "value", "bytes_beyond_cache": 0, "speed_up": [1, 4, 1.92]},
		"derivative": {"of": "gradient", "bytes_beyond_cache": 104857600, "speed_up": [1, 2, 1.6], "limit": [4.096, 8.192, 6.5536]}}`, string(text))
	var picture strings.Builder
	require.NoError(t, both.picture("f").Write(&picture))
	same(t, filepath.Join("testdata", "threads.svg"), picture.String())
}
