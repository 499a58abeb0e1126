package llvm

import (
	"procad/proc"
	"procad/proc/graph"
)

// aliases finds the names of accumulators that may stand for the same memory as
// another one. LLVM may take all others as distinct. Callers come after what
// they call in order.
func (m *emitter) aliases(order []*node) {
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		o := graph.Origins{}
		for k, r := range n.def.Zone {
			switch {
			case r.Mode != proc.Accumulator:
			case n.aliased[k]:
				o[r.Name] = []string{"another name"}
			default:
				o[r.Name] = []string{"zone of " + r.Name}
			}
		}
		n.def.Body.Walk(func(s proc.Stmt) {
			o.Open(s)
			if c, ok := s.(*proc.Call); ok {
				if callee := m.nodes[bodyOf(c.Func)]; callee != nil {
					o.Meet(c.Zone, func(k int) { callee.mayAlias(k + len(callee.def.Zone) - len(c.Zone)) })
				}
			}
		})
	}
}

// bodyOf is the body of a loop, and any other function itself.
func bodyOf(f proc.Func) proc.Func {
	if _, body, ok := f.Loop(); ok {
		return body
	}
	return f
}

// mayAlias marks a name of the zone.
func (n *node) mayAlias(place int) {
	if n.aliased == nil {
		n.aliased = map[int]bool{}
	}
	n.aliased[place] = true
}
