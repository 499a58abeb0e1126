package schedule

import "procad/proc/deriv"

// Predict gives what Count would count of the Actions.
func Predict(s deriv.Strategy, l Loop) (Counts, error) {
	if err := valid(s, l); err != nil {
		return Counts{}, err
	}
	n := l.Iterations
	switch {
	case n == 0:
		return Counts{}, nil
	case s.Kind == deriv.KeepAll:
		return l.storeAll(), nil
	case l.Online && s.Kind == deriv.Every:
		return l.everyOnline(s.K), nil
	case l.Online && s.Kind == deriv.Recompute:
		return l.after(1, 1, problem{n, 1, 1}), nil
	case l.Online:
		return l.binomialOnline(checkpoints(s)), nil
	}
	switch s.Kind {
	case deriv.Recompute:
		return l.binomial(1), nil
	case deriv.Binomial:
		return l.binomial(checkpoints(s)), nil
	case deriv.Bisect:
		return l.bisect(), nil
	case deriv.Mixed:
		return l.mixedCost(checkpoints(s)), nil
	}
	return l.every(block(s, n)), nil
}

// storeAll is store, which holds all traces when the last iteration has run.
func (l Loop) storeAll() Counts {
	c := Counts{Forward: l.Iterations, Traces: l.Iterations, Repetitions: 1}
	c.use(l, 0, l.Iterations)
	return c
}

// every is every(k) for q = ⌈n/k⌉ blocks: the states before all blocks but the
// last are kept, which is taped at once; the others are run again.
func (l Loop) every(k int64) Counts {
	n, q := l.Iterations, ceilDiv(l.Iterations, k)
	last := n - (q-1)*k
	c := Counts{Forward: n + (n - last), Writes: q - 1, Checkpoints: q - 1, Traces: min(n, k), Repetitions: 1}
	c.use(l, q-1, last)
	if q > 1 {
		c.Repetitions = 2
		c.use(l, q-2, k)
	}
	return c
}

// everyOnline is the same where the last block has a state, too, and no traces at
// first.
func (l Loop) everyOnline(k int64) Counts {
	n, q := l.Iterations, ceilDiv(l.Iterations, k)
	last := n - (q-1)*k
	c := Counts{Forward: 2 * n, Writes: q, Checkpoints: q, Traces: min(n, k), Repetitions: 2}
	c.use(l, q, 0)
	c.use(l, q-1, last)
	if q > 1 {
		c.use(l, q-2, k)
	}
	return c
}

// binomial is binomial(s): at least when iteration n-1 is taped for the first time,
// min(s, n-1) states and its trace are held.
func (l Loop) binomial(s int64) Counts {
	n := l.Iterations
	r, checkpoints := Repeats(n, s), min(s, n-1)
	c := Counts{Forward: forwardBinomial(n, s, r), Writes: writesBinomial(n, s, r), Checkpoints: checkpoints, Traces: 1, Repetitions: r + 1}
	c.use(l, checkpoints, 1)
	return c
}

// A problem of the reverse pass of an online loop: so many problems of so many
// iterations in a row, with from many free checkpoints for the first and one fewer for each
// further one.
type problem struct{ iterations, free, count int64 }

// after is the cost of a loop after whose first sweep these problems remain,
// their states in checkpoints; checkpoints have been in use at most, and so many states been
// written.
func (l Loop) after(writes, checkpoints int64, problems ...problem) Counts {
	c := Counts{Forward: l.Iterations, Writes: writes, Checkpoints: checkpoints, Traces: 1}
	c.use(l, checkpoints, 0)
	below := int64(0) // checkpoints of the states before
	for _, p := range problems {
		for i := int64(0); i < p.count; i++ {
			free := p.free - i
			r, mine := Repeats(p.iterations, free), min(free, p.iterations-1)
			// with checkpoints for all of its iterations, a problem costs what the next one does
			many := min(p.count-i, max(1, free-p.iterations+2))
			c.Forward += many * forwardBinomial(p.iterations, free, r)
			c.Writes += many * max(0, writesBinomial(p.iterations, free, r)-1)
			c.Repetitions = max(c.Repetitions, r+2)
			below += many
			c.Checkpoints = max(c.Checkpoints, below-1+mine)
			c.use(l, below-1+mine, 1)
			i += many - 1
		}
	}
	return c
}

// binomialOnline is binomial(s) on a loop whose iterations are not known: with a gap g
// there are ⌈n/g⌉ states; as long as these are too many, g is doubled, and of the
// s states that were held ⌈s/2⌉ stay.
func (l Loop) binomialOnline(s int64) Counts {
	n, gap, writes, checkpoints := l.Iterations, int64(1), int64(0), int64(0)
	held := int64(0)
	for ceilDiv(n, gap) > s {
		writes += s - held
		held, checkpoints = s-s/2, s
		gap *= 2
	}
	q := ceilDiv(n, gap)
	writes += q - held
	checkpoints = max(checkpoints, q)
	return l.after(writes, checkpoints, problem{gap, s, q - 1}, problem{n - (q-1)*gap, s - q + 1, 1})
}

// bisect is the cost of bisect, by recursion on its distinct problems: two for
// each level of bisection.
func (l Loop) bisect() Counts {
	known := map[int64]Counts{}
	var of func(left int64) Counts
	of = func(left int64) Counts {
		if c, ok := known[left]; ok {
			return c
		}
		c := Counts{Forward: 1, Traces: 1, Repetitions: 1}
		if m := splitBisect(left); m > 0 {
			right, again := of(left-m), of(m)
			c.Forward = m + right.Forward + again.Forward
			c.Writes = 1 + right.Writes + max(0, again.Writes-1)
			c.Repetitions = max(right.Repetitions, 1+again.Repetitions)
		}
		known[left] = c
		return c
	}
	c := of(l.Iterations)
	c.Checkpoints = bisectDepth(l.Iterations)
	c.use(l, c.Checkpoints, 1)
	return c
}
