package llvm

// facts are what is known about sizes and indices where the code stands, so
// that no check is written for what cannot fail.
type facts struct {
	bounds map[val]val // 0 ≤ i < n, for the index i of a loop with n turns
	same   map[val]val // two sizes that have been checked to be equal
	trail  []val       // the keys of same, in the order of their entry
}

// rep is the one value that stands for all that equal v.
func (f *facts) rep(v val) val {
	for {
		w, ok := f.same[v]
		if !ok {
			return v
		}
		v = w
	}
}

// agree notes that x = y from here on.
func (f *facts) agree(x, y val) {
	x, y = f.rep(x), f.rep(y)
	if x == y {
		return
	}
	if _, ok := x.(intConst); ok {
		x, y = y, x
	}
	if f.same == nil {
		f.same = map[val]val{}
	}
	f.same[x] = y
	f.trail = append(f.trail, x)
}

// mark and undo enclose code that may not run.
func (f *facts) mark() int { return len(f.trail) }

func (f *facts) undo(mark int) {
	for _, v := range f.trail[mark:] {
		delete(f.same, v)
	}
	f.trail = f.trail[:mark]
}

// index notes that i counts the turns of a loop: 0 ≤ i < n.
func (f *facts) index(i, n val) {
	if f.bounds == nil {
		f.bounds = map[val]val{}
	}
	f.bounds[i] = f.rep(n)
}

// below says that 0 ≤ i < n is known. The bound of an index may be an index
// again: i < j and j < n.
func (f *facts) below(i, n val) bool {
	i, n = f.rep(i), f.rep(n)
	if c, ok := i.(intConst); ok {
		d, ok := n.(intConst)
		return ok && 0 <= c && c < d
	}
	for {
		bound, ok := f.bounds[i]
		if !ok {
			return false
		}
		if bound = f.rep(bound); bound == n {
			return true
		}
		c, ok := bound.(intConst)
		if d, ok2 := n.(intConst); ok && ok2 && c <= d {
			return true
		}
		i = bound
	}
}
