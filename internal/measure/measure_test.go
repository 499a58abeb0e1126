package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/engine"
)

// replayed is a task that gives medians one after the other, and notes when.
func replayed(name string, log *string, medians ...float64) Task {
	return Task{name, func(context.Context) (engine.Timing, error) {
		*log += name
		m := medians[0]
		medians = medians[1:]
		return engine.Timing{Runs: 7, Min: m - 3, Quarter: m - 2, Median: m, ThreeQuarters: m + 2, Max: m + 9, Peak: int64(m)}, nil
	}}
}

func TestInIteration(t *testing.T) {
	log := ""
	// The machine is ten times slower in the last round.
	records, err := InIteration(t.Context(), 3, []Task{replayed("a", &log, 20, 30, 400), replayed("b", &log, 10, 10, 100)})
	require.NoError(t, err)
	assert.Equal(t, "ababab", log)
	a, b := records[0], records[1]
	assert.Equal(t, engine.Timing{Runs: 7, Min: 17, Quarter: 28, Median: 30, ThreeQuarters: 32, Max: 39, Peak: 400}, a.Timing)
	assert.Equal(t, 3, a.Rounds)
	assert.InDelta(t, 2.0/30, a.Spread(), 1e-15)
	assert.Equal(t, 3.0, Ratio(a, b))
	assert.InDelta(t, 1.0/3, Ratio(b, a), 1e-15)
}

func TestErrorsNameTheTask(t *testing.T) {
	_, err := InIteration(t.Context(), 1, []Task{{"b", func(context.Context) (engine.Timing, error) { return engine.Timing{}, errors.New("no") }}})
	assert.EqualError(t, err, "b: no")
}

// When the time is over the complete rounds count; without one there is no record.
func TestDeadline(t *testing.T) {
	for _, last := range []int{1, 3} {
		ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
		defer cancel()
		log := ""
		late := &lateContext{Context: ctx}
		a := replayed("a", &log, 1, 2, 3)
		b := Task{"b", func(context.Context) (engine.Timing, error) {
			late.over = len(log) == last
			return engine.Timing{Median: 1}, nil
		}}
		records, err := InIteration(late, 3, []Task{a, b})
		if last == 1 {
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, 2, records[0].Rounds)
	}
}

// A lateContext is over when it is told so.
type lateContext struct {
	context.Context
	over bool
}

func (c *lateContext) Err() error {
	if c.over {
		return c.Context.Err()
	}
	return nil
}

func TestEntries(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "exe")
	for _, c := range []struct {
		script string
		want   []Entry
	}{
		{"echo usage >&2; echo 'entries: f_grad f_value' >&2; exit 2", []Entry{{Name: "f_grad"}, {Name: "f_value"}}},
		{"echo usage >&2; printf 'entries: f_grad f_value\\nf_grad prints [value, grad_a]\\nDATA\\n' >&2; exit 2",
			[]Entry{{"f_grad", []string{"value", "grad_a"}}, {Name: "f_value"}}},
		{"echo 'entries: f_grad' >&2; exit 1", nil},
		{"exit 2", nil},
		{"exit 0", nil},
	} {
		require.NoError(t, os.WriteFile(exe, []byte("#!/bin/sh\necho first >&2\n"+c.script+"\n"), 0o700))
		got, err := Entries(context.Background(), exe)
		assert.Equal(t, c.want, got, c.script)
		assert.Equal(t, c.want == nil, err != nil, c.script)
	}
}
