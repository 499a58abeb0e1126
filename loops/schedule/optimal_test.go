package schedule

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc/deriv"
)

// A table has what is best for l iterations and c checkpoints, for l ≤ n and c ≤ s.
type table [][]int64

func newTable(n, s int64) table {
	t := make(table, n+1)
	for l := range t {
		t[l] = make([]int64, s+1)
	}
	return t
}

const none = int64(math.MaxInt64 / 4)

// fewest is the dynamic program for forward iterations, where tape(c) iterations can be
// taped with c checkpoints free:
//
//	f(l, c) = l if l ≤ tape(c), else min over m of m + f(l-m, c-1) + f(m, c)
func fewest(n, s int64, tape func(c int64) int64) table {
	f := newTable(n, s)
	for c := int64(0); c <= s; c++ {
		for l := int64(1); l <= n; l++ {
			if f[l][c] = none; l <= tape(c) {
				f[l][c] = l
			} else if c > 0 {
				for m := int64(1); m < l; m++ {
					f[l][c] = min(f[l][c], m+f[l-m][c-1]+f[m][c])
				}
			}
		}
	}
	return f
}

// writes is what is written by schedules with the fewest forward iterations, where
// leaf(l) is written by taping l iterations; better says which of two is wanted, and
// is asked for m ascending.
func writes(f table, tape func(c int64) int64, leaf func(l int64) int64, better func(one, other int64) bool) table {
	w := newTable(int64(len(f)-1), int64(len(f[0])-1))
	for c := range w[0] {
		for l := 1; l < len(w); l++ {
			if int64(l) <= tape(int64(c)) {
				w[l][c] = leaf(int64(l))
				continue
			}
			w[l][c] = -1
			for m := 1; m < l && c > 0; m++ {
				if int64(m)+f[l-m][c-1]+f[m][c] != f[l][c] {
					continue
				}
				// the state that is kept is written, and that of the left part is there
				all := 1 + w[l-m][c-1] + w[m][c]
				if int64(m) > tape(int64(c)) {
					all--
				}
				if w[l][c] < 0 || better(all, w[l][c]) {
					w[l][c] = all
				}
			}
		}
	}
	return w
}

func TestBinomialIsOptimal(t *testing.T) {
	one := func(int64) int64 { return 1 }
	n, s := int64(700), int64(32)
	f := fewest(n, s, one)
	w := writes(f, one, func(int64) int64 { return 0 }, func(a, b int64) bool { return a < b })
	for c := int64(1); c <= s; c++ {
		for l := int64(1); l <= n; l++ {
			p, err := Predict(of(deriv.Binomial, c), Loop{Iterations: l})
			require.NoError(t, err)
			require.Equal(t, f[l][c], p.Forward, "%d iterations, %d checkpoints", l, c)
			require.Equal(t, w[l][c], p.Writes, "%d iterations, %d checkpoints", l, c)
			if m := splitBinomial(l, c); m > 0 {
				require.Equal(t, f[l][c], m+f[l-m][c-1]+f[m][c], "%d iterations, %d checkpoints", l, c)
			}
		}
	}
}

// For S = B, mixed has the fewest forward iterations. The oracle's writes are those of
// the largest m that is best; mixed never has more.
func TestMixedIsOptimal(t *testing.T) {
	tape := mixed{1, 1}.tape
	n, s := int64(1000), int64(40)
	f := fewest(n, s, tape)
	w := writes(f, tape, func(l int64) int64 { return l - 1 }, func(_, _ int64) bool { return true })
	for _, r := range oracle {
		require.Equal(t, r.mixedWrites, w[r.n][r.s], r)
	}
	for c := int64(1); c <= 32; c++ {
		for l := int64(1); l <= 700; l++ {
			p, err := Predict(of(deriv.Mixed, c), even(l))
			require.NoError(t, err)
			require.Equal(t, f[l][c], p.Forward, "%d iterations, %d checkpoints", l, c)
			if l%23 == 0 {
				require.LessOrEqual(t, mixedWrites(t, l, c), w[l][c], "%d iterations, %d checkpoints", l, c)
			}
		}
	}
}

// For other sizes, mixed is near to what is best, and not worse than binomial.
func TestMixedIsNearlyOptimal(t *testing.T) {
	worst, sum, count := 0.0, 0.0, 0
	rapid.Check(t, func(t *rapid.T) {
		x := mixed{rapid.Int64Range(1, 12).Draw(t, "S"), rapid.Int64Range(1, 12).Draw(t, "B")}
		n, s := int64(200), int64(12)
		f := fewest(n, s, x.tape)
		for c := int64(1); c <= s; c++ {
			for l := int64(1); l <= n; l++ {
				p := Loop{Iterations: l, State: x.state - CheckpointExtra, Trace: x.trace}.mixedCost(c)
				require.GreaterOrEqual(t, p.Forward, f[l][c])
				require.LessOrEqual(t, p.Forward, Loop{Iterations: l}.binomial(c).Forward)
				gap := float64(p.Forward)/float64(f[l][c]) - 1
				require.LessOrEqual(t, gap, 0.12, "%d iterations, %d checkpoints, %v", l, c, x)
				worst, sum, count = max(worst, gap), sum+gap, count+1
			}
		}
	})
	t.Logf("more forward iterations than the best: at most %.2f %%, on average %.3f %%", 100*worst, 100*sum/float64(count))
	assert.Less(t, sum/float64(count), 0.006)
}
