package e2e_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/native"
	"procad/interp"
	"procad/pipeline"
	"procad/proc/deriv"
)

const autoFile = "../../testdata/checkpoint/auto.fun"

// automatic are the functions of autoFile. Those whose traces differ in size have no exact prediction.
var automatic = map[string]bool{"waves": true, "driven": true, "swept": false, "either": false}

// Without a strategy a loop chooses one by the cache when it begins. Its gradient is the same as with store, bit for bit, with
// any cache, and what is predicted for the cache is counted.
func TestAutomaticStrategiesAgree(t *testing.T) {
	iterations := []int{0, 1, 2, 63, 64, 65, 100, 130}
	for fn, exact := range automatic {
		all := withStrategy(t, autoFile, "store")
		want := gradients(t, all, interp.New(all.Library.Def), fn, iterations...)
		again := 0
		for _, cache := range []int{1, 70, 200, 500, 1000, 5000, 1 << 20} {
			t.Setenv(native.CacheVariable, strconv.Itoa(cache))
			u := loadFile(t, autoFile)
			got := gradients(t, u, interp.New(u.Library.Def), fn, iterations...)
			require.Equal(t, want, got, "%s with a cache of %d bytes", fn, cache)
			for _, n := range iterations {
				again += automaticCounts(t, u, fn, n, exact, fmt.Sprintf("%s with a cache of %d bytes, %d iterations", fn, cache, n))
			}
		}
		require.Greater(t, again, 3, "runs of %s in which iterations ran again", fn)
	}
}

// automaticCounts compares what is predicted for the last loop of fn with what is counted. It gives 1 if iterations run again, else 0.
func automaticCounts(t *testing.T, u *pipeline.Unit, fn string, n int, exact bool, what string) int {
	s, err := newSubject(u, fn, fmt.Sprintf(checkpointData, n))
	require.NoError(t, err)
	plans, err := u.Loops(s.def, s.args)
	require.NoError(t, err)
	predicted, err := plans[len(plans)-1].Predict(deriv.Strategy{Kind: deriv.Auto})
	require.NoError(t, err, what)
	if exact {
		m, c := counted(t, u, s, fn)
		_, err = m.Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
		require.NoError(t, err)
		assertCounts(t, predicted, m.Profile, c, false, what)
	}
	if predicted.Forward > int64(n)+1 {
		return 1
	}
	return 0
}

// The same in native code.
func TestAutomaticStrategiesAgreeNatively(t *testing.T) {
	for fn := range automatic {
		for _, cache := range []int{200, 1000} {
			t.Setenv(native.CacheVariable, strconv.Itoa(cache))
			agreeNatively(t, natively{file: autoFile, fn: fn, iterations: 100, strategies: []string{"auto"}, optimised: cache == 200})
		}
	}
}
