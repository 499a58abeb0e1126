package e2e_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/profile"
	"procad/interp"
	"procad/loops"
	"procad/loops/schedule"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

var manyCheckpoints = flag.Bool("checkpoint.all", false, "check strategies of every function with any number of checkpoints")

// checkpointed are the functions of testdata/checkpoint/loops.fun.
var checkpointed = []string{"ring", "counter", "folded", "branch", "update", "nested", "many", "either"}

const (
	checkpointData = `{"x": 0.7, "u0": [0.9, 1.1, 0.8], "n": %d}`
	mostIterations = 64
)

// withStrategy is a program all of whose sequential loops have a strategy.
func withStrategy(t *testing.T, file, strategy string) *pipeline.Unit {
	u := loadFile(t, file)
	c, err := pipeline.ParseChoice(strategy)
	require.NoError(t, err)
	require.NoError(t, u.Checkpoint(c))
	return u
}

// gradient runs vjp$f at seed 1 for every number of iterations from 0 on.
func gradients(t *testing.T, u *pipeline.Unit, e pipeline.Engine, fn string, counts ...int) []data.Value {
	out := make([]data.Value, len(counts))
	for i, n := range counts {
		s, err := newSubject(u, fn, fmt.Sprintf(checkpointData, n))
		require.NoError(t, err)
		out[i], err = e.Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
		require.NoError(t, err, "%s, %d iterations", fn, n)
	}
	return out
}

// checkpointCounts are the parameters of strategies to be tried: all for some functions.
func checkpointCounts(all bool) []int {
	if all || *manyCheckpoints {
		return upTo(mostIterations + 2)
	}
	return []int{1, 2, 3, 5, 8, 21, 64, 66}
}

// strategies are those that the interpreter tries with a function.
func strategies(fn string) []string {
	return strategiesWith(checkpointCounts(!testing.Short() && (fn == "ring" || fn == "branch")))
}

func strategiesWith(checkpoints []int) []string {
	list := []string{"recompute", "sqrt", "bisect"}
	for _, k := range checkpoints {
		for _, s := range []string{"every(%d)", "binomial(%d)", "mixed(%d)"} {
			list = append(list, fmt.Sprintf(s, k))
		}
	}
	return list
}

// Whatever a loop keeps, its gradient is the same, bit for bit.
func TestStrategiesAgree(t *testing.T) {
	t.Parallel()
	const file = "../../testdata/checkpoint/loops.fun"
	iterations := make([]int, mostIterations+1)
	for n := range iterations {
		iterations[n] = n
	}
	for _, fn := range checkpointed {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			u := withStrategy(t, file, "store")
			want := gradients(t, u, interp.New(u.Library.Def), fn, iterations...)
			for _, strategy := range strategies(fn) {
				u := withStrategy(t, file, strategy)
				got := gradients(t, u, interp.New(u.Library.Def), fn, iterations...)
				require.Equal(t, want, got, "%s with %s", fn, strategy)
			}
		})
	}
}

// What a schedule predicts is what is counted.
func TestPredictionsAreCounted(t *testing.T) {
	t.Parallel()
	const file = "../../testdata/checkpoint/loops.fun"
	iterations := []int{0, 1, 2, 3, 4, 7, 16, 17, 31, 64}
	for _, fn := range []string{"ring", "counter", "folded", "branch", "update"} {
		for _, strategy := range append(strategies(fn), "store") {
			u := withStrategy(t, file, strategy)
			for _, n := range iterations {
				s, err := newSubject(u, fn, fmt.Sprintf(checkpointData, n))
				require.NoError(t, err)
				m, c := counted(t, u, s, fn)
				predicted := predict(t, c, fn, strategy, n, false)
				_, err = m.Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
				require.NoError(t, err)
				assertCounts(t, predicted, m.Profile, c, varies(fn), fmt.Sprintf("%s with %s, %d iterations", fn, strategy, n))
			}
		}
	}
}

// assertCounts compares what was predicted with what was counted. atMost says that
// traces may take less than the predicted bytes.
func assertCounts(t *testing.T, predicted schedule.Counts, p *profile.Counts, c loops.Counted, atMost bool, what string) {
	require.Equal(t, predicted.Forward, sum(p, c.Forward), "%s: forward iterations %v %v", what, c, p)
	require.Equal(t, predicted.Writes, sum(p, c.Writes), "%s: states written", what)
	if c.Checkpoint != nil {
		require.Equal(t, predicted.Checkpoints, p.Items[c.Checkpoint].Peak, "%s: checkpoints", what)
	}
	require.Equal(t, predicted.Traces, p.Items[c.Trace].Peak, "%s: traces", what)
	if atMost {
		require.LessOrEqual(t, p.Bytes.Peak, predicted.Bytes, "%s: bytes", what)
	} else {
		require.Equal(t, predicted.Bytes, p.Bytes.Peak, "%s: bytes", what)
	}
}

// counted is a machine that counts how the loop of fn is run.
func counted(t *testing.T, u *pipeline.Unit, s *subject, fn string) (*interp.Machine, loops.Counted) {
	w, c := wanted(t, u, s, fn)
	return interp.New(u.Library.Def, interp.Profile(w)), c
}

// wanted says what is to be counted of the loop of fn.
func wanted(t *testing.T, u *pipeline.Unit, s *subject, fn string) (profile.Wanted, loops.Counted) {
	reached, err := u.Closure(deriv.VJP.Of(s.f))
	require.NoError(t, err)
	for _, site := range loops.Sites(u.Program) {
		if site.In != s.f {
			continue
		}
		c, err := loops.Count(u.Library, reached.Defs, site.Name())
		require.NoError(t, err)
		w := profile.Wanted{Funcs: append(append([]proc.Func(nil), c.Forward...), c.Writes...), Items: []proc.Type{c.Trace}}
		if c.Checkpoint != nil {
			w.Items = append(w.Items, c.Checkpoint)
		}
		return w, c
	}
	t.Fatal("no loop in", fn)
	return profile.Wanted{}, loops.Counted{}
}

func sum(p *profile.Counts, fs []proc.Func) int64 {
	n := int64(0)
	for _, f := range fs {
		n += p.Entered[f]
	}
	return n
}

// bytesOf are the bytes of the state of a function's loop, and of the trace of
// an iteration: what branch, update and the while loops leave may be less.
var bytesOf = map[string]schedule.Loop{
	"ring":    {State: 3 * 8, Trace: 2 * 3 * 8},
	"counter": {State: 2 * 8, Trace: 2 * 8},
	"folded":  {State: 8, Trace: 2 * 8},
	"branch":  {State: 2 * 8, Trace: 3 * 8},
	"update":  {State: 4 * 8, Trace: 3 * 8},

	"ringed":   {State: 4 * 8, Trace: 8 * 8},
	"updated":  {State: 4 * 8, Trace: 5 * 8},
	"branched": {State: 2 * 8, Trace: 4 * 8},
}

// varies says that the iterations of a function leave traces of different sizes.
func varies(fn string) bool { return fn != "ring" && fn != "counter" && fn != "folded" }

func predict(t *testing.T, c loops.Counted, fn, strategy string, iterations int, online bool) schedule.Counts {
	s, err := deriv.ParseStrategy(strategy)
	require.NoError(t, err)
	l := bytesOf[fn]
	l.Iterations, l.Online = int64(iterations), online
	p, err := schedule.Predict(s, l)
	require.NoError(t, err)
	if s.Kind == deriv.Mixed && !proc.Scalar(c.Trace) && iterations > 0 {
		p.Forward++ // the first iteration, for the size of its trace
	}
	return p
}

// The first iteration of a loop that counts down has the last index; mixed runs it
// to measure the trace.
func TestStrategiesCountDown(t *testing.T) {
	const file = "../../testdata/checkpoint/down.proc"
	run := func(strategy string, n int) data.Value {
		u := withStrategy(t, file, strategy)
		s, err := newSubject(u, "f", fmt.Sprintf(`{"w": [1, 2, 3, 1.5], "a": [%d, [0.5, 1, 2]]}`, n))
		require.NoError(t, err)
		v, err := interp.New(u.Library.Def).Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
		require.NoError(t, err, "%s, %d iterations", strategy, n)
		return v
	}
	for n := range 5 {
		want := run("store", n)
		for _, strategy := range []string{"recompute", "every(2)", "sqrt", "bisect", "binomial(2)", "mixed(1)", "mixed(2)", "mixed(6)"} {
			require.Equal(t, want, run(strategy, n), "%s, %d iterations", strategy, n)
		}
	}
}
