package llvm

import "procad/proc"

// An origin is where the memory behind an accumulator comes from: a name of
// the zone of the definition, or an Accum in its body. A view has the origin
// of what it shows, a choice of two has both.
type origins map[string][]string

// aliases finds the definitions that may get one accumulator under two names.
// In all others, LLVM may take the accumulators as distinct. Callers come
// before what they call in order.
func (m *module) aliases(order []*node) {
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		o := origins{}
		for _, r := range n.def.Zone {
			if r.Mode == proc.Accumulator {
				o[r.Name] = []string{"zone of " + r.Name}
				if n.aliased {
					o[r.Name] = []string{"zone"}
				}
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
			if n := m.nodes[bodyOf(s.Func)]; n != nil && o.meet(s.Zone) {
				n.aliased = true
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

// meet says that two of the names may stand for the same memory.
func (o origins) meet(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		for _, origin := range o[name] {
			if seen[origin] {
				return true
			}
		}
		for _, origin := range o[name] {
			seen[origin] = true
		}
	}
	return false
}
