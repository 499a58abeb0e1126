package schedule

// mixedCost is the cost of mixed(c), by adding up what its conversions cost.
func (l Loop) mixedCost(c int64) Counts {
	x, n := l.mixed(), l.Iterations
	need := n - x.tape(c)
	switch {
	case need <= 0:
		return l.storeAll()
	case c == 1:
		// l iterations are run and the last one taped, for l = n, n-1, … as long as λ(1) < l
		tape := n - need
		one := Counts{Forward: n*(n+1)/2 - tape*(tape-1)/2, Writes: 1, Checkpoints: 1, Traces: tape, Repetitions: need + 1}
		one.use(l, 1, 1)
		one.use(l, 0, tape)
		return one
	}
	p := Counts{Forward: x.tape(c), Writes: 1}
	least := c                         // the smallest j that is converted
	alone, size := int64(-1), int64(0) // the only leaf with this j has this size
	x.classes(c, func(k class) bool {
		least, p.Repetitions = min(least, k.j), max(p.Repetitions, k.b+2)
		iterations := min(need, times(k.count, k.gain))
		conversions := ceilDiv(iterations, k.gain)
		displaced := x.tape(k.j) - x.tape(k.j-1)
		p.Forward += conversions*displaced + iterations*(k.b+2)
		p.Writes += max(0, conversions-k.left)
		if need -= iterations; need > 0 {
			return true
		}
		if k.count == 1 {
			alone, size = k.j, displaced+iterations-(conversions-1)*k.gain
		}
		return false
	})
	p.Checkpoints = c - least + 1
	for j := c; j >= least-1; j-- {
		iterations := x.tape(j)
		if j == alone {
			iterations = size
		}
		p.Traces = max(p.Traces, iterations)
		p.use(l, c-j, iterations)
	}
	return p
}
