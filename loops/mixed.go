package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// mixed(s) has the room of s states for states and traces: λ(c) = 1 + ⌊c S / B⌋
// iterations can be taped in the room of c checkpoints, the last one in none. What does not
// fit is split: loops/schedule/mixed.go derives how. In short, m is
// λ(c) - λ(c-1) and what the left part gets of the iterations that do not fit. They
// are gained by conversions, in an order in which iterations become costlier. Level b
// = 0, 1, … has C(i+b, b) conversions for i = c - j, j = c, …, 2, each of λ(j-1)
// iterations, C(i+b-1, b-1) of them to the left, and then C(c-1+a, a) conversions of
// one iteration, C(c-2+a, a-1) of them to the left, where a = b - late ≥ 0 and
// late = max(0, ⌊S / B⌋ - 1).
//
// The parameter of the strategy is ⌊S / B⌋ once s is known to start$X, so that a
// decision divides by B once.
func startMixed(m *maker, z sizes, s, n proc.Var) room {
	one := m.k(1)
	s = m.min(s, m.k(maxIterations)) // more are never used, and s S has to be an Int
	checkpoints := m.max(one, m.min(s, m.sub(n, one)))
	trace := m.traceBytes(z)
	traces := m.plus(one, m.div(m.mul(s, m.read(z.checkpoint)), trace))
	return room{m.div(m.read(z.checkpoint), trace), s, checkpoints, m.max(one, m.min(n, traces))}
}

// traceBytes is B, which a division needs to be at least 1.
func (m *maker) traceBytes(z sizes) proc.Var { return m.max(m.k(1), m.read(z.trace)) }

func nextMixed(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var {
	q := m.div(m.mul(c, m.read(z.checkpoint)), m.traceBytes(z)) // λ(c) - 1
	need := m.sub(m.sub(l, m.k(1)), q)
	return m.cond(m.less(m.k(0), need), func() []proc.Var {
		return m.cond(m.less(m.k(1), c),
			func() []proc.Var { return []proc.Var{m.splitMixed(a, z, need, c, q)} },
			func() []proc.Var { return []proc.Var{m.sub(l, m.k(1))} })
	}, func() []proc.Var { return []proc.Var{m.k(0)} })[0]
}

// splitMixed is m for c ≥ 2. Where one conversion is enough, the left part gets
// all that does not fit.
func (m *maker) splitMixed(k proc.Ref, z sizes, need, c, q proc.Var) proc.Var {
	trace := m.traceBytes(z)
	rest := m.sub(m.read(z.checkpoint), m.mul(m.read(k), trace)) // S mod B
	q1, d1 := m.fewer(q, m.sub(m.mul(c, m.read(z.checkpoint)), m.mul(q, trace)), m.read(k), rest, trace)
	first := m.sub(q, q1)
	return m.cond(m.less(q1, need), func() []proc.Var {
		var x proc.Var
		m.share([]proc.Var{c, q1, d1, rest}, func(zone []proc.Ref) {
			none, one := m.k(0), m.k(1)
			q, d := m.read(zone[1]), m.read(zone[2])
			s := m.while(deriv.Mixed, "convert", join([]proc.Ref{k, z.trace}, zone), m.k(1<<40), none, none, one, one, q, d, one, none, need, first)
			x = m.plus(s[9], m.k(0))
		})
		return []proc.Var{x}
	}, func() []proc.Var { return []proc.Var{m.plus(first, need)} })[0]
}

// fewer goes from j S = q B + d, d < B, to (j-1) S = q' B + d', without a division:
// S = k B + rest.
func (m *maker) fewer(q, d, k, rest, trace proc.Var) (q1, d1 proc.Var) {
	q, d = m.sub(q, k), m.sub(d, rest)
	less := m.cond(m.less(d, m.k(0)),
		func() []proc.Var { return []proc.Var{m.sub(q, m.k(1)), m.plus(d, trace)} },
		func() []proc.Var { return []proc.Var{m.plus(q, m.k(0)), m.plus(d, m.k(0))} })
	return less[0], less[1]
}

// convert goes on to the next conversions, all of them, while those at hand are too
// few:
//
//	(b, i, all, left, q, d, ones, last, need, m)    (j-1) S = q B + d, a gain of q + 1 each, for j = c - i
//
// Where j = 1, all is ones = C(c-1+a, a), and left is last, the ones before:
//
//	C(i+b, b-1) = C(i+b-1, b-1) (i+b) / (i+1)     C(i+1+b, b) = C(i+b, b) + C(i+b, b-1)
//	C(c-2+a, a-1) = ones before                   C(c+a, a+1) = C(c-1+a, a) (c+a) / (a+1)
//
// Of the last conversions, those that write no state come first: C(i+b-2, b-1) to
// the right, then all to the left. A product with need is only compared with need,
// so factors beyond need may be need.
func convert(m *maker, zone []proc.Ref, s []proc.Var) (more proc.Var, s2 []proc.Var) {
	k, z, c := zone[0], sizes{trace: zone[1]}, m.read(zone[2])
	b, i, count, left, q, d, ones, before, need, done := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]
	none, one := m.k(0), m.k(1)
	bounded := func(x, y proc.Var) proc.Var { return m.mul(m.min(x, need), m.min(y, need)) }
	single := m.atMost(m.sub(c, one), i)
	a := m.sub(b, m.max(none, m.sub(m.read(k), one)))
	at := m.cond(single, func() []proc.Var { // all, left, gain, b of these conversions
		return m.cond(m.less(a, m.k(0)),
			func() []proc.Var { return []proc.Var{m.k(0), m.k(0), m.k(1), m.k(0)} },
			func() []proc.Var { return []proc.Var{ones, before, m.k(1), a} })
	}, func() []proc.Var { return []proc.Var{count, left, m.plus(q, m.k(1)), b} })
	all, toLeft, gain, level := at[0], at[1], at[2], at[3]
	reach := bounded(all, gain)
	more = m.less(reach, need)
	return more, m.cond(more, func() []proc.Var {
		next := m.cond(single, func() []proc.Var {
			up := m.cond(m.less(a, m.k(0)), func() []proc.Var { return []proc.Var{ones, before} }, func() []proc.Var {
				return []proc.Var{m.div(m.mul(ones, m.plus(c, a)), m.plus(a, m.k(1))), ones}
			})
			return []proc.Var{m.plus(b, m.k(1)), m.k(0), m.k(1), m.k(1), m.read(zone[3]), m.read(zone[4]), up[0], up[1]}
		}, func() []proc.Var {
			i1 := m.plus(i, m.k(1))
			left1 := m.div(m.mul(left, m.plus(i, b)), i1)
			q1, d1 := m.fewer(q, d, m.read(k), m.read(zone[5]), m.traceBytes(z))
			return []proc.Var{b, i1, m.plus(count, left1), left1, q1, d1, ones, before}
		})
		return append(next, m.sub(need, reach), m.plus(done, m.mul(toLeft, gain)))
	}, func() []proc.Var {
		free := m.div(m.mul(toLeft, i), m.max(m.k(1), m.sub(m.plus(i, level), m.k(1))))
		rest := m.max(m.k(0), m.sub(need, bounded(free, gain)))
		return []proc.Var{b, i, count, left, q, d, ones, before, need, m.plus(done, m.min(rest, bounded(toLeft, gain)))}
	})
}
