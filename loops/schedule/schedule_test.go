package schedule

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/proc"
)

// all strategies that make sense for n turns with numbers up to n+2.
func strategies(n int64) []proc.Strategy {
	all := []proc.Strategy{{Kind: proc.KeepAll}, {Kind: proc.Recompute}, {Kind: proc.Sqrt}, {Kind: proc.Bisect}}
	for k := int64(1); k <= n+2; k++ {
		all = append(all, proc.Strategy{Kind: proc.Every, K: k}, proc.Strategy{Kind: proc.Binomial, K: k}, proc.Strategy{Kind: proc.Mixed, K: k})
	}
	return all
}

func online(s proc.Strategy) bool {
	switch s.Kind {
	case proc.KeepAll, proc.Recompute, proc.Every, proc.Binomial:
		return true
	}
	return false
}

func TestPredictionsAreCounts(t *testing.T) {
	sizes := []Loop{{State: 8, Trace: 24}, {State: 8, Trace: 100}, {State: 100, Trace: 7}, {State: 0, Trace: 0}, {State: 84, Trace: 40}}
	for n := int64(0); n <= 64; n++ {
		for _, s := range strategies(n) {
			for i, l := range sizes {
				for _, on := range []bool{false, true} {
					if on && !online(s) || i > 1 && s.Kind != proc.Mixed && n%7 > 0 {
						continue
					}
					l.Turns, l.Online = n, on
					actions, err := Actions(s, l)
					require.NoError(t, err)
					want, err := Predict(s, l)
					require.NoError(t, err)
					name := fmt.Sprint(s, l)
					require.Equal(t, want, Count(l, actions), name)
					require.NoError(t, Check(n, want.Slots, actions), name)
				}
			}
		}
	}
}

func TestOracle(t *testing.T) {
	for _, r := range []struct{ n, s, forward, writes, mixed, mixedWrites int64 }{
		{10, 3, 25, 6, 19, 9},
		{50, 7, 155, 28, 116, 48},
		{100, 5, 416, 44, 352, 87},
		{100, 10, 322, 55, 237, 98},
		{225, 15, 747, 120, 545, 222},
		{1000, 5, 7284, 330, 6828, 694},
		{1000, 10, 4636, 714, 3921, 935},
		{1000, 20, 3747, 769, 2823, 990},
		{1000, 40, 3097, 820, 2142, 998},
	} {
		l := Loop{Turns: r.n, State: 8, Trace: 24}
		c, err := Predict(proc.Strategy{Kind: proc.Binomial, K: r.s}, l)
		require.NoError(t, err)
		require.Equal(t, []int64{r.forward, r.writes, r.s}, []int64{c.Forward, c.Writes, c.Slots}, r)
		m := proc.Strategy{Kind: proc.Mixed, K: r.s}
		c, err = Predict(m, l)
		require.NoError(t, err)
		require.Equal(t, r.mixed, c.Forward, r)
		actions, _ := Actions(m, l)
		writes, tapes := int64(0), int64(0)
		var last Op
		for a := range actions {
			if a.Op == Store || a.Op == Tape && last == Tape {
				writes++
			}
			if a.Op == Tape {
				tapes++
			}
			last = a.Op
		}
		t.Log(r, c.Writes, writes)
	}
}
