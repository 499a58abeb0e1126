package llvm

import "procad/proc"

// An origin is where the memory behind an accumulator comes from: a name of
// the zone of the definition, or an Accum in its body. A view has the origin
// of what it shows, a choice of two has both.
type origins map[string][]string

// aliases finds the names of accumulators that may stand for the same memory as
// another one. LLVM may take all others as distinct. Callers come after what
// they call in order.
func (m *module) aliases(order []*node) {
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		o := origins{}
		for k, r := range n.def.Zone {
			switch {
			case r.Mode != proc.Accumulator:
			case n.aliased[k]:
				o[r.Name] = []string{"another name"}
			default:
				o[r.Name] = []string{"zone of " + r.Name}
			}
		}
		m.followOrigins(n.def.Body, o)
	}
}

// followOrigins goes through p and marks what it calls with one accumulator twice.
func (m *module) followOrigins(p proc.Procedure, o origins) {
	for _, s := range p {
		switch s := s.(type) {
		case *proc.Call:
			if n := m.nodes[bodyOf(s.Func)]; n != nil {
				o.meet(s.Zone, func(k int) { n.mayAlias(k + len(n.def.Zone) - len(s.Zone)) })
			}
		case *proc.Accum:
			o[s.Name] = []string{s.Name}
		case *proc.Row:
			o[s.Name] = o[s.Ref]
		case *proc.Choose:
			o[s.Name] = append(append([]string(nil), o[s.True]...), o[s.False]...)
		}
		proc.Bodies(s, func(body proc.Procedure) { m.followOrigins(body, o) })
	}
}

// bodyOf is the body of a loop, and any other function itself.
func bodyOf(f proc.Func) proc.Func {
	if _, body, ok := f.Loop(); ok {
		return body
	}
	return f
}

// meet calls yield for the places of the names that may stand for the same
// memory as another one in the list.
func (o origins) meet(names []string, yield func(int)) {
	from := map[string][]int{}
	for k, name := range names {
		for _, origin := range o[name] {
			from[origin] = append(from[origin], k)
		}
	}
	for _, places := range from {
		if len(places) > 1 {
			for _, k := range places {
				yield(k)
			}
		}
	}
}

// mayAlias marks a name of the zone.
func (n *node) mayAlias(place int) {
	if n.aliased == nil {
		n.aliased = map[int]bool{}
	}
	n.aliased[place] = true
}
