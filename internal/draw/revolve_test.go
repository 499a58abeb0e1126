package draw

import "math"

// splits are the optimal lengths of the first advance, by dynamic programming: t(n,s) = min_m m + t(n−m,s−1) + t(m,s).
type splits map[[2]int][2]int

func (t splits) cost(n, s int) int {
	switch {
	case n <= 1:
		return 0
	case s == 1:
		return n * (n - 1) / 2
	}
	if c, ok := t[[2]int{n, s}]; ok {
		return c[0]
	}
	// The best cut differs little from that of n−1: a convex function, descended from there.
	best, at := math.MaxInt, 1
	from := 1
	if c, ok := t[[2]int{n - 1, s}]; ok {
		from = c[1]
	}
	for m := from; m < n && m <= from+2; m++ {
		if c := m + t.cost(n-m, s-1) + t.cost(m, s); c < best {
			best, at = c, m
		}
	}
	t[[2]int{n, s}] = [2]int{best, at}
	return best
}

// binomial is the optimal schedule for n iterations and s checkpoints.
func binomial(n, s int) []Event {
	t := splits{}
	for k := 2; k <= n; k++ {
		t.cost(k, s)
	}
	var out []Event
	var reverse func(a, b, checkpoint int)
	reverse = func(a, b, checkpoint int) { // the state before iteration a is in checkpoint, and is the current one
		for b-a > 1 {
			m := b - a - 1
			if s-checkpoint > 1 {
				t.cost(b-a, s-checkpoint)
				m = t[[2]int{b - a, s - checkpoint}][1]
			}
			out = append(out, Event{Kind: Advance, From: a, To: a + m})
			if s-checkpoint > 1 && b-a-m > 1 {
				out = append(out, Event{Kind: Store, From: a + m, Checkpoint: checkpoint + 1})
				reverse(a+m, b, checkpoint+1)
				out = append(out, Event{Kind: Free, From: a + m, Checkpoint: checkpoint + 1})
			} else {
				out = append(out, Event{Kind: Tape, From: a + m, To: b}, Event{Kind: Reverse, From: a + m, To: b})
			}
			out = append(out, Event{Kind: Restore, From: a, Checkpoint: checkpoint})
			b = a + m
		}
		out = append(out, Event{Kind: Tape, From: a, To: b}, Event{Kind: Reverse, From: a, To: b})
	}
	out = append(out, Event{Kind: Store, From: 0, Checkpoint: 0})
	if n > 0 {
		reverse(0, n, 0)
	}
	return append(out, Event{Kind: Free, From: 0, Checkpoint: 0})
}

// blocks stores the state before every k-th iteration, then tapes and reverses the blocks from the last to the first.
func blocks(n, k int) []Event {
	var out []Event
	starts := 0
	for a := 0; a < n; a += k {
		out = append(out, Event{Kind: Store, From: a, Checkpoint: starts})
		starts++
		if a+k < n {
			out = append(out, Event{Kind: Advance, From: a, To: a + k})
		}
	}
	for i := starts - 1; i >= 0; i-- {
		a, b := i*k, min(n, i*k+k)
		out = append(out, Event{Kind: Restore, From: a, Checkpoint: i}, Event{Kind: Tape, From: a, To: b},
			Event{Kind: Reverse, From: a, To: b}, Event{Kind: Free, From: a, Checkpoint: i})
	}
	return out
}

// taped is the schedule that keeps every trace.
func taped(n int) []Event {
	return []Event{{Kind: Tape, From: 0, To: n}, {Kind: Reverse, From: 0, To: n}}
}

// recomputed is the schedule with the first state only.
func recomputed(n int) []Event {
	out := []Event{{Kind: Store, From: 0, Checkpoint: 0}}
	for k := n - 1; k >= 0; k-- {
		if k < n-1 {
			out = append(out, Event{Kind: Restore, From: 0, Checkpoint: 0})
		}
		if k > 0 {
			out = append(out, Event{Kind: Advance, From: 0, To: k})
		}
		out = append(out, Event{Kind: Tape, From: k, To: k + 1}, Event{Kind: Reverse, From: k, To: k + 1})
	}
	return append(out, Event{Kind: Free, From: 0, Checkpoint: 0})
}

// bisected stores the state in the middle of every range.
func bisected(n int) []Event {
	out := []Event{{Kind: Store}}
	var reverse func(a, b, depth int)
	reverse = func(a, b, depth int) {
		if b-a == 1 {
			out = append(out, Event{Kind: Tape, From: a, To: b}, Event{Kind: Reverse, From: a, To: b})
			return
		}
		m := (a + b) / 2
		out = append(out, Event{Kind: Advance, From: a, To: m}, Event{Kind: Store, From: m, Checkpoint: depth})
		reverse(m, b, depth+1)
		out = append(out, Event{Kind: Free, Checkpoint: depth}, Event{Kind: Restore, From: a, Checkpoint: depth - 1})
		reverse(a, m, depth)
	}
	reverse(0, n, 1)
	return append(out, Event{Kind: Free})
}
