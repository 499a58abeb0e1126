package factor

import (
	"slices"

	"procad/internal/units"
	"procad/proc"
	"procad/proc/graph"
)

// least is what must leave the iteration for each number that it adds up instead:
// less than the iterations of a loop, and more than what is not in a loop.
const least = 20.0

// choose is what is to leave the loop, nil if nothing is.
func (c *chains) choose() *leaver {
	var adds []*graph.Adding
	for _, n := range c.Zone {
		to, _ := c.Adds(n)
		for _, a := range to {
			if c.leaves(a) {
				adds = append(adds, a)
			}
		}
	}
	if len(adds) == 0 {
		return nil
	}
	before := c.work(c.live(&leaver{}))
	gain := func(adds []*graph.Adding) (*leaver, float64) {
		l := c.between(adds)
		g := before - c.work(c.live(l))
		for _, v := range l.seeds {
			g -= (units.Add + least) * weight(c.Around(v))
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
func (c *chains) leaves(a *graph.Adding) bool {
	s := c.of(a.Stmt.In)
	if s == nil || s.self {
		return false
	}
	l := c.between([]*graph.Adding{a})
	return !slices.ContainsFunc(l.seeds, func(v proc.Var) bool { return !c.covered(l, v) })
}

// covered says that some element that is read, or added to, has all indices of a seed.
func (c *chains) covered(l *leaver, seed proc.Var) bool {
	var indices []*graph.Term
	for _, n := range axes(c.Around(seed)) {
		indices = append(indices, c.View(n).Known.Term)
	}
	all := func(idx []*graph.Term) bool {
		return !slices.ContainsFunc(indices, func(i *graph.Term) bool { return !slices.Contains(idx, i) })
	}
	for s := range l.read {
		if r, ok := s.(*proc.Read); ok {
			if t := c.Term(r.Out); t.Kind == graph.Element && all(t.Args) {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.adds, func(a *graph.Adding) bool { return all(a.Idx) })
}
