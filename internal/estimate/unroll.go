package estimate

import "procad/proc"

// maxUnrolled is how many iterations of a loop run one by one, at most.
const maxUnrolled = 10_000

// unrollSteps is how many statements are looked at for that, in all.
const unrollSteps = 2_000_000

// unrolled runs a loop over Ints that are all known iteration by iteration, as a strategy
// does to find its schedule, and joins the states before iterations. It is nil where
// anything is not known.
func (l *stateLoop) unrolled() (end, before *Value) {
	if l.spent > unrollSteps || l.start.leaves == 0 || !onlyInts(l.start.typ) || !known(l.start) || !l.while && (!l.n.Exact() || l.n.Hi > maxUnrolled) {
		return nil, nil
	}
	m, from := l.machine, l.steps
	m.exact++
	defer func() {
		m.exact--
		if m.exact == 0 {
			m.spent += m.steps - from
		}
	}()
	was := l.costs
	was.loops = usage{}
	was.loops.add(l.loops, Exactly(1), l.lattice)
	giveUp := func() (end, before *Value) {
		l.costs = was
		return nil, nil
	}
	state := l.strip(l.start)
	before = state
	for i := int64(0); i < l.n.Hi; i++ {
		if i == maxUnrolled || m.spent+m.steps-from > unrollSteps {
			return giveUp()
		}
		zone := l.zone
		if l.indexed {
			zone = append([]*Value(nil), zone...)
			at := i
			if l.down {
				at = l.n.Hi - 1 - i
			}
			zone[0] = l.int(Exactly(at))
		}
		c := l.call(l.def, zone, state)
		if c.out == nil {
			return giveUp()
		}
		l.ran(c, Exactly(1))
		next := l.strip(c.out)
		if l.while {
			goesOn := next.parts[0]
			next = next.parts[1]
			if goesOn.parts[0] != nil && goesOn.parts[1] != nil || !known(next) {
				return giveUp()
			}
			if goesOn.parts[0] == nil {
				return next, before
			}
		}
		if !known(next) {
			return giveUp()
		}
		state = next
		if i < l.n.Hi-1 {
			before = l.strip(l.join(before, state))
		}
	}
	if l.while {
		return giveUp()
	}
	return state, before
}

// onlyInts says that a type is Int or a tuple of such.
func onlyInts(t proc.Type) bool {
	if tuple, ok := t.(*proc.TupleType); ok {
		for _, e := range tuple.Elems {
			if !onlyInts(e) {
				return false
			}
		}
		return true
	}
	return t == proc.Int
}

// known says that every Int of a value of such a type is.
func known(v *Value) bool {
	if v.typ == proc.Int {
		return v.iv.Exact()
	}
	for _, p := range v.parts {
		if !known(p) {
			return false
		}
	}
	return true
}
