package llvm

import "procad/llvm/ll"

// valueRanges are what is known about sizes and indices where the code stands, so
// that no check is written for what cannot fail.
type valueRanges struct {
	same       map[val]val      // of two sizes that are equal, one stands for the other
	bounds     map[val]val      // 0 ≤ i < n, for the index i of a loop with n iterations
	checked    map[indexed]bool // 0 ≤ i < n, because it was checked
	counts     map[val]bool     // 0 ≤ n
	clamped    map[indexed]val  // what to use instead of an index that may be wrong
	capacities map[val]val      // of stacks just made: how many items they expect
	argmaxes   map[val]val      // -1 ≤ w < n, for the number w that a fold of n iterations keeps
	won        map[val]val      // the w of a tag that says 0 ≤ w
	atWork     map[indexed]bool // 0 ≤ i < n in the lanes that are at work
	relations  []relation       // that hold there (lane_relations.go)
	compared   map[val]ask      // what tags compare, in lanes
	chosen     map[val]chosen   // what was joined to tags, in lanes
	trail      []func()         // how to forget them, the latest last
}

// An indexed size is an index and what it must be below.
type indexed struct{ i, n val }

func newValueRanges() valueRanges {
	return valueRanges{same: map[val]val{}, bounds: map[val]val{}, checked: map[indexed]bool{}, counts: map[val]bool{}, clamped: map[indexed]val{}, capacities: map[val]val{},
		argmaxes: map[val]val{}, won: map[val]val{}, atWork: map[indexed]bool{}, compared: map[val]ask{}, chosen: map[val]chosen{}}
}

// mark and undo enclose code that may not run: what it finds out is forgotten.
func (f *valueRanges) mark() int { return len(f.trail) }

func (f *valueRanges) undo(mark int) {
	for i := len(f.trail) - 1; i >= mark; i-- {
		f.trail[i]()
	}
	f.trail = f.trail[:mark]
}

// rep is the one value that stands for all that equal v.
func (f *valueRanges) rep(v val) val {
	for {
		w, ok := f.same[v]
		if !ok {
			return v
		}
		v = w
	}
}

// agree notes that x = y from here on.
func (f *valueRanges) agree(x, y val) {
	x, y = f.rep(x), f.rep(y)
	if x == y {
		return
	}
	if _, ok := x.(ll.Int); ok {
		x, y = y, x
	}
	f.same[x] = y
	f.trail = append(f.trail, func() { delete(f.same, x) })
}

// count notes that 0 ≤ n from here on.
func (f *valueRanges) count(n val) {
	if n = f.rep(n); !f.counts[n] {
		f.counts[n] = true
		f.trail = append(f.trail, func() { delete(f.counts, n) })
	}
}

// isCount says that 0 ≤ n is known.
func (f *valueRanges) isCount(n val) bool {
	n = f.rep(n)
	if c, ok := n.(ll.Int); ok {
		return c >= 0
	}
	_, index := f.bounds[n]
	return index || f.counts[n]
}

// index notes that i counts the iterations of a loop: 0 ≤ i < n.
func (f *valueRanges) index(i, n val) { f.bounds[i] = f.rep(n) }

// below notes that 0 ≤ i < n from here on.
func (f *valueRanges) below(i, n val) {
	key := indexed{f.rep(i), f.rep(n)}
	if !f.checked[key] {
		f.checked[key] = true
		f.trail = append(f.trail, func() { delete(f.checked, key) })
	}
	f.count(i)
}

// isBelow says that 0 ≤ i < n is known. The bound of an index may be an index
// again: i < j and j < n.
func (f *valueRanges) isBelow(i, n val) bool {
	i, n = f.rep(i), f.rep(n)
	if c, ok := i.(ll.Int); ok {
		d, known := n.(ll.Int)
		return known && 0 <= c && c < d || !known && f.checked[indexed{i, n}]
	}
	for {
		if f.checked[indexed{i, n}] {
			return true
		}
		bound, ok := f.bounds[i]
		if !ok {
			return false
		}
		if bound = f.rep(bound); bound == n {
			return true
		}
		c, ok := bound.(ll.Int)
		if d, ok2 := n.(ll.Int); ok && ok2 && c <= d {
			return true
		}
		i = bound
	}
}

// instead notes what stands for an index i of n.
func (f *valueRanges) instead(i, n, k val) {
	key := indexed{f.rep(i), f.rep(n)}
	f.clamped[key] = k
	f.trail = append(f.trail, func() { delete(f.clamped, key) })
}

// expects notes that a stack was made for n items.
func (f *valueRanges) expects(base, n val) {
	f.capacities[base] = f.rep(n)
	f.trail = append(f.trail, func() { delete(f.capacities, base) })
}

// keeps notes the number of the iteration that wins in a fold of n iterations, which is -1 where none does.
func (f *valueRanges) keeps(w, n val) { f.argmaxes[w] = f.rep(n) }

// asks notes a tag that says whether 0 ≤ w.
func (f *valueRanges) asks(tag, w val) {
	if f.argmaxes[w] != nil {
		f.won[tag] = w
	}
}

// answers notes that in the lanes at work the tag is 1.
func (f *valueRanges) answers(tag val) {
	if w := f.won[tag]; w != nil {
		key := indexed{w, f.argmaxes[w]}
		f.atWork[key] = true
		f.trail = append(f.trail, func() { delete(f.atWork, key) })
	}
}

// isBelowAtWork says that 0 ≤ i < n is known in the lanes at work.
func (f *valueRanges) isBelowAtWork(i, n val) bool { return f.atWork[indexed{i, f.rep(n)}] }
