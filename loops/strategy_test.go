package loops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/interp"
	"procad/loops"
	"procad/loops/schedule"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

// The machine runs the procedures of the strategies.
func schedules() *interp.Machine {
	return interp.New(func(f proc.Func) (*proc.Def, error) { return loops.Schedule(f), nil })
}

func strategy(t require.TestingT, text string) deriv.Strategy {
	s, err := deriv.ParseStrategy(text)
	require.NoError(t, err)
	return s
}

// start runs start$X: a', the checkpoints that are free, and the most checkpoints and traces.
func start(t require.TestingT, m *interp.Machine, s deriv.Strategy, l schedule.Loop) [4]int64 {
	v, err := m.Call(proc.MustParseFunc("start$"+string(s.Kind)), []data.Value{data.Int(l.State + 8), data.Int(l.Trace)},
		data.Tuple(data.Int(s.K), data.Int(l.Iterations)))
	require.NoError(t, err)
	var out [4]int64
	for i := range out {
		out[i] = v.Part(i).Int64()
	}
	return out
}

func next(t require.TestingT, m *interp.Machine, s deriv.Strategy, l schedule.Loop, a, left, free int64) int64 {
	v, err := m.Call(proc.MustParseFunc("next$"+string(s.Kind)), []data.Value{data.Int(a), data.Int(l.State + 8), data.Int(l.Trace)},
		data.Tuple(data.Int(left), data.Int(free)))
	require.NoError(t, err)
	return v.Int64()
}

func TestSchedulesAreWellTyped(t *testing.T) {
	lookup := func(f proc.Func) (proc.Sig, bool) {
		if d := loops.Schedule(f); d != nil {
			return d.Sig(), true
		}
		return proc.Sig{}, false
	}
	for _, f := range []proc.Func{
		proc.MustParseFunc("start$recompute"), proc.MustParseFunc("start$every"), proc.MustParseFunc("start$sqrt"), proc.MustParseFunc("start$bisect"), proc.MustParseFunc("start$binomial"), proc.MustParseFunc("start$mixed"),
		proc.MustParseFunc("next$recompute"), proc.MustParseFunc("next$every"), proc.MustParseFunc("next$sqrt"), proc.MustParseFunc("next$bisect"), proc.MustParseFunc("next$binomial"), proc.MustParseFunc("next$mixed"),
		proc.MustParseFunc("halve$bisect"), proc.MustParseFunc("rise$binomial"), proc.MustParseFunc("convert$mixed"),
	} {
		d := loops.Schedule(f)
		require.NotNil(t, d, f)
		require.NoError(t, typecheck.Def(d, func(f proc.Func) (proc.Sig, error) { return prim.Sig(f, lookup) }), f)
	}
	require.Nil(t, loops.Schedule(proc.MustParseFunc("next$store")))
	require.Nil(t, loops.Schedule(proc.MustParseFunc("rise$bisect")))
}

// next$X (l, c) = d(l, c), the decision that the predictions are about.
func TestNextIsTheDecision(t *testing.T) {
	m := schedules()
	strategies := []string{"recompute", "every(1)", "every(7)", "sqrt", "bisect", "binomial(1)", "binomial(6)", "mixed(1)", "mixed(6)"}
	for _, text := range strategies {
		s := strategy(t, text)
		for _, sizes := range [][2]int64{{8, 24}, {100, 8}, {0, 40}, {24, 0}} {
			for n := int64(1); n <= 120; n++ {
				loop := schedule.Loop{Iterations: n, State: sizes[0], Trace: sizes[1]}
				d, c, err := schedule.Decision(s, loop)
				require.NoError(t, err)
				from := start(t, m, s, loop)
				if s.Kind == deriv.Binomial || s.Kind == deriv.Mixed {
					require.Equal(t, c, from[1])
				}
				require.LessOrEqual(t, next(t, m, s, loop, from[0], 0, c), int64(0), "%s of no iterations", text)
				for free := min(c, 1); free <= c; free++ {
					require.Equal(t, d(n, free), next(t, m, s, loop, from[0], n, free), "%s of %d iterations with %d checkpoints free", text, n, free)
				}
			}
		}
	}
}

func TestNextOfManyIterations(t *testing.T) {
	m := schedules()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"binomial", "mixed"}).Draw(t, "kind")
		checkpoints := rapid.OneOf(rapid.Int64Range(2, 60), rapid.Int64Range(2, 1<<31)).Draw(t, "checkpoints")
		s := strategy(t, fmt.Sprintf("%s(%d)", kind, checkpoints))
		loop := schedule.Loop{
			Iterations: rapid.OneOf(rapid.Int64Range(1, 5000), rapid.Int64Range(1, schedule.MaxIterations)).Draw(t, "n"),
			State:      rapid.Int64Range(0, 1<<20).Draw(t, "state"), Trace: rapid.Int64Range(8, 1<<20).Draw(t, "trace"),
		}
		d, c, err := schedule.Decision(s, loop)
		require.NoError(t, err)
		require.Equal(t, d(loop.Iterations, c), next(t, m, s, loop, start(t, m, s, loop)[0], loop.Iterations, c))
	})
}

// The room that start$X asks for is enough, and no more than is used for what
// does not depend on how traces and states share room.
func TestStartMakesRoom(t *testing.T) {
	m := schedules()
	for _, text := range []string{"recompute", "every(1)", "every(7)", "sqrt", "bisect", "binomial(1)", "binomial(6)", "mixed(1)", "mixed(6)"} {
		s := strategy(t, text)
		for n := int64(0); n <= 200; n++ {
			loop := schedule.Loop{Iterations: n, State: 24, Trace: 24}
			counts, err := schedule.Predict(s, loop)
			require.NoError(t, err)
			from := start(t, m, s, loop)
			require.LessOrEqual(t, counts.Checkpoints, from[2], "%s of %d iterations: checkpoints", text, n)
			require.LessOrEqual(t, counts.Traces, from[3], "%s of %d iterations: traces", text, n)
			if s.Kind != deriv.Mixed && n > 1 {
				require.LessOrEqual(t, from[2]-counts.Checkpoints, int64(1), "%s of %d iterations: checkpoints", text, n)
			}
		}
	}
}
