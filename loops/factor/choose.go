package factor

import (
	"slices"

	"procad/proc"
)

// least is what must leave the turn for each number that it adds up instead:
// less than the turns of a loop, and more than what is not in a loop.
const least = 20.0

// choose is what is to leave the loop, nil if nothing is.
func (c *chains) choose() *leaver {
	var adds []*adding
	for _, n := range c.zone {
		for _, a := range c.adds[n] {
			if c.leaves(a) {
				adds = append(adds, a)
			}
		}
	}
	if len(adds) == 0 {
		return nil
	}
	before := c.work(c.live(&leaver{}))
	gain := func(adds []*adding) (*leaver, float64) {
		l := c.between(adds)
		g := before - c.work(c.live(l))
		for _, v := range l.seeds {
			g -= (addCost + least) * c.around(v).weight()
		}
		return l, g
	}
	// What shares its way with an Add that stays is no gain, so all of them are tried first.
	l, most := gain(adds)
	for i := len(adds) - 1; i >= 0 && len(adds) > 1; i-- {
		fewer := slices.Delete(slices.Clone(adds), i, i+1)
		if m, g := gain(fewer); g >= most {
			adds, l, most = fewer, m, g
		}
	}
	if most < 0 {
		return nil
	}
	return l
}

// leaves says that an Add may leave the loop: what it adds is a linear function of
// other values, and arrays for the sums of these are no larger than arrays that are there.
func (c *chains) leaves(a *adding) bool {
	s := c.of(a.stmt.In)
	if s == nil || s.self {
		return false
	}
	l := c.between([]*adding{a})
	return !slices.ContainsFunc(l.seeds, func(v proc.Var) bool { return !c.covered(l, v) })
}

// covered says that some element that is read, or added to, has all indices of a seed.
func (c *chains) covered(l *leaver, seed proc.Var) bool {
	var indices []*term
	for _, n := range axes(c.around(seed)) {
		indices = append(indices, c.views[n].value.term)
	}
	all := func(idx []*term) bool {
		return !slices.ContainsFunc(indices, func(i *term) bool { return !slices.Contains(idx, i) })
	}
	for s := range l.read {
		if r, ok := s.(*proc.Read); ok {
			if t := c.term(r.Out); t.kind == element && all(t.args) {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.adds, func(a *adding) bool { return all(a.idx) })
}
