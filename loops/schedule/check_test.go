package schedule

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCheckRejects(t *testing.T) {
	tape := func(i int64) Action { return Action{Tape, i, i + 1, -1} }
	back := func(i int64) Action { return Action{Reverse, i, i + 1, -1} }
	store := Action{Store, 0, 0, 0}
	for _, c := range []struct {
		want    string
		actions []Action
	}{
		{"action 1, tape 1: the working state is at 0", []Action{tape(1)}},
		{"action 1, advance 0 3: only 2 iterations are left to be reversed", []Action{{Advance, 0, 3, -1}}},
		{"action 1, advance 0 0: this is no number of iterations to run", []Action{{Advance, 0, 0, -1}}},
		{"action 2, reverse 0: iteration 1 is the next to be reversed", []Action{tape(0), back(0)}},
		{"action 2, reverse 1: its trace is not on top", []Action{{Advance, 0, 2, -1}, back(1)}},
		{"action 1, restore checkpoint 0 iteration 0: the checkpoint is free", []Action{{Restore, 0, 0, 0}}},
		{"action 1, free checkpoint 3 iteration 0: the checkpoint is free", []Action{{Free, 0, 0, 3}}},
		{"action 1, store checkpoint 0 iteration 1: the working state is at 0", []Action{{Store, 1, 1, 0}}},
		{"action 1, store checkpoint -1 iteration 0: there is no such checkpoint", []Action{{Store, 0, 0, -1}}},
		{"action 2, store checkpoint 0 iteration 0: the checkpoint has the state at 0", []Action{store, store}},
		{"action 2, store checkpoint 1 iteration 0: all 1 checkpoints are used", []Action{store, {Store, 0, 0, 1}}},
		{"action 2, restore checkpoint 0 iteration 1: the checkpoint has the state at 0", []Action{store, {Restore, 1, 1, 0}}},
		{"action 5, restore checkpoint 0 iteration 1: only 1 iterations are left to be reversed", []Action{tape(0), {Store, 1, 1, 0}, tape(1), back(1), {Restore, 1, 1, 0}}},
		{"action 1, jump 0: there is no such action", []Action{{"jump", 0, 1, -1}}},
		{"2 iterations are not reversed", nil},
		{"1 checkpoints are not freed", []Action{store, tape(0), tape(1), back(1), back(0)}},
		{"1 traces are not used", []Action{store, tape(0), {Restore, 0, 0, 0}, tape(0), tape(1), back(1), back(0), {Free, 0, 0, 0}}},
	} {
		assert.EqualError(t, Check(2, 1, slices.Values(c.actions)), c.want)
	}
}

// No action of a schedule can be left out.
func TestEveryActionIsNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Loop{Iterations: rapid.Int64Range(1, 30).Draw(t, "n"), State: 8, Trace: 24}
		s := of(rapid.SampledFrom(numbered).Draw(t, "kind"), rapid.Int64Range(1, 8).Draw(t, "k"))
		c, actions := run(t, s, l)
		all := slices.Collect(actions)
		i := rapid.IntRange(0, len(all)-1).Draw(t, "i")
		require.Error(t, Check(l.Iterations, c.Checkpoints, slices.Values(slices.Delete(slices.Clone(all), i, i+1))), all[i])
	})
}
