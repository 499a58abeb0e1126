package schedule

import (
	"math"

	"procad/proc/deriv"
)

// The first sweep of a loop whose number of iterations is not known, except for store:
// before an iteration p that is a multiple of the gap g, its state is kept; no iteration is
// taped. For every(k), g is k; for recompute, infinite. For binomial(s), g is 1
// at first; when s states are held and another is due, every other one is
// dropped, the second, the fourth, …, g is doubled, and whether p is a multiple
// of g is asked again. The reverse pass is as for other loops: the iterations after
// the last state kept are a problem with the checkpoints that are free, and so on.
func (m *machine) sweep(s deriv.Strategy, n int64) {
	gap, limit := firstGap(s), int64(math.MaxInt64)
	if s.Kind == deriv.Binomial {
		limit = checkpoints(s)
	}
	for p := int64(0); p < n && m.going; {
		if int64(len(m.kept)) == limit {
			m.thin()
			gap *= 2
		}
		if p%gap == 0 {
			m.store(p)
		}
		next := min(n, (p/gap+1)*gap)
		m.do(Advance, p, next, -1)
		p = next
	}
}

// thin drops every other state.
func (m *machine) thin() {
	stay := m.kept[:0]
	for i, h := range m.kept {
		if i%2 == 0 {
			stay = append(stay, h)
		} else {
			m.free(h)
		}
	}
	m.kept = stay
}

func firstGap(s deriv.Strategy) int64 {
	switch s.Kind {
	case deriv.Every:
		return s.K
	case deriv.Recompute:
		return MaxIterations
	}
	return 1
}
