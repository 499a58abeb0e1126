package draw

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Number, 0, "0"},
		{Number, 3.747, "3.75"},
		{Number, 12345, "12,345"},
		{Number, 999.6, "1,000"},
		{Number, 999_999, "999,999"},
		{Number, 999_999.9, "10⁶"},
		{Number, 2.5e6, "2.5·10⁶"},
		{Number, 9.9996e6, "10⁷"},
		{Number, -1e6, "−10⁶"},
		{Number, 1e-4, "10⁻⁴"},
		{Number, -0.25, "−0.25"},
		{Bytes, 0, "0"},
		{Bytes, 1, "1 B"},
		{Bytes, 1023, "1,023 B"},
		{Bytes, 1024, "1 KiB"},
		{Bytes, 1536, "1.5 KiB"},
		{Bytes, 39.0625 * (1 << 30), "39.1 GiB"},
		{Bytes, math.Exp2(70), "1,024 EiB"},
		{Seconds, 0, "0 s"},
		{Seconds, 2.5e-9, "2.5 ns"},
		{Seconds, 0.001, "1 ms"},
		{Seconds, 90, "90 s"},
	} {
		assert.Equal(t, c.want, c.unit.Format(c.v), "%v %v", c.unit, c.v)
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks []tick) (out []string) {
		for _, k := range ticks {
			if k.label != "" {
				out = append(out, k.label)
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		scale scale
		unit  Unit
		want  []string
	}{
		"linear":            {scale{lo: 0, hi: 35}, Number, []string{"0", "5", "10", "15", "20", "25", "30", "35"}},
		"linear, large":     {scale{lo: 0, hi: 1.2e7}, Number, []string{"0", "2·10⁶", "4·10⁶", "6·10⁶", "8·10⁶", "10·10⁶", "12·10⁶"}},
		"linear, bytes":     {scale{lo: 0, hi: 230 << 10}, Bytes, []string{"0", "32 KiB", "64 KiB", "96 KiB", "128 KiB", "160 KiB", "192 KiB", "224 KiB"}},
		"logarithm":         {scale{lo: 0.8, hi: 2e3, log: true}, Number, []string{"1", "10", "100", "1,000"}},
		"logarithm, narrow": {scale{lo: 0.9, hi: 12, log: true}, Number, []string{"1", "2", "5", "10"}},
		"logarithm, tiny":   {scale{lo: 1.01e-2, hi: 1.21e-2, log: true}, Seconds, []string{"10.5 ms", "11.0 ms", "11.5 ms", "12.0 ms"}},
		"logarithm, least":  {scale{lo: 0.982e-7, hi: 1.0204e-7, log: true}, Number, []string{"98.5·10⁻⁹", "99.0·10⁻⁹", "99.5·10⁻⁹", "100.0·10⁻⁹", "100.5·10⁻⁹", "101.0·10⁻⁹", "101.5·10⁻⁹", "102.0·10⁻⁹"}},
		"logarithm, bytes":  {scale{lo: 900, hi: 1 << 31, log: true}, Bytes, []string{"1 KiB", "32 KiB", "1 MiB", "32 MiB", "1 GiB"}},
	} {
		assert.Equal(t, c.want, labels(c.scale.ticks(c.unit, 8)), name)
	}
}

// On any scale the ticks lie within it, ascend, are not many, and at least one, mostly two, have a label; no two labels are the same.
func TestTicksOfAnyScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := math.Pow(10, rapid.Float64Range(-12, 17).Draw(t, "lo"))
		e := newExtent()
		e.add(lo)
		e.add(lo * math.Pow(10, rapid.Float64Range(0, 12).Draw(t, "decades")))
		u := rapid.SampledFrom([]Unit{Number, Bytes, Seconds}).Draw(t, "unit")
		s := e.linear()
		if rapid.Bool().Draw(t, "log") {
			s = e.logarithmic()
		}
		seen := map[string]bool{}
		before := math.Inf(-1)
		ticks := s.ticks(u, 8)
		require.Less(t, len(ticks), 130)
		for _, k := range ticks {
			require.Greater(t, k.at, before)
			require.True(t, k.at >= s.lo*(1-1e-6)-1e-12*s.hi && k.at <= s.hi*(1+1e-6), "%v of %v to %v", k.at, s.lo, s.hi)
			before = k.at
			if k.label != "" {
				require.False(t, seen[k.label], "%q twice: %v", k.label, ticks)
				seen[k.label] = true
			}
		}
		require.GreaterOrEqual(t, len(seen), 2, "%v", ticks)
		require.LessOrEqual(t, len(seen), 12, "%v", ticks)
	})
}
