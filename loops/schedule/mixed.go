package schedule

// mixed is the strategy of the same name for checkpoints of S bytes and traces of B
// bytes. The room of c free checkpoints takes ⌊c·S / B⌋ traces, and the working trace
// is one more: λ(c) = 1 + ⌊c·S / B⌋ iterations can be taped there.
//
// Such a run of iterations is a leaf (j, b): j free checkpoints, each iteration run b+1 times.
// When a leaf is converted, a state is kept in its room: it becomes a right leaf
// (j-1, b) and a left leaf (j, b+1), which gains λ(j-1) iterations; each iteration gained is
// run b+2 times, and every trace that the state displaces is one more forward
// iteration. The problem (·, c) has C(c-j+b, b) leaves (j, b) to convert, C(c-j+b-1, b-1)
// of them in the left part, where they are leaves (j, b-1), and the others in the
// right part. They are converted in levels 0, 1, …, where level b has
//
//	(c, b), (c-1, b), …, (2, b), (1, b-k)      k = max(0, ⌊S / B⌋ - 1)
//
// since S/B iterations displaced for one iteration gained are expensive if j = 1. The order is
// that of the cost of an iteration gained, but for the rounding in λ; for S = B it is
// optimal.
type mixed struct{ state, trace int64 }

// tape is λ(c).
func (x mixed) tape(c int64) int64 {
	return plus(1, timesOver(c, x.state, x.trace))
}

// late is k.
func (x mixed) late() int64 { return max(0, x.state/x.trace-1) }

// A class is all conversions of leaves (j, b) of a problem, count of them. Each
// gains up to gain iterations. So many are in the left part; as many are conversions
// of left leaves, and rightFree of these are in the right part.
type class struct{ j, b, count, left, rightFree, gain int64 }

// classes calls visit for the conversions of a problem with c ≥ 2 checkpoints, in
// order, until it gives false. The visit has to end before the iterations gained are
// more than MaxIterations.
func (x mixed) classes(c int64, visit func(class) bool) {
	for b := int64(0); ; b++ {
		k := class{b: b, count: 1, left: 1} // C(i+b, b) and C(i+b-1, b-1) for i = c-j
		for k.j = c; k.j >= 2; k.j-- {
			if i := c - k.j; i > 0 {
				k.count = timesOver(k.count, i+b, i)
				k.left = timesOver(k.count, b, i+b)
				k.rightFree = freeOf(k.left, i, b)
			}
			k.gain = x.tape(k.j - 1)
			if !visit(k) {
				return
			}
		}
		if a := b - x.late(); a >= 0 {
			left := Choose(c-2+a, a-1)
			if !visit(class{1, a, Choose(c-1+a, a), left, freeOf(left, c-1, a), 1}) {
				return
			}
		}
	}
}

// freeOf is C(i+b-2, b-1), where left is C(i+b-1, b-1).
func freeOf(left, i, b int64) int64 {
	if b == 0 {
		return 0
	}
	return timesOver(left, i, i+b-1)
}

// split is d of mixed: each part gets what it has of the classes that are needed
// as a whole. Converting a left leaf keeps a state that is in its checkpoint already,
// converting a right leaf writes one. So of the last class, the right part gets
// its left leaves first, then the left part all that it has, then the right part
// again.
func (x mixed) split(l, c int64) int64 {
	need := l - x.tape(c)
	if need <= 0 {
		return 0
	}
	if c == 1 {
		return l - 1
	}
	m := x.tape(c) - x.tape(c-1)
	x.classes(c, func(k class) bool {
		if all := times(k.count, k.gain); need > all {
			need -= all
			m += k.left * k.gain
			return true
		}
		m += min(max(0, need-times(k.rightFree, k.gain)), times(k.left, k.gain))
		return false
	})
	return m
}
