package draw

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func followed(t require.TestingT, n int, e []Event) *replay {
	r := newReplay(n)
	require.NoError(t, r.run(Schedule{Iterations: n, Events: events(e)}))
	return r
}

func TestReplayCounts(t *testing.T) {
	for _, c := range []struct{ n, s, advanced, states int }{
		{10, 3, 15, 3}, {50, 7, 105, 7}, {100, 5, 316, 5}, {100, 10, 222, 10}, {225, 15, 522, 15}, {1000, 20, 2747, 20},
	} {
		r := followed(t, c.n, binomial(c.n, c.s))
		assert.Equal(t, []int{c.advanced, c.n, c.n, c.states, 1}, []int{r.advanced, r.taped, r.reversed, r.most, r.mostTraces}, "%v", c)
		assert.Equal(t, c.advanced+2*c.n, r.time)
	}
	r := followed(t, 10, blocks(10, 3))
	assert.Equal(t, []int{9, 10, 10, 4, 3}, []int{r.advanced, r.taped, r.reversed, r.most, r.mostTraces})
}

// A state's bar lasts from its store to its end; a trace from its tape to its reverse, also where some iterations of a run are reversed first.
func TestReplayLifetimes(t *testing.T) {
	r := newReplay(4)
	var bars, traces [][4]int
	r.bar = func(iteration, checkpoint, since, until int) {
		bars = append(bars, [4]int{iteration, checkpoint, since, until})
	}
	r.trace = func(from, to, taped, reversed int) { traces = append(traces, [4]int{from, to, taped, reversed}) }
	require.NoError(t, r.run(Schedule{Events: events([]Event{
		{Kind: Store, Checkpoint: 0},
		{Kind: Tape, From: 0, To: 1},
		{Kind: Store, From: 1, Checkpoint: 1},
		{Kind: Tape, From: 1, To: 4},
		{Kind: Reverse, From: 3, To: 4},
		{Kind: Store, From: 3, Checkpoint: 1},
		{Kind: Reverse, From: 0, To: 3},
		{Kind: Free, Checkpoint: 1},
	})}))
	assert.Equal(t, [][4]int{{1, 1, 1, 5}, {3, 1, 5, 8}, {0, 0, 0, 8}}, bars)
	assert.Equal(t, [][4]int{{3, 4, 3, 4}, {1, 3, 1, 5}, {0, 1, 0, 7}}, traces)
}

func TestSchedulesThatAreNone(t *testing.T) {
	store := Event{Kind: Store, From: 2, Checkpoint: 1}
	for _, c := range []struct {
		events []Event
		want   string
	}{
		{[]Event{{Kind: "jump"}}, `event 1 (jump): no such event`},
		{[]Event{{Kind: Advance, From: 3, To: 3}}, `event 1 (advance): iterations 3 to 3 are not iterations of 0 to 5`},
		{[]Event{{Kind: Advance, From: -1, To: 3}}, `event 1 (advance): iterations -1 to 3 are not iterations of 0 to 5`},
		{[]Event{{Kind: Tape, From: 3, To: 6}}, `event 1 (taped): iterations 3 to 6 are not iterations of 0 to 5`},
		{[]Event{{Kind: Store, From: 6}}, `event 1 (store): there is no state before iteration 6 of 5`},
		{[]Event{store, {Kind: Restore, From: 2, Checkpoint: 2}}, `event 2 (restore): checkpoint 2 is empty`},
		{[]Event{store, {Kind: Restore, From: 3, Checkpoint: 1}}, `event 2 (restore): checkpoint 1 holds the state before iteration 2, not before iteration 3`},
		{[]Event{store, {Kind: Free, Checkpoint: 1}, {Kind: Free, Checkpoint: 1}}, `event 3 (free): checkpoint 1 is empty`},
		{[]Event{{Kind: Tape, From: 0, To: 5}, {Kind: Reverse, From: 1, To: 3}}, `event 2 (reverse): iteration 4 is the next to be reversed, not iteration 2`},
		{[]Event{{Kind: Tape, From: 4, To: 5}, {Kind: Reverse, From: 3, To: 5}}, `event 2 (reverse): iteration 3 has no trace`},
		{[]Event{store}, `nothing to draw: no iteration is run`},
		{nil, `nothing to draw: no iteration is run`},
	} {
		var out bytes.Buffer
		require.EqualError(t, Schedule{Iterations: 5, Events: events(c.events)}.Write(&out), c.want)
		assert.Zero(t, out.Len())
	}
	require.EqualError(t, Schedule{Iterations: -1}.Write(&bytes.Buffer{}), "a schedule of -1 iterations")
	require.EqualError(t, Schedule{Iterations: 1}.Write(&bytes.Buffer{}), "nothing to draw: no events")
}

func TestRaster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide, high := rapid.IntRange(1, 200).Draw(t, "wide"), rapid.IntRange(1, 5).Draw(t, "high")
		r := newRaster(wide, high)
		want := make([]bool, wide*high)
		for range rapid.IntRange(0, 6).Draw(t, "rectangles") {
			x0, y0 := rapid.IntRange(-5, 200).Draw(t, "x0"), rapid.IntRange(-2, 5).Draw(t, "y0")
			x1, y1 := x0+rapid.IntRange(-1, 150).Draw(t, "x"), y0+rapid.IntRange(-1, 3).Draw(t, "y")
			r.set(x0, y0, x1, y1)
			for y := max(y0, 0); y <= min(y1, high-1); y++ {
				for x := max(x0, 0); x <= min(x1, wide-1); x++ {
					want[y*wide+x] = true
				}
			}
		}
		got := make([]bool, wide*high)
		end := span{}
		for _, s := range r.spans() {
			require.Less(t, s.x0, s.x1)
			require.True(t, s.y > end.y || s.x0 > end.x1 || end.x1 == 0, "runs that touch are one")
			end = s
			for x := s.x0; x < s.x1; x++ {
				got[s.y*wide+x] = true
			}
		}
		require.Equal(t, want, got)
	})
}
