package loops

import "procad/proc"

// mixed(s) has the room of s states for states and traces: λ(c) = 1 + ⌊c S / B⌋
// turns can be taped in the room of c slots, the last one in none. What does not
// fit is split: loops/schedule/mixed.go derives how. In short, m is
// λ(c) - λ(c-1) and what the left part gets of the turns that do not fit. They
// are gained by conversions, in an order in which turns become dearer. Level b
// = 0, 1, … has C(c-j+b, b) conversions for j = c, …, 2, each of λ(j-1) turns,
// C(c-j+b-1, b-1) of them to the left, and then C(c-1+a, a) conversions of one
// turn, C(c-2+a, a-1) of them to the left, where a = b - late ≥ 0.
func startMixed(m *maker, z sizes, s, n proc.Var) room {
	one := m.k(1)
	s = m.min(s, m.k(maxTurns)) // more are never used, and s S has to be an Int
	slots := m.max(one, m.min(s, m.sub(n, one)))
	return room{s, s, slots, m.max(one, m.min(n, m.tape(z, s)))}
}

// tape is λ(c).
func (m *maker) tape(z sizes, c proc.Var) proc.Var {
	return m.plus(m.k(1), m.div(m.mul(c, m.read(z.slot)), m.max(m.k(1), m.read(z.trace))))
}

func nextMixed(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var {
	need := m.sub(l, m.tape(z, c))
	return m.cond(m.less(m.k(0), need), func() []proc.Var {
		return m.cond(m.less(m.k(1), c),
			func() []proc.Var { return []proc.Var{m.splitMixed(z, need, c)} },
			func() []proc.Var { return []proc.Var{m.sub(l, m.k(1))} })
	}, func() []proc.Var { return []proc.Var{m.k(0)} })[0]
}

func (m *maker) splitMixed(z sizes, need, c proc.Var) proc.Var {
	var x proc.Var
	late := m.max(m.k(0), m.sub(m.div(m.read(z.slot), m.max(m.k(1), m.read(z.trace))), m.k(1)))
	m.share([]proc.Var{c, late}, func(zone []proc.Ref) {
		c := m.read(zone[0])
		one := m.k(1)
		first := m.sub(m.tape(z, c), m.tape(z, m.sub(c, one)))
		s := m.while(proc.Mixed, "convert", []proc.Ref{zone[0], z.slot, z.trace, zone[1]}, m.k(1<<40), m.k(0), c, one, one, need, first)
		x = m.plus(s[5], m.k(0))
	})
	return x
}

// convert goes on to the next conversions, while those at hand are too few:
//
//	(b, j, count, ones, need, m) = (b', j', count', ones', need - count gain, m + left gain)    while count gain < need
//
// ones is C(c-1+a, a). Of the last conversions, those that write no state come
// first: C(c-j+b-2, b-1) to the right, then all to the left.
func convert(m *maker, zone []proc.Ref, s []proc.Var) (more proc.Var, s2 []proc.Var) {
	z := sizes{zone[1], zone[2]}
	b, j, count, ones, need, done := s[0], s[1], s[2], s[3], s[4], s[5]
	none, one := m.k(0), m.k(1)
	c := m.read(zone[0])
	last := m.less(j, m.k(2))
	at := m.cond(last, func() []proc.Var { // the conversions of one turn
		a := m.sub(b, m.read(zone[3]))
		return m.cond(m.less(a, m.k(0)),
			func() []proc.Var { return []proc.Var{m.k(0), m.k(0), m.k(1), m.plus(ones, m.k(0)), m.k(0)} },
			func() []proc.Var {
				// C(c-2+a, a-1) = C(c-1+a, a) a / (c-1+a), and C(c+a, a+1) is the next of ones
				up := m.plus(c, a)
				left := m.div(m.mul(ones, a), m.sub(up, m.k(1)))
				return []proc.Var{m.plus(ones, m.k(0)), left, m.k(1), m.div(m.mul(ones, up), m.plus(a, m.k(1))), m.free(left, m.sub(c, m.k(1)), a)}
			})
	}, func() []proc.Var {
		// C(c-j+b, b) is count; C(c-j+b-1, b-1) = C(c-j+b, b) b / (c-j+b), where j = c has 1
		i := m.sub(c, j)
		left := m.cond(m.less(m.k(0), i),
			func() []proc.Var { return []proc.Var{m.div(m.mul(count, b), m.plus(i, b))} },
			func() []proc.Var { return []proc.Var{m.k(1)} })[0]
		return []proc.Var{m.plus(count, m.k(0)), left, m.tape(z, m.sub(j, m.k(1))), m.plus(ones, m.k(0)), m.free(left, i, b)}
	})
	all, left, gain, ones2, free := at[0], at[1], at[2], at[3], at[4]
	more = m.atMost(all, m.div(m.sub(need, one), gain))
	return more, m.cond(more, func() []proc.Var {
		next := m.cond(last, func() []proc.Var { return []proc.Var{m.plus(b, m.k(1)), m.plus(c, m.k(0)), m.k(1)} }, func() []proc.Var {
			i := m.plus(m.sub(c, j), m.k(1))
			return []proc.Var{m.plus(b, m.k(0)), m.sub(j, m.k(1)), m.div(m.mul(count, m.plus(i, b)), i)}
		})
		return []proc.Var{next[0], next[1], next[2], ones2, m.sub(need, m.mul(all, gain)), m.plus(done, m.mul(left, gain))}
	}, func() []proc.Var {
		// As many conversions as are needed bound both, so that the products are small.
		most := m.div(m.sub(m.plus(need, gain), one), gain)
		rest := m.max(none, m.sub(need, m.mul(m.min(free, most), gain)))
		return []proc.Var{b, j, count, ones, need, m.plus(done, m.min(rest, m.mul(m.min(left, most), gain)))}
	})
}

// free is C(i+b-2, b-1), given C(i+b-1, b-1).
func (m *maker) free(left, i, b proc.Var) proc.Var {
	one := m.k(1)
	return m.div(m.mul(left, i), m.max(one, m.sub(m.plus(i, b), one)))
}
