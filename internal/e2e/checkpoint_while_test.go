package e2e_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/proc/deriv"
)

const (
	whileFile           = "../../testdata/checkpoint/while.fun"
	mostWhileIterations = 40
)

// whiles are the functions of testdata/checkpoint/while.fun.
var whiles = []string{"ringed", "updated", "branched", "loops", "converge", "other"}

// onlineStrategies are the strategies that a while loop can have; with every
// parameter in the interpreter for some functions.
func onlineStrategies(fn string) []string {
	return onlineStrategiesWith(!testing.Short() && (fn == "ringed" || fn == "branched"))
}

func onlineStrategiesWith(all bool) []string {
	parameters := []int{1, 2, 3, 7, 8, 33, 42}
	if all || *manyCheckpoints {
		parameters = upTo(mostWhileIterations + 2)
	}
	list := []string{"recompute"}
	for _, k := range parameters {
		list = append(list, fmt.Sprintf("every(%d)", k), fmt.Sprintf("binomial(%d)", k))
	}
	return list
}

// upTo is 1, 2, …, n.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

func TestWhileStrategiesAgree(t *testing.T) {
	t.Parallel()
	iterations := append([]int{0}, upTo(mostWhileIterations)...)
	for _, fn := range whiles {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			u := withStrategy(t, whileFile, "store")
			want := gradients(t, u, interp.New(u.Library.Def), fn, iterations...)
			for _, strategy := range onlineStrategies(fn) {
				u := withStrategy(t, whileFile, strategy)
				got := gradients(t, u, interp.New(u.Library.Def), fn, iterations...)
				require.Equal(t, want, got, "%s with %s", fn, strategy)
			}
		})
	}
}

func TestWhileStrategiesAgreeNatively(t *testing.T) {
	t.Parallel()
	for _, fn := range whiles {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			agreeNatively(t, natively{file: whileFile, fn: fn, iterations: mostWhileIterations, strategies: onlineStrategiesWith(false)})
			agreeNatively(t, natively{file: whileFile, fn: fn, iterations: mostWhileIterations, strategies: []string{"every(3)", "binomial(3)"}, optimised: true})
		})
	}
}

// What a schedule predicts for a loop that is online is what is counted. A loop
// that takes its body N times has N + 1 iterations: the last one says that it ends.
func TestWhilePredictionsAreCounted(t *testing.T) {
	t.Parallel()
	for _, fn := range []string{"ringed", "updated", "branched"} {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			for _, strategy := range append(onlineStrategies(fn), "store") {
				u := withStrategy(t, whileFile, strategy)
				for _, n := range []int{0, 1, 2, 3, 4, 7, 15, 16, 31, 40} {
					s, err := newSubject(u, fn, fmt.Sprintf(checkpointData, n))
					require.NoError(t, err)
					m, c := counted(t, u, s, fn)
					_, err = m.Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
					require.NoError(t, err)
					predicted := predict(t, c, fn, strategy, n+1, true)
					assertCounts(t, predicted, m.Profile, c, varies(fn), fmt.Sprintf("%s with %s, %d iterations", fn, strategy, n))
				}
			}
		})
	}
}
